import type { Clock } from '../ports/clock.ts';
import type { Frontier, Head } from '../ports/frontier.ts';
import { hostOf, type Url } from '../url/url.ts';
import { bringForward } from './bring-forward.ts';
import type { ForcedRecrawl } from './offer.ts';
import { encodeOffer, inboxItemId } from './offer-format.ts';

/** Selects pages of a whole crawl, or those below a prefix, which names one host. */
export type RecrawlSelection = Omit<ForcedRecrawl, 'modified' | 'forced' | 'prefix'> & { prefix?: Url };

type Ports = { frontier: Frontier; clock: Clock };

/** Number of hosts per call of the frontier. */
const HOSTS_PER_CALL = 100;

/**
 * Puts a forced recrawl into the inbox of each host and makes the host due at once. Queued links and pages fetched at `at`
 * or later are unaffected. Safe to repeat: the same `at` and prefix give the same inbox items.
 *
 * @param limits.until time limit, in epoch ms. After it, no further host is notified.
 * @param limits.after host to continue behind: the `last` of an unfinished call. Hosts keep their order. Hosts that appear
 * meanwhile have no pages to recrawl.
 * @returns `notified`: number of hosts notified in this call, without dead hosts. `last`: the last host before the time limit;
 * absent if all hosts were processed.
 */
export async function recrawl(
  crawl: string,
  selection: RecrawlSelection,
  ports: Ports,
  { until = Number.POSITIVE_INFINITY, after }: { until?: number; after?: string } = {},
): Promise<{ notified: number; last?: string }> {
  const body = encodeOffer({ links: [], feedback: [], recrawl: selection });
  let notified = 0;
  for await (const heads of inBatches(matchingHeads(crawl, selection, after, ports.frontier))) {
    notified += await notify(heads, body, ports);
    // A host that refused everything may rest for hours.
    if (selection.outcomes) await bringForward(heads, ports);
    const isEnd = heads.length < HOSTS_PER_CALL;
    if (!isEnd && ports.clock.now() > until) return { notified, last: heads.at(-1)!.host };
  }
  return { notified };
}

async function* matchingHeads(
  crawl: string,
  { prefix, outcomes }: RecrawlSelection,
  after: string | undefined,
  frontier: Frontier,
): AsyncIterable<Head> {
  if (prefix === undefined) {
    for await (const head of frontier.listHeads(crawl, after))
      if (!outcomes || outcomes.some((outcome) => (head.counts[outcome] ?? 0) > 0)) yield head;
    return;
  }
  const head = await frontier.getHead({ crawl, host: hostOf(prefix) });
  if (head) yield head;
}

async function* inBatches(heads: AsyncIterable<Head>): AsyncIterable<Head[]> {
  let batch: Head[] = [];
  for await (const head of heads) {
    batch.push(head);
    if (batch.length < HOSTS_PER_CALL) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Writes inbox items first and notifies the hosts afterwards, as `enqueueLinks` does.
 *
 * @returns the number of hosts that accepted the notification.
 */
async function notify(heads: Head[], body: Uint8Array, { frontier, clock }: Ports): Promise<number> {
  const id = inboxItemId('recall', body);
  await frontier.putInbox(heads.map(({ crawl, host }) => ({ crawl, host, id, body })));
  const results = await frontier.notifyHosts(
    heads.map(({ crawl, host, group, best }) => ({ crawl, host, group, best })),
    clock.now(),
  );
  const refused = heads.filter((_, i) => results[i] === 'refused');
  for (const { crawl, host } of refused) await frontier.deleteInbox({ crawl, host }, [id]);
  return heads.length - refused.length;
}

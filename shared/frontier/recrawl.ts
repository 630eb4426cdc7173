import type { Clock } from '../ports/clock.ts';
import type { Frontier, Head } from '../ports/frontier.ts';
import { hostOf, type Url } from '../url/url.ts';
import { encodeOffer, inboxItemId } from './enqueue-links.ts';
import type { ForcedRecrawl } from './forced-recrawl.ts';

/** A recall of a whole crawl, or of what begins so, which is of one host. */
export type RecrawlSelection = Omit<ForcedRecrawl, 'modified' | 'prefix'> & { prefix?: Url };

type Ports = { frontier: Frontier; clock: Clock };

/** Hosts that are told with one call of each kind. */
const HOSTS_PER_CALL = 100;

/**
 * Calls back what a crawl knows: each host gets the recall into its inbox and is due at once. Links that wait, and pages
 * fetched at `at` or later, are not touched. Safe to repeat with the same `at` and prefix, which leaves the same items.
 *
 * @param limits.until epoch ms; past it nobody more is told. `after`: it goes on behind this host, the `last` of a call
 * that was not done. Hosts keep their order, whoever goes meanwhile; new ones have nothing to call back.
 * @returns `told`: hosts that were told in this call; those that rest for good are not. `last`: where it ran out of time;
 * absent: all were gone over.
 */
export async function recrawl(
  crawl: string,
  recall: RecrawlSelection,
  ports: Ports,
  { until = Number.POSITIVE_INFINITY, after }: { until?: number; after?: string } = {},
): Promise<{ told: number; last?: string }> {
  const { prefix } = recall;
  const body = encodeOffer({ links: [], feedback: [], recrawl: recall });
  let told = 0;
  for await (const heads of inBatches(matchingHeads(crawl, { prefix, after }, ports.frontier))) {
    told += await notify(heads, body, ports);
    const isEnd = heads.length < HOSTS_PER_CALL;
    if (!isEnd && ports.clock.now() > until) return { told, last: heads.at(-1)!.host };
  }
  return { told };
}

async function* matchingHeads(
  crawl: string,
  { prefix, after }: { prefix: Url | undefined; after: string | undefined },
  frontier: Frontier,
): AsyncIterable<Head> {
  if (prefix === undefined) return yield* frontier.listHeads(crawl, after);
  const head = await frontier.getHead({ crawl, host: hostOf(prefix) });
  if (head) yield head;
}

async function* inBatches(heads: AsyncIterable<Head>): AsyncIterable<Head[]> {
  let list: Head[] = [];
  for await (const head of heads) {
    list.push(head);
    if (list.length < HOSTS_PER_CALL) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}

/** Inboxes first, then counters, as with every offer. @returns how many hosts were told. */
async function notify(heads: Head[], body: Uint8Array, { frontier, clock }: Ports): Promise<number> {
  const id = inboxItemId('recall', body);
  await frontier.putInbox(heads.map(({ crawl, host }) => ({ crawl, host, id, body })));
  const answers = await frontier.notifyHosts(
    heads.map(({ crawl, host, group, best }) => ({ crawl, host, group, best })),
    clock.now(),
  );
  const refused = heads.filter((_, i) => answers[i] === 'refused');
  for (const { crawl, host } of refused) await frontier.deleteInbox({ crawl, host }, [id]);
  return heads.length - refused.length;
}

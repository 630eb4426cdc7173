import {
  type Dispatched,
  type DispatchMemory,
  type DispatchOptions,
  type DispatchPorts,
  dispatch,
} from '../shared/frontier/dispatch/dispatch.ts';
import { faultOf, log } from './log.ts';
import { FUNCTION_MS, PAGES_A_VISIT } from './visit-options.ts';

/**
 * As long as a visit may take. Whoever still is due then with the same date was not visited: its message got lost, or its
 * group was in other hands, and a longer memory would make it wait in vain. Milliseconds.
 */
const REMEMBER_MS = FUNCTION_MS;

/** A share is given back when neither the message (a quarter of an hour) nor its visit can be there any more. Milliseconds. */
const SHARE_MS = 15 * 60_000 + FUNCTION_MS + 60_000;

/** What one process remembers of a crawl between rounds. `told`: the state that the log was last told. */
export type CrawlMemory = DispatchMemory & { told?: Dispatched['state'] };

type Sizes = {
  /** Hosts that all workers can visit at once. */
  slots: number;
  hostsAMessage: number;
};

/**
 * One round over all crawls: each is given an equal part of what the workers can still take. A crawl that cannot be
 * dispatched holds up no other.
 *
 * @throws AggregateError when a crawl failed, at the end.
 */
export async function dispatchAll(
  ports: DispatchPorts,
  crawlOf: (
    crawl: string,
  ) => Promise<{ made: Pick<DispatchOptions, 'budgetPages' | 'pagesWithin' | 'order' | 'seedsACycle'> } | undefined>,
  memory: Map<string, CrawlMemory>,
  { slots, hostsAMessage }: Sizes,
): Promise<void> {
  const { waiting, underWay } = await ports.visits.depth();
  const open = (await ports.control.list()).filter(({ state }) => state === 'open');
  let free = slots - (waiting + underWay) * hostsAMessage;
  const faults: unknown[] = [];
  for (const [i, { crawl }] of open.entries()) {
    const part = Math.ceil(free / (open.length - i));
    if (part <= 0) break;
    try {
      const found = await crawlOf(crawl);
      if (!found) continue;
      const own: CrawlMemory = memory.get(crawl) ?? { sent: new Map() };
      memory.set(crawl, own);
      const options = {
        slots: part,
        hostsAMessage,
        rememberMs: REMEMBER_MS,
        shareMs: SHARE_MS,
        pagesAVisit: PAGES_A_VISIT,
      };
      const sent = await dispatch(crawl, ports, own, { ...options, ...found.made });
      free -= sent.hosts;
      // What the round used is put down to the crawl; a round that sends nothing is not worth an update.
      if (sent.hosts > 0) await ports.control.settle(crawl, {});
      // A crawl at rest says nothing each minute: its line would be a number of a metric that is billed by the month.
      if (sent.hosts > 0 || sent.state !== own.told) log('info', 'dispatched', { crawl, ...sent });
      own.told = sent.state;
    } catch (error) {
      log('error', 'dispatch-failed', { crawl, ...faultOf(error) });
      faults.push(error);
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of ${open.length} crawls were not dispatched`);
}

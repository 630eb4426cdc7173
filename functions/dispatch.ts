import type { Context } from 'aws-lambda';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { type CountMemory, countCrawls, countingTime } from './count-crawls.ts';
import { crawlCache } from './crawl-cache.ts';
import { type CrawlMemory, dispatchCrawls, dispatchOptionsOf } from './dispatch-crawls.ts';
import { type Round, repeatRounds } from './dispatch-rounds.ts';
import { requireVariable, wireFrontier, wireQueues, wireStores } from './wiring/wiring.ts';
import { meter } from './wiring/wiring-meter.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const visits = wireQueues(process.env)<VisitMessage>('VISITS_QUEUE_URL');
const ports = { ...stores, visits, frontier: wireFrontier(process.env, stores) };
/** Maximum number of cached crawls. Each round reads all crawls in the same order, so an LRU cache with fewer entries always misses. */
const MAX_CACHED_CRAWLS = 10_000;
const findCrawl = crawlCache(stores, dispatchOptionsOf, MAX_CACHED_CRAWLS);
const capacity = {
  slots: Number(requireVariable(process.env, 'SLOTS')),
  hostsPerMessage: Number(requireVariable(process.env, 'HOSTS_PER_MESSAGE')),
};
const memory = new Map<string, CrawlMemory>();
const counted: CountMemory = { states: new Map() };

/** @param isFirst the first round of a call also counts a part of the hosts. */
async function round(isFirst: boolean, context: Context): Promise<Round> {
  const { crawls, ...sent } = await dispatchCrawls(ports, findCrawl, memory, capacity);
  const countUntil = stores.clock.now() + countingTime(context.getRemainingTimeInMillis());
  if (isFirst) await countCrawls(crawls, ports, counted, countUntil);
  // The usage of a round that sent nothing belongs to the idle stack, not to the next crawl.
  meter.drain();
  return sent;
}

/** Runs every minute: sends the hosts that are due to the visits queue. */
export const handler = withMetering(async (_: unknown, context) => {
  if (process.env['ROUNDS'] === 'repeated') await repeatRounds((isFirst) => round(isFirst, context), stores.clock);
  else await round(true, context);
});

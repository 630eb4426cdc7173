import type { Context } from 'aws-lambda';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { type CountMemory, countCrawls, countingTime } from './count-crawls.ts';
import { crawlCache } from './crawl-cache.ts';
import { runDispatchCall } from './dispatch-call.ts';
import { type CrawlMemory, dispatchCrawls, dispatchOptionsOf, type Turn } from './dispatch-crawls.ts';
import { requireVariable, wireFrontier, wireQueues, wireStageQueues, wireStores } from './wiring/wiring.ts';
import { meter } from './wiring/wiring-meter.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const ports = {
  ...stores,
  ...wireStageQueues(process.env),
  visits: wireQueues(process.env)<VisitMessage>('VISITS_QUEUE_URL'),
  frontier: wireFrontier(process.env, stores),
};
/** Maximum number of cached crawls. Each round reads all crawls in the same order, so an LRU cache with fewer entries always misses. */
const MAX_CACHED_CRAWLS = 10_000;
const findCrawl = crawlCache(stores, dispatchOptionsOf, MAX_CACHED_CRAWLS);
const readNumber = (name: string) => Number(requireVariable(process.env, name));
const capacity = { slots: readNumber('SLOTS'), hostsPerMessage: readNumber('HOSTS_PER_MESSAGE') };
const memory = new Map<string, CrawlMemory>();
const patience = process.env['ROUNDS'] === 'repeated' ? { inVain: 0, skip: 0 } : undefined;
const [turn, counted]: [Turn, CountMemory] = [{}, { states: new Map() }];

async function round(isFirst: boolean, context: Context) {
  const remainingMs = context.getRemainingTimeInMillis();
  const { crawls, ...sent } = await dispatchCrawls({ ports, findCrawl, memory, capacity }, { turn, remainingMs });
  const countUntil = stores.clock.now() + countingTime(context.getRemainingTimeInMillis());
  // The first round of a call also counts a part of the hosts.
  if (isFirst) await countCrawls(crawls, ports, counted, countUntil);
  return sent;
}

/** Runs every minute: sends the hosts that are due to the visits queue. */
export const handler = withMetering((_: unknown, context) =>
  runDispatchCall((isFirst) => round(isFirst, context), patience, stores, meter),
);

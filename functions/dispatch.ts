import type { ScheduledHandler } from 'aws-lambda';
import type { VisitMessage } from '../shared/ports/messages.ts';
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

async function round(): Promise<Round> {
  const sent = await dispatchCrawls(ports, findCrawl, memory, capacity);
  // The usage of a round that sent nothing belongs to the idle stack, not to the next crawl.
  meter.drain();
  return sent;
}

/** Runs every minute: sends the hosts that are due to the visits queue. */
export const handler: ScheduledHandler = withMetering(async () => {
  if (process.env['ROUNDS'] === 'repeated') await repeatRounds(round, stores.clock);
  else await round();
});

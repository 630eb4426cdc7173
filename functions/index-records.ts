import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { analyzeToString } from '../shared/index/analyze.ts';
import { indexRecords } from '../shared/index/index-records.ts';
import type { ObjectMessage, ReindexMessage } from '../shared/ports/messages.ts';
import { log } from './log.ts';
import { reindexRun } from './reindex-run.ts';
import { ENGINE_MS, whileUp } from './requeue-when-down.ts';
import { wireListRecords, wireQueues, wireStores } from './wiring/wiring.ts';
import { isSearchAway, wireIndex, wireNewIndex } from './wiring/wiring-search.ts';
import { metered } from './with-metering.ts';

const stores = wireStores(process.env);
const ports = { ...stores, index: wireIndex(process.env, analyzeToString) };
const own = wireQueues(process.env)<ObjectMessage | ReindexMessage>('OWN_QUEUE_URL');
const newIndex = wireNewIndex(process.env, analyzeToString);
const list = wireListRecords(process.env);

/** Records are written to the search engine: a step of its own, so that an engine that is down holds no links back. */
export const handler: SQSHandler = metered((event: SQSEvent, context) =>
  whileUp(event, context, own, { isAway: isSearchAway, now: stores.clock.now }, async (message) => {
    const hasTime = () => context.getRemainingTimeInMillis() > ENGINE_MS;
    if ('reindex' in message) return reindexRun(message, { ...ports, list, newIndex, own }, hasTime);
    const counts = await indexRecords(message, ports);
    await stores.control.settle(message.crawl, counts);
    log('info', 'indexed', { ...message, counts });
  }),
);

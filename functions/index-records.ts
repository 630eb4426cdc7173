import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage, ReindexMessage } from '../shared/ports/messages.ts';
import { analyzeToString } from '../shared/text/analysis/analyze.ts';
import { processSequentially } from './batch.ts';
import { withEngineTime } from './engine-time.ts';
import { indexObject } from './index-object.ts';
import { requeueUntried } from './requeue-untried.ts';
import { requeueWhenDown } from './requeue-when-down.ts';
import { isStoreUnavailable, wireListRecords, wireQueues, wireStores } from './wiring/wiring.ts';
import { isSearchUnavailable, wireIndex, wireNewIndex } from './wiring/wiring-search.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const ports = { ...stores, index: wireIndex(process.env, analyzeToString) };
const ownQueue = wireQueues(process.env)<ObjectMessage | ReindexMessage>('OWN_QUEUE_URL');
const newIndex = wireNewIndex(process.env, analyzeToString);
const list = wireListRecords(process.env);

/** Writes records to the search engine. A stage of its own, so that an unavailable engine does not delay links. */
export const handler: SQSHandler = withMetering((event: SQSEvent, context) => {
  const index = withEngineTime<ObjectMessage | ReindexMessage>(context, async (message, hasTime) => {
    if (!('reindex' in message)) return indexObject(message, { ...ports, ownQueue }, hasTime);
    const { continueReindex } = await import('./continue-reindex.ts');
    return continueReindex(message, { ...ports, list, newIndex, ownQueue }, hasTime);
  });
  const outages = { 'search-unavailable': isSearchUnavailable, 'store-unavailable': isStoreUnavailable };
  const work = requeueWhenDown(ownQueue, outages, stores.clock.now, index);
  return processSequentially(event, ownQueue, requeueUntried(ownQueue, context, work));
});

import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage, ReindexMessage } from '../shared/ports/messages.ts';
import { analyzeToString } from '../shared/text/analysis/analyze.ts';
import { continueReindex } from './continue-reindex.ts';
import { indexObject } from './index-object.ts';
import { ENGINE_CALL_RESERVE_MS, requeueWhenDown } from './requeue-when-down.ts';
import { wireListRecords, wireQueues, wireStores } from './wiring/wiring.ts';
import { isSearchUnavailable, wireIndex, wireNewIndex } from './wiring/wiring-search.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const ports = { ...stores, index: wireIndex(process.env, analyzeToString) };
const ownQueue = wireQueues(process.env)<ObjectMessage | ReindexMessage>('OWN_QUEUE_URL');
const newIndex = wireNewIndex(process.env, analyzeToString);
const list = wireListRecords(process.env);

/** Writes records to the search engine. A stage of its own, so that an unavailable engine does not delay links. */
export const handler: SQSHandler = withMetering((event: SQSEvent, context) =>
  requeueWhenDown(
    event,
    context,
    ownQueue,
    { isUnavailable: isSearchUnavailable, now: stores.clock.now },
    async (message) => {
      const hasTime = () => context.getRemainingTimeInMillis() > ENGINE_CALL_RESERVE_MS;
      if ('reindex' in message) return continueReindex(message, { ...ports, list, newIndex, ownQueue }, hasTime);
      await indexObject(message, { ...ports, ownQueue }, hasTime);
    },
  ),
);

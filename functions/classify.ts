import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { processConcurrently } from './batch.ts';
import { createClassifyBatch } from './classify-batch.ts';
import { lambdaClassifyOptions } from './classify-options.ts';
import { crawlCache } from './crawl-cache.ts';
import { requeueUntried } from './requeue-untried.ts';
import { requeueWhenDown } from './requeue-when-down.ts';
import {
  isStoreUnavailable,
  parseGrouping,
  wireFrontier,
  wireQueues,
  wireRecords,
  wireStores,
} from './wiring/wiring.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const ownQueue = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = { ...stores, frontier: wireFrontier(process.env, stores), records: wireRecords(process.env) };
const grouping = parseGrouping(process.env);
const hasIndex = process.env['RECORDS_QUEUE_URL'] !== undefined;
const findCrawl = crawlCache(stores, (settings) => lambdaClassifyOptions(settings, grouping, ports, hasIndex));

/** Turns documents into records, and enqueues their links. */
export const handler: SQSHandler = withMetering((event: SQSEvent, context) => {
  const classify = createClassifyBatch(ports, findCrawl, context);
  const outages = { 'store-unavailable': isStoreUnavailable };
  const work = requeueWhenDown<ObjectMessage>(ownQueue, outages, stores.clock.now, classify);
  return processConcurrently(event, ownQueue, requeueUntried(ownQueue, context, work));
});

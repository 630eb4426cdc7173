import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ClassifyOptions } from '../shared/classify/classify-documents.ts';
import { createRecentLinks } from '../shared/frontier/recent-links.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { classifyOptionsOf } from '../shared/settings/visit-options.ts';
import { processConcurrently } from './batch.ts';
import { createClassifyBatch } from './classify-batch.ts';
import { crawlCache } from './crawl-cache.ts';
import { parseGrouping, wireFrontier, wireQueues, wireRecords, wireStores } from './wiring/wiring.ts';
import { withMetering } from './with-metering.ts';

/** Recently enqueued links to remember for each crawl: 9 MB. They are forgotten when its settings change. */
const MAX_RECENT_LINKS = 2 ** 20;

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const ownQueue = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = { ...stores, frontier: wireFrontier(process.env, stores), records: wireRecords(process.env) };
const grouping = parseGrouping(process.env);
const findCrawl = crawlCache(
  stores,
  (settings): ClassifyOptions => ({
    ...classifyOptionsOf(settings, grouping),
    recentLinks: createRecentLinks(MAX_RECENT_LINKS),
  }),
);

/** Turns documents into records, and enqueues their links. */
export const handler: SQSHandler = withMetering((event: SQSEvent, context) => {
  const classify = createClassifyBatch(ports, findCrawl, context);
  return processConcurrently<ObjectMessage>(event, ownQueue, classify);
});

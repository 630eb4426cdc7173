import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { offeredLinks } from '../shared/frontier/enqueued-links.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { classifyOptionsOf } from '../shared/settings/visits.ts';
import { allMessages } from './batch.ts';
import { classifyRun } from './classify-run.ts';
import { crawls } from './crawl-cache.ts';
import { groupingOf, wireFrontier, wireQueues, wireRecords, wireStores } from './wiring/wiring.ts';
import { metered } from './with-metering.ts';

/** Remembered for each crawl: 9 MB, and forgotten when its settings change. */
const LINKS = 2 ** 20;

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const own = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = { ...stores, frontier: wireFrontier(process.env, stores), records: wireRecords(process.env) };
const grouping = groupingOf(process.env);
const crawlOf = crawls(stores, (settings) => ({
  ...classifyOptionsOf(settings, grouping),
  offered: offeredLinks(LINKS),
}));

/** Documents become records, and links for the frontier. */
export const handler: SQSHandler = metered((event: SQSEvent, context) => {
  const run = classifyRun(ports, crawlOf, context);
  return allMessages<ObjectMessage>(event, own, run);
});

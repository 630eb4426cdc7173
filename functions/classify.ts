import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { classifyDocuments } from '../shared/classify/classify-documents.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { classifyOptionsOf } from '../shared/settings/visits.ts';
import { eachMessage } from './batch.ts';
import { crawls } from './crawls.ts';
import { log } from './log.ts';
import { metered } from './run.ts';
import { groupingOf, wireFrontier, wireQueues, wireRecords, wireStores } from './wiring.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const own = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = { ...stores, frontier: wireFrontier(process.env, stores), records: wireRecords(process.env) };
const grouping = groupingOf(process.env);
const crawlOf = crawls(stores, (settings) => classifyOptionsOf(settings, grouping));

/** Documents become records, and links for the frontier. */
export const handler: SQSHandler = metered((event: SQSEvent, context) =>
  eachMessage<ObjectMessage>(event, context, own, async (message) => {
    const crawl = await crawlOf(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    const stopped = crawl.control.state === 'stopped';
    const counts = await classifyDocuments(message, ports, { ...crawl.made, stopped });
    await stores.control.settle(message.crawl, counts);
    log('info', 'classified', { ...message, counts });
  }),
);

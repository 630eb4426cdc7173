import type { SQSHandler } from 'aws-lambda';
import { noQueue } from '../shared/aws/no-queue.ts';
import { classifyDocuments } from '../shared/classify/classify-documents.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { eachMessage } from './batch.ts';
import { classifyOptionsOf } from './classify-options.ts';
import { crawls } from './crawls.ts';
import { log } from './log.ts';
import { groupingOf, wireFrontier, wireQueues, wireStores } from './wiring.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const own = queue<ObjectMessage>('OWN_QUEUE_URL');
// A stack without search has nobody to tell of records: they are kept all the same.
const records = process.env['RECORDS_QUEUE_URL'] ? queue<ObjectMessage>('RECORDS_QUEUE_URL') : noQueue<ObjectMessage>();
const ports = { ...stores, frontier: wireFrontier(process.env, stores), records };
const grouping = groupingOf(process.env);
const crawlOf = crawls(stores, classifyOptionsOf);

/** Documents become records, and links for the frontier. */
export const handler: SQSHandler = (event, context) =>
  eachMessage<ObjectMessage>(event, context, own, async (message) => {
    const crawl = await crawlOf(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    const stopped = crawl.control.state === 'stopped';
    const counts = await classifyDocuments(message, ports, { ...crawl.made, grouping, stopped });
    await stores.control.settle(message.crawl, counts);
    log('info', 'classified', { ...message, counts });
  });

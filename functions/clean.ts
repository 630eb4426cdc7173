import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { loadCleanOptions } from '../shared/settings/load-clean-options.ts';
import { processSequentially, type Work } from './batch.ts';
import { cleaningMs, cleanObject } from './clean-object.ts';
import { crawlCache } from './crawl-cache.ts';
import { lambdaConverter } from './lambda-converter.ts';
import { log } from './log.ts';
import { cleanLoader } from './plugins.ts';
import { requeueUntried } from './requeue-untried.ts';
import { requeueWhenDown } from './requeue-when-down.ts';
import { isStoreUnavailable, wireQueues, wireStores } from './wiring/wiring.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const ownQueue = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = {
  ...stores,
  documents: queue<ObjectMessage>('DOCUMENTS_QUEUE_URL'),
  deadLetters: queue<ObjectMessage>('CAPTURES_DEAD_URL'),
};
const load = cleanLoader(stores.objects);
const findCrawl = crawlCache(stores, (settings) => loadCleanOptions(settings, load));

/** Turns captures into documents. */
export const handler: SQSHandler = withMetering((event: SQSEvent, context) => {
  const clean: Work<ObjectMessage> = async (message, receives) => {
    const crawl = await findCrawl(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    await cleanObject(message, { ...ports, converter: lambdaConverter(context) }, crawl.derived, receives);
  };
  const work = requeueWhenDown(ownQueue, { 'store-unavailable': isStoreUnavailable }, stores.clock.now, clean);
  return processSequentially(event, ownQueue, requeueUntried(ownQueue, context, work, cleaningMs));
});

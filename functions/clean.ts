import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { cleanCaptures } from '../shared/clean/clean-captures.ts';
import type { ObjectMessage } from '../shared/ports/messages.ts';
import { wholeCleanOptionsOf } from '../shared/settings/whole-clean-options.ts';
import { eachMessage } from './batch.ts';
import { crawls } from './crawl-cache.ts';
import { converterFor } from './lambda-converter.ts';
import { log } from './log.ts';
import { loadForClean } from './plugins.ts';
import { wireQueues, wireStores } from './wiring/wiring.ts';
import { metered } from './with-metering.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const own = queue<ObjectMessage>('OWN_QUEUE_URL');
const ports = { ...stores, documents: queue<ObjectMessage>('DOCUMENTS_QUEUE_URL') };
const load = loadForClean(stores.objects);
const crawlOf = crawls(stores, (settings) => wholeCleanOptionsOf(settings, load));

/** Captures become documents. */
export const handler: SQSHandler = metered((event: SQSEvent, context) =>
  eachMessage<ObjectMessage>(event, context, own, async (message, receives) => {
    const crawl = await crawlOf(message.crawl);
    if (!crawl) return log('info', 'no-such-crawl', message);
    const { key, counts } = await cleanCaptures(
      message,
      { ...ports, converter: converterFor(context) },
      crawl.made,
      receives,
    );
    await stores.control.settle(message.crawl, counts);
    log('info', 'cleaned', { ...message, key, counts });
  }),
);

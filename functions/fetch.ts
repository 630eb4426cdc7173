import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage, VisitMessage } from '../shared/ports/messages.ts';
import { failInvocation, processConcurrently } from './batch.ts';
import { crawlCache } from './crawl-cache.ts';
import { crawlVisitOptions, createFetchBatch } from './fetch-batch.ts';
import { log } from './log.ts';
import { ABORT_RESERVE_MS } from './visit-options.ts';
import { parseGrouping, wireFrontier, wireHosts, wireQueues, wireStores } from './wiring/wiring.ts';
import { wireSecrets } from './wiring/wiring-secrets.ts';
import { withMetering } from './with-metering.ts';

const stores = wireStores(process.env);
const queue = wireQueues(process.env);
const ownQueue = queue<VisitMessage>('OWN_QUEUE_URL');
const ports = {
  ...stores,
  ...wireHosts(process.env, stores),
  frontier: wireFrontier(process.env, stores),
  captures: queue<ObjectMessage>('CAPTURES_QUEUE_URL'),
  readSecret: wireSecrets(process.env),
};
const findCrawl = crawlCache(stores, crawlVisitOptions(parseGrouping(process.env), ports));

/** Visits all hosts of all messages concurrently: most of a visit is waiting for the host's pause between requests. */
export const handler: SQSHandler = withMetering(async (event: SQSEvent, context) => {
  const batch = createFetchBatch(ports, context.getRemainingTimeInMillis() - ABORT_RESERVE_MS);
  try {
    const batchResponse = await processConcurrently<VisitMessage>(event, ownQueue, async (message) => {
      const crawl = await findCrawl(message.crawl);
      if (!crawl) return log('info', 'no-such-crawl', { crawl: message.crawl });
      await batch.visit(message, crawl.derived);
    });
    // If all messages failed, or at least two hosts in a row, the cause is not a single host: count an error of the function.
    const hasFailed = batchResponse.batchItemFailures.length === event.Records.length || batch.isStalled();
    return hasFailed ? await failInvocation(event, batchResponse, ownQueue) : batchResponse;
  } finally {
    await batch.end();
  }
});

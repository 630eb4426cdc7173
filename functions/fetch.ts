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
const own = queue<VisitMessage>('OWN_QUEUE_URL');
const ports = {
  ...stores,
  ...wireHosts(process.env, stores),
  frontier: wireFrontier(process.env, stores),
  captures: queue<ObjectMessage>('CAPTURES_QUEUE_URL'),
  readSecret: wireSecrets(process.env),
};
const findCrawl = crawlCache(stores, crawlVisitOptions(parseGrouping(process.env)));

/** Visits all hosts of all messages at once: they share the time that each of them spends waiting. */
export const handler: SQSHandler = withMetering(async (event: SQSEvent, context) => {
  const batch = createFetchBatch(ports, context.getRemainingTimeInMillis() - ABORT_RESERVE_MS);
  try {
    const answer = await processConcurrently<VisitMessage>(event, own, async (message) => {
      const crawl = await findCrawl(message.crawl);
      if (!crawl) return log('info', 'no-such-crawl', { crawl: message.crawl });
      await batch.visit(message, crawl.derived);
    });
    // More than one host is affected, so the invocation counts as an error of the function.
    const hasFailed = answer.batchItemFailures.length === event.Records.length || batch.isStalled();
    return hasFailed ? await failInvocation(event, answer, own) : answer;
  } finally {
    await batch.end();
  }
});

import type { SQSEvent, SQSHandler } from 'aws-lambda';
import type { ObjectMessage, VisitMessage } from '../shared/ports/messages.ts';
import { allMessages, failCall } from './batch.ts';
import { crawls } from './crawl-cache.ts';
import { crawlsToVisit, fetchRun } from './fetch-run.ts';
import { log } from './log.ts';
import { ABORT_RESERVE_MS } from './visit-options.ts';
import { groupingOf, wireFrontier, wireHosts, wireQueues, wireStores } from './wiring/wiring.ts';
import { wireSecrets } from './wiring/wiring-secrets.ts';
import { metered } from './with-metering.ts';

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
const crawlOf = crawls(stores, crawlsToVisit(groupingOf(process.env)));

/** All hosts of all messages are visited at once: waiting is cheap as long as it is shared. */
export const handler: SQSHandler = metered(async (event: SQSEvent, context) => {
  const run = fetchRun(ports, context.getRemainingTimeInMillis() - ABORT_RESERVE_MS);
  try {
    const answer = await allMessages<VisitMessage>(event, own, async (message) => {
      const crawl = await crawlOf(message.crawl);
      if (!crawl) return log('info', 'no-such-crawl', { crawl: message.crawl });
      await run.visit(message, crawl.made);
    });
    // Counted as an error of the function: something is wrong with more than a host.
    const isFault = answer.batchItemFailures.length === event.Records.length || run.standsStill();
    return isFault ? await failCall(event, answer, own) : answer;
  } finally {
    await run.end();
  }
});

import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { analyzeToString } from '../shared/index/analyze.ts';
import { indexRecords } from '../shared/index/index-records.ts';
import type { ObjectMessage, PutBack } from '../shared/ports/messages.ts';
import { log } from './log.ts';
import { metered } from './run.ts';
import { whileUp } from './while-up.ts';
import { wireQueues, wireStores } from './wiring.ts';
import { isSearchAway, wireIndex } from './wiring-search.ts';

const { control, objects, clock } = wireStores(process.env);
const ports = { objects, index: wireIndex(process.env, analyzeToString) };
const own = wireQueues(process.env)<ObjectMessage & PutBack>('OWN_QUEUE_URL');

/** Records are written to the search engine: a step of its own, so that an engine that is down holds no links back. */
export const handler: SQSHandler = metered((event: SQSEvent, context) =>
  whileUp<ObjectMessage>(event, context, own, { isAway: isSearchAway, now: clock.now }, async (message) => {
    const counts = await indexRecords(message, ports);
    await control.settle(message.crawl, counts);
    log('info', 'indexed', { ...message, counts });
  }),
);

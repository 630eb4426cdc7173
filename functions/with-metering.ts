import type { Context, SQSEvent } from 'aws-lambda';
import { log } from './log.ts';
import { meter } from './wiring/wiring-meter.ts';

/** Messages that the service receives or deletes with one request. */
const MESSAGES_PER_REQUEST = 10;

/**
 * Wraps a handler: measures what each invocation uses and logs it in one line.
 *
 * An invocation with messages includes the requests with which the service received and deletes them. Empty polls of queues and
 * the schedule that calls dispatch belong to the cost of the idle stack.
 */
export function withMetering<Event, Answer>(
  handle: (event: Event, context: Context) => Promise<Answer>,
): (event: Event, context: Context) => Promise<Answer> {
  return async (event, context) => {
    meter.start();
    const messages = (event as Partial<SQSEvent>).Records?.length ?? 0;
    if (messages > 0) meter.count('sqs.EventSource.requests', 2 * Math.ceil(messages / MESSAGES_PER_REQUEST));
    try {
      return await handle(event, context);
    } finally {
      log('info', 'run', { messages, usage: meter.end() });
    }
  };
}

import type { Context, SQSEvent } from 'aws-lambda';
import { log } from './log.ts';
import { meter } from './wiring/wiring-meter.ts';

/** What the service takes out of a queue, or deletes there, with one request. */
const MESSAGES_A_REQUEST = 10;

/**
 * A handler whose calls are counted from their beginning to their end, and each told in one line with all that it used.
 *
 * With a call for messages goes what the service did to bring them: it received them, and deletes them afterwards. Its
 * empty polls are nobody's call and belong to the idle stack; so does the schedule's call of dispatch.
 */
export function metered<Event, Answer>(
  handle: (event: Event, context: Context) => Promise<Answer>,
): (event: Event, context: Context) => Promise<Answer> {
  return async (event, context) => {
    meter.begin();
    const messages = (event as Partial<SQSEvent>).Records?.length ?? 0;
    if (messages > 0) meter.count('sqs.EventSource.requests', 2 * Math.ceil(messages / MESSAGES_A_REQUEST));
    try {
      return await handle(event, context);
    } finally {
      log('info', 'run', { messages, usage: meter.end() });
    }
  };
}

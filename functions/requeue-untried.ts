import type { Context } from 'aws-lambda';
import { TooLittleTimeError } from '../shared/http/too-little-time.ts';
import type { RequeueInfo } from '../shared/ports/messages.ts';
import { MAX_RECEIVES, type Queue } from '../shared/ports/queue.ts';
import type { Work } from './batch.ts';
import { log } from './log.ts';

/** Time reserved for the response: if the function times out, its whole batch fails. Milliseconds. */
const RESPONSE_RESERVE_MS = 5_000;

/**
 * Wraps work so that a message for which no time is left in the call is sent again as a new one. Slow messages before it in the
 * batch would otherwise use up its receives, and it would be dead-lettered without a try.
 *
 * The first message of a batch has the time of a whole call. If that is too little, it fails like any other. The new message
 * carries the number of failures, so one that always fails is dead-lettered also if it is requeued in between.
 *
 * @param queue the queue that the message came from
 * @param work throws `TooLittleTimeError` if it needs more time than is left. Its receives include those of earlier messages.
 */
export function requeueUntried<Message extends object>(
  queue: Pick<Queue<Message & RequeueInfo>, 'send'>,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  work: Work<Message & RequeueInfo>,
): Work<Message & RequeueInfo> {
  return async (message, receives, isFirst) => {
    const failures = (message.failures ?? 0) + receives - 1;
    try {
      if (context.getRemainingTimeInMillis() <= RESPONSE_RESERVE_MS)
        throw new TooLittleTimeError('not enough time is left for this message');
      return await work(message, failures + 1, isFirst);
    } catch (error) {
      const isUntried = error instanceof TooLittleTimeError && !isFirst && failures < MAX_RECEIVES - 1;
      if (!isUntried) throw error;
      await queue.send([{ ...message, ...(failures > 0 && { failures }) }]);
      log('info', 'requeued-untried', message);
    }
  };
}

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
 * @param needsMs returns the time that a message may need. With less time left it is not tried, unless it is the first of its batch or this
 *   is its last try. Milliseconds. Absent: only the time for the response of the call is kept
 */
export function requeueUntried<Message extends object>(
  queue: Pick<Queue<Message & RequeueInfo>, 'send'>,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  work: Work<Message & RequeueInfo>,
  needsMs: (receives: number) => number = () => 0,
): Work<Message & RequeueInfo> {
  return async (message, receives, isFirst) => {
    const failures = (message.failures ?? 0) + receives - 1;
    const mayWait = !isFirst && failures < MAX_RECEIVES - 1;
    try {
      const neededMs = Math.max(RESPONSE_RESERVE_MS, mayWait ? needsMs(failures + 1) : 0);
      if (context.getRemainingTimeInMillis() <= neededMs)
        throw new TooLittleTimeError('not enough time is left for this message');
      return await work(message, failures + 1, isFirst);
    } catch (error) {
      if (!(error instanceof TooLittleTimeError && mayWait)) throw error;
      await queue.send([{ ...message, ...(failures > 0 && { failures }) }]);
      log('info', 'requeued-untried', message);
    }
  };
}

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { TooLittleTimeError } from '../shared/http/too-little-time.ts';
import type { RequeueInfo } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { DAY_MS } from '../shared/text/time-units.ts';
import { processSequentially } from './batch.ts';
import { errorFields, log } from './log.ts';
import { requeueUntried } from './requeue-untried.ts';

/** Delay before the next attempt if the search engine is unavailable. Milliseconds. */
const RETRY_DELAY_MS = 30_000;

/**
 * Remaining time that a call of the engine needs: a request that hangs times out after three attempts of 20 s
 * (`shared/aws/opensearch/opensearch-client.ts`). If the function times out, its whole batch fails. Milliseconds.
 */
export const ENGINE_CALL_RESERVE_MS = 65_000;

/** A message that was requeued for longer fails: the engine may be rejecting only this one. Milliseconds. */
const MAX_REQUEUE_MS = DAY_MS;

/**
 * Processes a batch in order while the search engine is available. Otherwise sends the messages again as new ones: an
 * unavailable engine must not use up their receives, or all of them would be dead-lettered. A message that the engine rejects
 * fails as in every stage. So does one that was requeued for a day, since an engine that is too busy for a single record
 * reports the same error as one that is too busy for all.
 *
 * @param engine.isUnavailable whether an error means that the engine is unavailable.
 * @param engine.now epoch ms.
 */
export function requeueWhenDown<Message extends object>(
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  queue: Pick<Queue<Message & RequeueInfo>, 'nack' | 'send'>,
  engine: { isUnavailable(error: unknown): boolean; now(): number },
  work: (message: Message) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  let isDown = false;
  const tryMessage = async (message: Message & RequeueInfo): Promise<unknown> => {
    if (!isDown && context.getRemainingTimeInMillis() < ENGINE_CALL_RESERVE_MS)
      throw new TooLittleTimeError('not enough time is left for a call of the search engine');
    const { since = engine.now() } = message;
    try {
      if (!isDown) return await work(message);
    } catch (error) {
      if (!engine.isUnavailable(error)) throw error;
      isDown = true;
      log('error', 'search-unavailable', errorFields(error));
      if (engine.now() - since > MAX_REQUEUE_MS) throw error;
    }
    return queue.send([{ ...message, since }], RETRY_DELAY_MS);
  };
  return processSequentially(event, queue, requeueUntried(queue, context, tryMessage));
}

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Queue } from '../shared/ports/queue.ts';
import { eachMessage } from './batch.ts';
import { faultOf, log } from './log.ts';

/** Until a search engine that takes nothing is asked again. Milliseconds. */
const REST_MS = 30_000;

/**
 * Works off a batch as long as the search engine is there. When it is not, messages are put back as new ones: an engine
 * that is down, however long, must not use up their receives, or all of them would end with the dead letters. One that
 * the engine refuses for itself fails as in every stage.
 *
 * @param engine.isAway whether an error says that the engine takes nothing at the moment.
 */
export function whileUp<Message>(
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  queue: Pick<Queue<Message>, 'giveBack' | 'send'>,
  engine: { isAway(error: unknown): boolean },
  work: (message: Message) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  let isDown = false;
  return eachMessage<Message>(event, context, queue, async (message) => {
    try {
      if (!isDown) return await work(message);
    } catch (error) {
      if (!engine.isAway(error)) throw error;
      isDown = true;
      log('error', 'search-unavailable', faultOf(error));
    }
    await queue.send([message], REST_MS);
  });
}

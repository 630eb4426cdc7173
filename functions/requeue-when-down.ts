import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { PutBack } from '../shared/ports/messages.ts';
import type { Queue } from '../shared/ports/queue.ts';
import { eachMessage } from './batch.ts';
import { faultOf, log } from './log.ts';

/** Until a search engine that takes nothing is asked again. Milliseconds. */
const REST_MS = 30_000;

/**
 * The engine is only asked when so much time is left: a request that hangs is given up after three times 20 s
 * (`shared/aws/opensearch/opensearch-client.ts`), and a function that is cut off has failed its whole batch. Milliseconds.
 */
export const ENGINE_MS = 65_000;

/** Whom the engine is away for so long, while others come through, it may be away for alone. Milliseconds. */
const DAY_MS = 24 * 3_600_000;

/**
 * Works off a batch as long as the search engine is there. When it is not, messages are put back as new ones: an engine
 * that is down, however slow to say so, must not use up their receives, or all of them would end with the dead letters.
 * One that the engine refuses for itself fails as in every stage, and so does one that was put back for a day: an engine
 * that is too busy for one record says the same as one that is too busy for all.
 *
 * @param engine.isAway whether an error says that the engine takes nothing at the moment.
 * @param engine.now epoch ms.
 */
export function whileUp<Message extends object>(
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  queue: Pick<Queue<Message & PutBack>, 'giveBack' | 'send'>,
  engine: { isAway(error: unknown): boolean; now(): number },
  work: (message: Message) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  let isDown = false;
  return eachMessage<Message & PutBack>(event, context, queue, async (message) => {
    if (!isDown && context.getRemainingTimeInMillis() < ENGINE_MS) return queue.send([message]);
    const { since = engine.now() } = message;
    try {
      if (!isDown) return await work(message);
    } catch (error) {
      if (!engine.isAway(error)) throw error;
      isDown = true;
      log('error', 'search-unavailable', faultOf(error));
      if (engine.now() - since > DAY_MS) throw error;
    }
    await queue.send([{ ...message, since }], REST_MS);
  });
}

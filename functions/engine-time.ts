import type { Context } from 'aws-lambda';
import { TooLittleTimeError } from '../shared/http/too-little-time.ts';
import type { Work } from './batch.ts';

/**
 * Remaining time that a call of the engine needs: a request that hangs times out after three attempts of 20 s
 * (`shared/aws/opensearch/opensearch-client.ts`). If the function times out, its whole batch fails. Milliseconds.
 */
export const ENGINE_CALL_RESERVE_MS = 65_000;

/**
 * Wraps work that calls the search engine, so that it begins only if there is time for a call.
 *
 * @param work gets a function that tells whether there is time for a further call
 * @returns work that throws `TooLittleTimeError` if there is no time
 */
export function withEngineTime<Message>(
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  work: (message: Message, hasTime: () => boolean) => Promise<unknown>,
): Work<Message> {
  const hasTime = () => context.getRemainingTimeInMillis() >= ENGINE_CALL_RESERVE_MS;
  return async (message) => {
    if (!hasTime()) throw new TooLittleTimeError('not enough time is left for a call of the search engine');
    return work(message, hasTime);
  };
}

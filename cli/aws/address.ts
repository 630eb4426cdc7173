import { ServiceError } from './error.ts';
import type { Answer } from './request.ts';
import type { Stack } from './target.ts';

/**
 * The address of the API, with a slash at its end. Where another server stands in for AWS, it is behind that server's one
 * address, by the path that such servers share.
 */
export function apiOf({ outputs, aws: { endpoint } }: Pick<Stack, 'outputs' | 'aws'>): string {
  const url = outputs['ApiUrl']!;
  if (endpoint === undefined) return url;
  const [, id] = /^https?:\/\/(\w+)\.execute-api\./.exec(url) ?? [];
  return id === undefined ? url : `${endpoint.replace(/\/$/, '')}/_aws/execute-api/${id}/$default/`;
}

/**
 * Asks the API at its noted address, and where no API is there (any more), at the one that the account tells then: the stack
 * may have been taken away and made again from elsewhere. The stack in hand knows that address from then on.
 *
 * @param isGone whether an answer is not the stack's own, but that of a place without it.
 * @returns the last answer; one that is gone says that the account knows no other address either, or was not asked.
 * @throws UsageError when there is no such stack any more, ServiceError when that cannot be asked.
 */
export async function askApi(
  stack: Stack,
  ask: (api: string) => Promise<Answer>,
  isGone: (answer: Answer) => boolean,
): Promise<Answer> {
  const before = apiOf(stack);
  const { renewed } = stack;
  if (!renewed) return ask(before);
  const found = await orNoName(() => ask(before));
  if (found && !isGone(found)) return found;
  delete stack.renewed;
  const { outputs } = await renewed().catch((error) => unknowable(stack.stack, error));
  stack.outputs = outputs;
  return found && apiOf(stack) === before ? found : ask(apiOf(stack));
}

/** @returns undefined where the name of an API that is gone has gone with it. */
async function orNoName(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    const { cause } = (error as { cause?: { cause?: { code?: string } } }).cause ?? {};
    if (error instanceof ServiceError && cause?.code === 'ENOTFOUND') return undefined;
    throw error;
  }
}

function unknowable(stack: string, error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(
    `stack ${stack} is not at its noted address any more, and asking for another failed: ${error.message}`,
    {
      cause: error,
    },
  );
}

import { ServiceError } from './error.ts';
import type { ServiceResponse } from './request.ts';
import type { Stack } from './target.ts';

/**
 * The address of the API, with a slash at its end. Where another server stands in for AWS, it is behind that server's one
 * address, by the path that such servers share.
 */
export function apiUrl({ outputs, aws: { endpoint } }: Pick<Stack, 'outputs' | 'aws'>): string {
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
export async function requestApi(
  stack: Stack,
  ask: (api: string) => Promise<ServiceResponse>,
  isGone: (answer: ServiceResponse) => boolean,
): Promise<ServiceResponse> {
  const before = apiUrl(stack);
  const { refresh: renewed } = stack;
  if (!renewed) return ask(before);
  const found = await requestUnlessNameGone(() => ask(before));
  if (found && !isGone(found)) return found;
  delete stack.refresh;
  const { outputs } = await renewed().catch((error) => refreshFailed(stack.stack, error));
  stack.outputs = outputs;
  return found && apiUrl(stack) === before ? found : ask(apiUrl(stack));
}

/** @returns undefined where the name of an API that is gone has gone with it. */
async function requestUnlessNameGone(ask: () => Promise<ServiceResponse>): Promise<ServiceResponse | undefined> {
  try {
    return await ask();
  } catch (error) {
    const { cause } = (error as { cause?: { cause?: { code?: string } } }).cause ?? {};
    if (error instanceof ServiceError && cause?.code === 'ENOTFOUND') return undefined;
    throw error;
  }
}

function refreshFailed(stack: string, error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError(
    `stack ${stack} is not at its noted address any more, and asking for another failed: ${error.message}`,
    {
      cause: error,
    },
  );
}

import { ServiceError } from './error.ts';
import type { ServiceResponse } from './request.ts';
import type { Stack } from './target.ts';

/**
 * Returns the URL of the stack's API, with a slash at the end. With a custom endpoint (an AWS emulator), the API is
 * behind that endpoint under the path that emulators use.
 */
export function apiUrl({ outputs, aws: { endpoint } }: Pick<Stack, 'outputs' | 'aws'>): string {
  const url = outputs['ApiUrl']!;
  if (endpoint === undefined) return url;
  const [, id] = /^https?:\/\/(\w+)\.execute-api\./.exec(url) ?? [];
  return id === undefined ? url : `${endpoint.replace(/\/$/, '')}/_aws/execute-api/${id}/$default/`;
}

/**
 * Sends a request to the saved URL of the API. If no stack answers there, asks the account for the current URL, saves
 * it, and sends the request once more: the stack may have been deleted and deployed again from another folder.
 *
 * @param isGone whether a response shows that there is no stack at the URL
 * @returns the last response; if `isGone` holds for it, the account knows no other URL
 * @throws UsageError if the stack no longer exists, ServiceError if the account does not answer
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

/** @returns undefined if the host name of the API no longer exists */
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
    `stack ${stack} no longer answers at its saved URL, and its current URL could not be read: ${error.message}`,
    {
      cause: error,
    },
  );
}

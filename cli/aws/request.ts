import type { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { DeadLetter } from '../../shared/ports/queue.ts';
import { ServiceError } from './error.ts';

export type UnsignedRequest = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string };

/** URLs of a stage's queue and its dead-letter queue. */
export type DeadLetterQueue = { dead: string; target: string };

/** What every SDK client is created with. `credentials` throws a ServiceError if there are none. */
export type ClientConfig = { region: string; endpoint?: string; credentials: ReturnType<typeof defaultProvider> };

/** One AWS account and region. `wiring.ts` creates it; tests pass their own. */
export type Aws = {
  region: string;
  /** Endpoint of an AWS emulator; undefined: AWS itself. */
  endpoint: string | undefined;
  /** For the pauses between attempts. */
  clock: Pick<Clock, 'sleep'>;
  /** Configuration of SDK clients. */
  clientConfig: ClientConfig;
  /** Signs a request (SigV4) and returns its headers. @throws ServiceError if there are no credentials */
  sign(service: string, request: UnsignedRequest): Promise<Record<string, string>>;
  deadLetters(queue: DeadLetterQueue, max: number): Promise<DeadLetter<unknown>[]>;
  /** Returns the approximate number of dead letters that others have received and hide for up to a minute. */
  hiddenDeadLetters(queue: DeadLetterQueue): Promise<number>;
  redrive(queue: DeadLetterQueue, max: number): Promise<number>;
  /** Deletes dead letters. @returns what they were */
  discard(queue: DeadLetterQueue, max: number): Promise<DeadLetter<unknown>[]>;
  /** Opens the stored objects of a stack by the names of its buckets. */
  openObjects(buckets: { raw: string; data: string }): Promise<Objects>;
};

export type ServiceResponse = { status: number; text: string; retryAfterS: number | undefined };

/** Maximum number of attempts, and the pause after the first. */
const MAX_TRIES = 3;
const FIRST_RETRY_MS = 300;
/** API Gateway ends a call after 30 s itself. */
const TIMEOUT_MS = 35_000;

/**
 * Sends a request and retries on connection errors, throttling and server errors. All requests sent here are
 * idempotent.
 *
 * @param service service to sign for; undefined: unsigned
 * @returns the response, also if it is an error
 * @throws ServiceError if there was no response
 */
export async function sendRequest(
  aws: Pick<Aws, 'sign' | 'clock'>,
  service: string | undefined,
  request: UnsignedRequest,
): Promise<ServiceResponse> {
  for (let tried = 1; ; tried++) {
    const last = tried === MAX_TRIES;
    try {
      const answer = await sendOnce(aws, service, request);
      if (last || (answer.status !== 429 && answer.status < 500) || answer.retryAfterS !== undefined) return answer;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (last) throw unreachableError(request.url, error);
    }
    await aws.clock.sleep(FIRST_RETRY_MS * 2 ** (tried - 1));
  }
}

async function sendOnce(
  aws: Pick<Aws, 'sign'>,
  service: string | undefined,
  request: UnsignedRequest,
): Promise<ServiceResponse> {
  const { method, url, body } = request;
  // A signature contains the time, so each try has its own.
  const headers = service === undefined ? request.headers : await aws.sign(service, request);
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    text: await response.text(),
    retryAfterS: Number.isFinite(after) ? after : undefined,
  };
}

function unreachableError(url: string, error: unknown): ServiceError {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return new ServiceError(`cannot connect to ${new URL(url).host} (${cause?.code ?? message})`, { cause: error });
}

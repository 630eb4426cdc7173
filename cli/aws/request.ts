import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetter } from '../../shared/ports/queue.ts';
import { type AwsErrorDetails, ServiceError } from './error.ts';

export type UnsignedRequest = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string };

/** Addresses of a stage's queue and of its dead letters. */
export type DeadLetterQueue = { dead: string; target: string };

/** One account and region, as the commands use it; `wiring.ts` makes it, tests hand in their own. */
export type Aws = {
  region: string;
  /** Where another server stands in for all of AWS; undefined: AWS itself. */
  endpoint: string | undefined;
  /** Headers with the signature (SigV4). @throws ServiceError when there are no credentials. */
  sign(service: string, request: UnsignedRequest): Promise<Record<string, string>>;
  deadLetters(queue: DeadLetterQueue, max: number): Promise<DeadLetter<unknown>[]>;
  redrive(queue: DeadLetterQueue, max: number): Promise<number>;
};

export type ServiceResponse = { status: number; text: string; retryAfterS: number | undefined };

const MAX_TRIES = 3;
const FIRST_RETRY_MS = 300;
/** A gateway ends a call after 30 seconds itself. */
const TIMEOUT_MS = 35_000;

/**
 * Sends a request, again where that may help: no connection, too many requests, a fault of the service. What is sent here
 * may be sent twice.
 *
 * @param service what it is signed for; undefined: it is not signed.
 * @returns any answer, also a refusal. @throws ServiceError when there was none.
 */
export async function sendRequest(
  aws: Pick<Aws, 'sign'>,
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
    await sleep(FIRST_RETRY_MS * 2 ** (tried - 1));
  }
}

async function sendOnce(
  aws: Pick<Aws, 'sign'>,
  service: string | undefined,
  request: UnsignedRequest,
): Promise<ServiceResponse> {
  const { method, url, body } = request;
  // The time is part of a signature, so each try has its own.
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
  return new ServiceError(`${new URL(url).host} cannot be reached (${cause?.code ?? message})`, { cause: error });
}

/** Reads what a service of AWS says of an error, in JSON or in XML. */
export function parseAwsError({ status, text }: Pick<ServiceResponse, 'status' | 'text'>): AwsErrorDetails {
  const json = parseJson(text) as { __type?: string; code?: string; message?: string; Message?: string } | undefined;
  if (json && typeof json === 'object') {
    const code = json.__type?.split('#').at(-1) ?? json.code ?? `HTTP ${status}`;
    return { code, message: json.message ?? json.Message ?? '' };
  }
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? `HTTP ${status}`;
  return { code, message: /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? '' };
}

/** @returns undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

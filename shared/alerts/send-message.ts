import { LocalFaultError } from '../http/local-fault.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { Clock } from '../ports/clock.ts';
import type { FailureReason, Fetcher, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Url } from '../url/url.ts';
import type { Webhook } from './alert.ts';
import { webhookHeaders } from './sign-message.ts';

/** Timeout of one attempt. Milliseconds. */
const TIMEOUT_MS = 15_000;
/** Bytes of a response that are read. Its status is all that counts. */
const MAX_RESPONSE_BYTES = 16_384;
/** Pauses before further attempts, milliseconds. What fails after them waits for the next evaluation. */
const PAUSES_MS: readonly number[] = [1_000, 5_000];
/** Length of a detail of a failure in a message, in UTF-16 units. */
const MAX_DETAIL = 200;

/** Reasons of failures without a connection. */
const NO_CONNECTION: ReadonlySet<string> = new Set(['dns', 'connect', 'tls'] satisfies FailureReason[]);

/** An attempt that the signal ended: it tells nothing about the receiver. */
export const INTERRUPTED: SendFailure = { message: 'interrupted', isUnreachable: true };

/** Why a message was not delivered. */
export type SendFailure = {
  message: string;
  /** The receiver could not be reached, or says that it is unavailable: a later attempt may succeed. */
  isUnreachable: boolean;
  /** There was no connection to the host, so the other alerts with it need not try now. Absent: there was one. */
  isDown?: true;
  /** There was no response, maybe for this URL only: the other alerts with the host should try once. Absent: there was one. */
  isSilent?: true;
  /** The receiver wants no further attempt before. Epoch milliseconds. Absent: it does not say. */
  notBefore?: number;
};

/**
 * Posts a message until the receiver accepts it (status 2xx). Follows no redirects.
 *
 * @param signal ends the attempts
 * @param maxAttempts maximum number of attempts. Default: 3
 * @returns undefined if it was delivered
 */
export async function sendMessage(
  { url, key }: Webhook,
  { id, body }: { id: string; body: string },
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
  signal: AbortSignal,
  maxAttempts = PAUSES_MS.length + 1,
): Promise<SendFailure | undefined> {
  const host = new URL(url).host;
  for (const pauseMs of [...PAUSES_MS.slice(0, maxAttempts - 1), undefined]) {
    const nowMs = clock.now();
    const result = await fetcher
      .fetch(url as Url, {
        method: 'POST',
        headers: { ...webhookHeaders(id, body, key, nowMs), accept: '*/*', 'content-type': 'application/json' },
        body: Buffer.from(body),
        maxBytes: MAX_RESPONSE_BYTES,
        timeoutMs: TIMEOUT_MS,
        signal,
      })
      .catch(failureOfMachine);
    const failure = result.kind === 'failure' && signal.aborted ? INTERRUPTED : failureOf(result, nowMs);
    if (!failure) return undefined;
    const mayRetry = failure.isUnreachable && failure.notBefore === undefined && !signal.aborted;
    // The host alone: the path of a webhook may be a secret.
    if (!mayRetry || pauseMs === undefined) return { ...failure, message: `${host}: ${failure.message}` };
    await clock.sleep(pauseMs, signal);
  }
  return undefined;
}

function failureOfMachine(error: unknown): HttpFailure {
  if (error instanceof LocalFaultError) return { kind: 'failure', reason: 'connect', detail: error.message };
  throw error;
}

function failureOf(result: HttpResponse | HttpFailure, nowMs: number): SendFailure | undefined {
  if (result.kind === 'failure') {
    const { reason, detail } = result;
    if (reason === 'private-address')
      return { message: `${detail}: a private address; network.allowPrivate permits it`, isUnreachable: false };
    const message = `${reason}: ${detail}`.slice(0, MAX_DETAIL);
    return { message, isUnreachable: true, ...(NO_CONNECTION.has(reason) ? { isDown: true } : { isSilent: true }) };
  }
  const { status, headers } = result;
  result.release?.();
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return { message: `status ${status}: a redirect, which is not followed`, isUnreachable: false };
  const notBefore = retryAfter(headers, nowMs);
  return {
    message: `status ${status}`,
    isUnreachable: status >= 500 || status === 408 || status === 429,
    ...(notBefore !== undefined && notBefore > nowMs && { notBefore }),
  };
}

import { LocalFaultError } from '../http/local-fault.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { Clock } from '../ports/clock.ts';
import type { FailureReason, Fetcher, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Url } from '../url/url.ts';
import { failureDetail, INTERRUPTED, type SendFailure, sendRepeatedly } from './send-failure.ts';
import { webhookHeaders } from './sign-message.ts';
import type { Webhook } from './webhook.ts';

/** Timeout of one attempt. Milliseconds. */
const TIMEOUT_MS = 15_000;
/** Bytes of a response that are read. Its status is all that counts. */
const MAX_RESPONSE_BYTES = 16_384;

/** Reasons of failures without a connection. */
const NO_CONNECTION: ReadonlySet<string> = new Set(['dns', 'connect', 'tls'] satisfies FailureReason[]);

/**
 * Posts a message until the receiver accepts it (status 2xx). Follows no redirects.
 *
 * @param signal ends the attempts
 * @param maxAttempts maximum number of attempts. Default: 3
 * @returns undefined if it was delivered
 */
export function sendMessage(
  { url, key }: Webhook,
  { id, body }: { id: string; body: string },
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
  signal: AbortSignal,
  maxAttempts?: number,
): Promise<SendFailure | undefined> {
  async function attempt(): Promise<SendFailure | undefined> {
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
    return result.kind === 'failure' && signal.aborted ? INTERRUPTED : failureOf(result, nowMs);
  }
  // The host alone: the path of a webhook may be a secret.
  return sendRepeatedly(attempt, new URL(url).host, clock, signal, maxAttempts);
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
    const message = failureDetail(`${reason}: ${detail}`);
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

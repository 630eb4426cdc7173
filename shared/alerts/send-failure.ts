import type { Clock } from '../ports/clock.ts';

/** Pauses before further attempts, milliseconds. What fails after them waits for the next evaluation. */
const PAUSES_MS: readonly number[] = [1_000, 5_000];
/** Length of a detail of a failure in a message, in UTF-16 units. */
const MAX_DETAIL = 200;

/** Why a message was not delivered. */
export type SendFailure = {
  message: string;
  /** The receiver could not be reached, or says that it is unavailable: a later attempt may succeed. */
  isUnreachable: boolean;
  /** The server serves none of the other alerts either, so they need not try now. Absent: it may. */
  isDown?: true;
  /** There was no response, maybe for this message only: the other alerts with the server should try once. Absent: there was one. */
  isSilent?: true;
  /** The receiver wants no further attempt before. Epoch milliseconds. Absent: it does not say. */
  notBefore?: number;
};

/** An attempt that the signal ended: it tells nothing about the receiver. */
export const INTERRUPTED: SendFailure = { message: 'interrupted', isUnreachable: true };

/** Returns the detail of a failure in one line. */
export const failureDetail = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL);

/**
 * Repeats an attempt to send a message while the receiver cannot be reached.
 *
 * @param attempt sends the message once. @returns undefined if it was delivered
 * @param server named in the message of a failure
 * @param signal ends the attempts
 * @param maxAttempts maximum number of attempts. Default: 3
 * @returns undefined if the message was delivered
 */
export async function sendRepeatedly(
  attempt: () => Promise<SendFailure | undefined>,
  server: string,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
  maxAttempts = PAUSES_MS.length + 1,
): Promise<SendFailure | undefined> {
  for (const pauseMs of [...PAUSES_MS.slice(0, maxAttempts - 1), undefined]) {
    const failure = await attempt();
    if (!failure) return undefined;
    const mayRetry = failure.isUnreachable && failure.notBefore === undefined && !signal.aborted;
    if (!mayRetry || pauseMs === undefined) return { ...failure, message: `${server}: ${failure.message}` };
    await clock.sleep(pauseMs, signal);
  }
  return undefined;
}

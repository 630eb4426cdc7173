import type { Clock } from '../ports/clock.ts';
import type { Mail, Mailer, MailFailure } from '../ports/mailer.ts';
import { failureDetail, INTERRUPTED, type SendFailure, sendRepeatedly } from './send-failure.ts';

/**
 * Sends a mail until the mail server accepts it.
 *
 * @param server named in the message of a failure
 * @param signal ends the attempts
 * @param maxAttempts maximum number of attempts. Default: 3
 * @returns undefined if the server accepted it
 */
export function sendMail(
  mail: Mail,
  { mailer, server, clock }: { mailer: Mailer; server: string; clock: Pick<Clock, 'sleep'> },
  signal: AbortSignal,
  maxAttempts?: number,
): Promise<SendFailure | undefined> {
  async function attempt(): Promise<SendFailure | undefined> {
    const failure = await mailer.send(mail, signal);
    return failure && (signal.aborted ? INTERRUPTED : failureOf(failure));
  }
  return sendRepeatedly(attempt, server, clock, signal, maxAttempts);
}

function failureOf({ kind, detail }: MailFailure): SendFailure {
  return {
    message: failureDetail(`${kind}: ${detail}`),
    isUnreachable: kind !== 'refused' && kind !== 'login',
    // Repeated logins with a wrong password may lock the account.
    ...((kind === 'connection' || kind === 'login') && { isDown: true }),
    ...(kind === 'timeout' && { isSilent: true }),
  };
}

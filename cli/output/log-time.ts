import { fstatSync } from 'node:fs';
import process from 'node:process';

/**
 * Returns whether the system's journal reads standard error, which adds the time itself. `JOURNAL_STREAM` names the stream of the
 * service; standard error may lead elsewhere (systemd.exec(5)).
 */
function isJournal({ JOURNAL_STREAM }: Record<string, string | undefined>): boolean {
  if (!JOURNAL_STREAM) return false;
  const { dev, ino } = fstatSync(process.stderr.fd, { bigint: true });
  return JOURNAL_STREAM === `${dev}:${ino}`;
}

/** Returns whether lines on standard error need their time: they go into a file or a pipe, and not into the journal of systemd. */
export const needsTimes = (env: Record<string, string | undefined>): boolean =>
  !process.stderr.isTTY && !isJournal(env);

/** Puts the time before a line, in UTC and whole seconds. A line of JSON stays JSON. */
export const withTime = (line: string, now: Date): string =>
  line.startsWith('{') ? line : `${now.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z ${line}`;

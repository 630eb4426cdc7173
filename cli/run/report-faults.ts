import { findResourceFault, LocalFaultError } from '../../shared/http/local-fault.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { formatCount } from '../../shared/text/format-count.ts';
import { adviceFor } from '../describe-error.ts';

/** Shortest time between two reports of a fault of this machine, which repeats with each host. Milliseconds. */
const REPORT_EVERY_MS = 60_000;

/**
 * Returns a function that reports errors that are retried. A fault of this machine, such as too many open files, is reported once a minute,
 * with what to do about it.
 */
export function createFaultReporter(
  { now }: Pick<Clock, 'now'>,
  report: (message: string) => void,
): (error: Error) => void {
  const faults = new Map<string, { reportedAt: number; repeated: number }>();
  return (error) => {
    const code = findResourceFault(error)?.code ?? (error instanceof LocalFaultError ? error.code : undefined);
    if (code === undefined) return report(error.message);
    const known = faults.get(code);
    if (known && now() - known.reportedAt < REPORT_EVERY_MS) {
      known.repeated++;
      return;
    }
    faults.set(code, { reportedAt: now(), repeated: 0 });
    const advice = adviceFor(code);
    const count = known?.repeated ? `${formatCount(known.repeated)} more since the last report` : '';
    const orLess = code === 'EMFILE' ? ', or lower `concurrency`' : '';
    report([error.message, advice && advice + orLess, count].filter(Boolean).join('; '));
  };
}

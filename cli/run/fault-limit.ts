import type { Clock } from '../../shared/ports/clock.ts';

/** Faults of this machine kept a crawl from fetching or processing anything for a long time. The cause is the last of them. */
export class LastingFaultError extends Error {
  override readonly name = 'LastingFaultError';
}

/** Time after which faults without a success in between end a run. Long enough for a router to restart. Milliseconds. */
const LIMIT_MS = 600_000;

/** Time without a fault after which the period starts anew: the crawl was idle, or the machine slept. Retries take 5 s, more on a busy machine. Milliseconds. */
const MAX_GAP_MS = 120_000;

/** Ends retries that have no end: each visit that fails, and each object that cannot be processed, is sent again after some seconds. */
export type FaultLimit = {
  /** Records that a page was fetched, or an object processed. */
  recordSuccess(): void;
  /** Records a fault. @returns the error that ends the run, or undefined if the work is retried */
  recordFault(error: Error): LastingFaultError | undefined;
};

/** @param lack what did not happen, as the start of an error message, such as `no page was fetched` */
export function createFaultLimit(clock: Pick<Clock, 'now'>, lack: string): FaultLimit {
  let first: number | undefined;
  let last = 0;
  return {
    recordSuccess() {
      first = undefined;
    },
    recordFault(cause) {
      const now = clock.now();
      if (first === undefined || now - last > MAX_GAP_MS) first = now;
      last = now;
      if (now - first < LIMIT_MS) return undefined;
      const what = `${lack} for ${LIMIT_MS / 60_000} minutes: ${cause.message}`;
      return new LastingFaultError(`${what}. Run the command again when this is fixed; nothing is lost`, { cause });
    },
  };
}

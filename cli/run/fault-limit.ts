import type { Clock } from '../../shared/ports/clock.ts';

/** Faults of this machine kept a crawl from fetching anything for a long time. The cause is the last of them. */
export class LastingFaultError extends Error {
  override readonly name = 'LastingFaultError';
}

/** Time after which faults without a fetched page in between end a run. Long enough for a router to restart. Milliseconds. */
const LIMIT_MS = 600_000;

/** Time without a fault after which the period starts anew: the crawl was idle, or the machine slept. Retries take 5 s, more on a busy machine. Milliseconds. */
const MAX_GAP_MS = 120_000;

/** Ends retries that have no end: each visit that fails is sent again after some seconds. */
export type FaultLimit = {
  /** Records that a page was fetched. */
  recordFetch(): void;
  /** Records a failed visit. @returns the error that ends the run, or undefined if the visit is retried */
  recordFault(error: Error): LastingFaultError | undefined;
};

export function createFaultLimit(clock: Pick<Clock, 'now'>): FaultLimit {
  let first: number | undefined;
  let last = 0;
  return {
    recordFetch() {
      first = undefined;
    },
    recordFault(cause) {
      const now = clock.now();
      if (first === undefined || now - last > MAX_GAP_MS) first = now;
      last = now;
      if (now - first < LIMIT_MS) return undefined;
      const what = `no page was fetched for ${LIMIT_MS / 60_000} minutes: ${cause.message}`;
      return new LastingFaultError(`${what}. Run the command again when this is fixed; nothing is lost`, { cause });
    },
  };
}

import type { Clock } from '../ports/clock.ts';

/**
 * Returns a clock that never goes back. If the given clock is set back while the process runs, it continues from the last time.
 * Otherwise the pauses and leases of the run would last until the given clock has caught up.
 *
 * @param since earliest time, epoch ms; default: the current time
 */
export function forwardClock(clock: Clock, since = clock.now()): Clock {
  let last = since;
  let offset = 0;
  return {
    ...clock,
    now() {
      const now = clock.now() + offset;
      if (now < last) offset += last - now;
      last = Math.max(last, now);
      return last;
    },
  };
}

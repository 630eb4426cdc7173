import type { Clock } from '../ports/clock.ts';
import { mergeUsage, type CountUsage, type Usage } from './usage.ts';

/**
 * What the runs of one function use. A run's time is counted as it passes, so that what is taken in the middle of a run
 * (with a visit's own update of the control item) is nearly all of it; the rest comes with the next.
 */
export type RunMeter = {
  count: CountUsage;
  /** A run begins: from now on its time counts. */
  start(): void;
  /** It is over. @returns all that was used since it began. */
  end(): Usage;
  /** What was used and not taken yet, of this run and of those before; nothing of it comes again. */
  drain(): Usage;
  /** What was taken and could not be told. */
  restore(usage: Usage): void;
};

/** @param memoryMb of the function: its time is billed by it. 0 where nobody bills it. */
export function runMeter(clock: Pick<Clock, 'now'>, memoryMb: number): RunMeter {
  let run: Usage = {};
  let untaken: Usage = {};
  let since: number | undefined;

  const count: CountUsage = (name, n) => {
    mergeUsage(run, { [name]: n });
    mergeUsage(untaken, { [name]: n });
  };
  const countTime = () => {
    if (since === undefined) return;
    const now = clock.now();
    const seconds = Math.max(0, now - since) / 1000;
    if (memoryMb > 0 && seconds > 0) count('lambda.run.gb-s', (seconds * memoryMb) / 1024);
    since = now;
  };

  return {
    count,
    start() {
      run = {};
      since = clock.now();
      count('lambda.run.invocations', 1);
    },
    end() {
      countTime();
      since = undefined;
      return run;
    },
    drain() {
      countTime();
      const taken = untaken;
      untaken = {};
      return taken;
    },
    restore(usage) {
      mergeUsage(untaken, usage);
    },
  };
}

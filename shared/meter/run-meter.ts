import type { Clock } from '../ports/clock.ts';
import { addUsage, type Count, type Usage } from './usage.ts';

/**
 * What the runs of one function use. A run's time is counted as it passes, so that what is taken in the middle of a run
 * (with a visit's own update of the control item) is nearly all of it; the rest comes with the next.
 */
export type RunMeter = {
  count: Count;
  /** A run begins: from now on its time counts. */
  begin(): void;
  /** It is over. @returns all that was used since it began. */
  end(): Usage;
  /** What was used and not taken yet, of this run and of those before; nothing of it comes again. */
  take(): Usage;
  /** What was taken and could not be told. */
  giveBack(usage: Usage): void;
};

/** @param memoryMb of the function: its time is billed by it. 0 where nobody bills it. */
export function runMeter(clock: Pick<Clock, 'now'>, memoryMb: number): RunMeter {
  let run: Usage = {};
  let untaken: Usage = {};
  let since: number | undefined;

  const count: Count = (name, n) => {
    addUsage(run, { [name]: n });
    addUsage(untaken, { [name]: n });
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
    begin() {
      run = {};
      since = clock.now();
      count('lambda.run.invocations', 1);
    },
    end() {
      countTime();
      since = undefined;
      return run;
    },
    take() {
      countTime();
      const taken = untaken;
      untaken = {};
      return taken;
    },
    giveBack(usage) {
      addUsage(untaken, usage);
    },
  };
}

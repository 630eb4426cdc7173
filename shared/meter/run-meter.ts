import type { Clock } from '../ports/clock.ts';
import { type CountUsage, mergeUsage, type Usage } from './usage.ts';

/**
 * Meters the usage of the runs of one function. Time is counted as it passes, so usage drained in the middle of a run (with a
 * visit's update of the control item) is almost complete. The rest is drained by the next run.
 */
export type RunMeter = {
  count: CountUsage;
  /** Starts a run and counts its time from now. */
  start(): void;
  /** Ends the run. @returns its usage. */
  end(): Usage;
  /** Returns and resets the usage since the last call, of this and earlier runs. */
  drain(): Usage;
  /** Adds drained usage back that could not be stored. */
  restore(usage: Usage): void;
};

/** Usage without a price: CPU time of the process, in milliseconds. */
export const CPU_MS = 'lambda.run.cpu-ms';

/**
 * @param memoryMb memory of the function, by which time is billed, in megabytes. 0 if time is not billed.
 * @param cpuMs returns the CPU time of the process since its start, in milliseconds. Absent: it is not counted.
 */
export function runMeter(clock: Pick<Clock, 'now'>, memoryMb: number, cpuMs?: () => number): RunMeter {
  let run: Usage = {};
  let undrained: Usage = {};
  let since: number | undefined;
  let cpuBefore = 0;

  const count: CountUsage = (name, n) => {
    mergeUsage(run, { [name]: n });
    mergeUsage(undrained, { [name]: n });
  };
  const countTime = () => {
    if (since === undefined) return;
    const now = clock.now();
    const seconds = Math.max(0, now - since) / 1000;
    if (memoryMb > 0 && seconds > 0) count('lambda.run.gb-s', (seconds * memoryMb) / 1024);
    since = now;
    if (!cpuMs) return;
    const cpu = cpuMs();
    if (cpu > cpuBefore) count(CPU_MS, cpu - cpuBefore);
    cpuBefore = cpu;
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
      const drained = undrained;
      undrained = {};
      return drained;
    },
    restore(usage) {
      mergeUsage(undrained, usage);
    },
  };
}

import { onTestFinished, vi } from 'vitest';
import { systemClock } from '../../shared/local/system.ts';

/**
 * Ends each sleep of commands that takes at least `fromMs` at once, until the test ends: the pauses between attempts.
 *
 * @returns the lengths of the sleeps that were skipped, in milliseconds
 */
export function skipPauses(fromMs: number): number[] {
  const skipped: number[] = [];
  const { sleep } = systemClock;
  const spy = vi.spyOn(systemClock, 'sleep').mockImplementation((ms, signal) => {
    if (ms < fromMs) return sleep(ms, signal);
    skipped.push(ms);
    return Promise.resolve();
  });
  onTestFinished(() => spy.mockRestore());
  return skipped;
}

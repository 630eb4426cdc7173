import type { Clock } from '../shared/ports/clock.ts';

export type FakeClock = Clock & {
  /** Advances the clock by `ms`. Sleepers wake in the order of their times; pending work finishes before the next one wakes. */
  advance(ms: number): Promise<void>;
  /** Returns the number of pending sleeps. */
  sleepers(): number;
};

/** Creates a clock that only moves by `advance`. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  const asleep = new Set<{ at: number; wake: () => void }>();
  const next = () => [...asleep].sort((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    sleep(ms, signal) {
      if (ms <= 0 || signal?.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const sleeper = { at: now + ms, wake: resolve };
      asleep.add(sleeper);
      const end = () => {
        asleep.delete(sleeper);
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
      return promise;
    },
    async advance(ms) {
      const until = now + ms;
      await settled();
      for (let sleeper = next(); sleeper && sleeper.at <= until; sleeper = next()) {
        now = sleeper.at;
        asleep.delete(sleeper);
        sleeper.wake();
        await settled();
      }
      now = until;
      await settled();
    },
    sleepers: () => asleep.size,
  };
}

/** Resolves when all work that does not wait for the clock has finished. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

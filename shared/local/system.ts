import { randomBytes } from 'node:crypto';
import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1));
      signal?.addEventListener('abort', end, { once: true });
    });
  },
};

export const systemChance: Chance = {
  id: () => randomBytes(16).toString('hex'),
  random: () => Math.random(),
};

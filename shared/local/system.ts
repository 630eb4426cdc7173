import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

/** The system clock. */
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

const ID_BYTES = 16;
let pool = Buffer.alloc(0);
let next = 0;

export const systemRandom: Random = {
  // Generates random bytes for 256 ids at a time, since each generation is a system call.
  id() {
    if (next === pool.length) {
      pool = randomBytes(256 * ID_BYTES);
      next = 0;
    }
    next += ID_BYTES;
    return pool.toString('hex', next - ID_BYTES, next);
  },
  random: () => Math.random(),
};

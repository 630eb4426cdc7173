import type { Random } from '../../shared/ports/random.ts';

/** Creates a deterministic generator: linear congruential, with the constants of Numerical Recipes. */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  let ids = 0;
  return {
    id: () => `id${String(ids++).padStart(16, '0')}`,
    random() {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    },
  };
}

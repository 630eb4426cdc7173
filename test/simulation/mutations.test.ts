import { describe, expect, test } from 'vitest';
import { MUTATIONS } from './mutations.ts';
import { faultsOf, simulate } from './simulate.ts';

/** So many runs at most until a mutation must have been caught. */
const TRIES = 60;

describe('the simulation catches', () => {
  test.each(MUTATIONS)('$name', { timeout: 120_000 }, async ({ mutation, as, firstSeed = 0, ...trial }) => {
    let caught: number | undefined;
    for (let seed = firstSeed; seed < firstSeed + TRIES && caught === undefined; seed++) {
      const faults = faultsOf(await simulate(seed, { ...trial, as, mutation }));
      if (faults.some((fault) => as.test(fault))) caught = seed;
    }
    expect(caught).toBeDefined();
    // The mutation did it, and not the world or the rates.
    expect(faultsOf(await simulate(caught!, trial))).toEqual([]);
  });
});

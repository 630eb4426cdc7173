import { describe, expect, test } from 'vitest';
import { MUTATIONS } from './mutations.ts';
import { faultsOf, simulate } from './simulate.ts';

/** Maximum number of runs in which a mutation must be caught. */
const TRIES = 60;

describe('the simulation catches', () => {
  test.each(MUTATIONS)('$name', { timeout: 120_000 }, async ({ mutation, as, firstSeed = 0, ...trial }) => {
    let caught: number | undefined;
    for (let seed = firstSeed; seed < firstSeed + TRIES && caught === undefined; seed++) {
      const faults = faultsOf(await simulate(seed, { ...trial, as, mutation }));
      if (faults.some((fault) => as.test(fault))) caught = seed;
    }
    expect(caught).toBeDefined();
    // The unmutated run passes, so the mutation caused the fault.
    expect(faultsOf(await simulate(caught!, trial))).toEqual([]);
  });
});

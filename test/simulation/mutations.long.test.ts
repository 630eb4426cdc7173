import { describe, expect, test } from 'vitest';
import { MUTATIONS } from './mutations.ts';
import { seedsFrom } from './runs.ts';
import { faultsOf, simulate } from './simulate.ts';

/** Maximum number of runs in which a mutation must be caught. */
const TRIES = 60;
/** Number of runs that all must catch a mutation whose trial leads to its fault without luck. */
const CERTAIN_RUNS = 3;

describe('the simulation catches', () => {
  test.each(MUTATIONS)('$name', async ({ mutation, as, firstSeed = 0, isCertain, ...trial }) => {
    const isCaught = async (seed: number) =>
      faultsOf(await simulate(seed, { ...trial, as, mutation })).some((fault) => as.test(fault));
    let caught: number | undefined;
    for (let seed = firstSeed; seed < firstSeed + TRIES && caught === undefined; seed++)
      if (await isCaught(seed)) caught = seed;
    expect(caught).toBeDefined();
    // The unmutated run passes, so the mutation caused the fault.
    expect(faultsOf(await simulate(caught!, trial))).toEqual([]);
    if (!isCertain) return;
    for (const seed of seedsFrom(firstSeed, CERTAIN_RUNS)) {
      expect(await isCaught(seed), `seed ${seed}`).toBe(true);
      expect(faultsOf(await simulate(seed, trial)), `seed ${seed}`).toEqual([]);
    }
  });
});

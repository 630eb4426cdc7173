import { describe, expect, test } from 'vitest';
import { onDynamo, testDynamoRuns } from './dynamo-runs.ts';
import { MUTATIONS } from './mutations.ts';
import { seedsFrom } from './runs.ts';
import { faultsOf, simulate, USUAL } from './simulate.ts';

// Continues the seeds of `dynamo.test.ts`.
testDynamoRuns({
  usual: seedsFrom(0, 8),
  wide: seedsFrom(0, 2),
  outages: seedsFrom(0, 4),
  lostAnswers: seedsFrom(1, 5),
  budgets: seedsFrom(0, 3),
  learned: seedsFrom(0, 5),
  interrupted: seedsFrom(0, 4),
  stopped: seedsFrom(0, 4),
  expiring: seedsFrom(0, 3),
});

test('replays a run with the frontier in DynamoDB from its seed', async () => {
  const trial = onDynamo({ rates: USUAL, untilS: 3_000 });
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});

/** Maximum number of runs in which a mutation must be caught. */
const TRIES = 20;
/** Mutations of the frontier that bite there as well. */
const ON_DYNAMO = [
  'no head epoch',
  'captures are announced after the commit',
  'the inbox counter is ignored',
  'a host becomes due only when it has no due time',
  'the inbox is read in part, then the host becomes idle',
  'bundles are deleted before the commit',
  'a link is remembered before its offer is stored',
];

describe('the simulation with the frontier in DynamoDB catches', () => {
  test.each(ON_DYNAMO)('%s', async (name) => {
    const { mutation, as, ...trial } = MUTATIONS.find((one) => one.name === name)!;
    const isCaught = async (seed: number) =>
      faultsOf(await simulate(seed, { ...onDynamo(trial), as, mutation })).some((fault) => as.test(fault));
    let seed = 0;
    while (seed < TRIES && !(await isCaught(seed))) seed++;
    expect(seed).toBeLessThan(TRIES);
    // The unmutated run passes, so the mutation caused the fault.
    expect(faultsOf(await simulate(seed, onDynamo(trial)))).toEqual([]);
  });
});

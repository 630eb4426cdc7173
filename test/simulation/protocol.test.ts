import { expect, test } from 'vitest';
import { seedsFrom, testRuns } from './runs.ts';
import { faultsOf, simulate, USUAL } from './simulate.ts';

testRuns({
  usual: seedsFrom(0, 6),
  wide: [0],
  outages: [0, 1],
  lostAnswers: [0, 1],
  budgets: [0, 1],
  learned: [0, 1, 2],
  interrupted: [0, 1],
  stopped: [0, 1],
  expiring: [0],
  expiringWithFaults: [0],
  clocks: [0, 1],
});

test('without faults fetches nothing twice except for duplicate messages', async () => {
  const { waste, ...findings } = await simulate(1, { rates: { crash: 0, stall: 0 }, duplicates: 0 });
  expect(faultsOf({ ...findings, waste })).toEqual([]);
  // The only further requests are one robots.txt per host and day.
  expect(waste.fetched - waste.needed).toBeLessThanOrEqual(16);
});

test('replays a run from its seed', async () => {
  const trial = { rates: USUAL };
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});

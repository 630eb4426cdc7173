import { expect, test } from 'vitest';
import { seedsFrom, testRuns } from './runs.ts';
import { faultsOf, simulate, USUAL } from './simulate.ts';

// Continues the seeds of `protocol.test.ts`; `npm run test:simulation` runs thousands more.
testRuns({
  usual: seedsFrom(1, 30),
  wide: seedsFrom(0, 3),
  outages: seedsFrom(0, 3),
  lostAnswers: seedsFrom(1, 8),
  budgets: seedsFrom(1, 10),
  learned: seedsFrom(1, 8),
  interrupted: seedsFrom(1, 12),
  stopped: seedsFrom(1, 8),
  expiring: seedsFrom(1, 6),
  expiringWithFaults: seedsFrom(0, 6),
  clocks: seedsFrom(1, 9),
});

test('without faults fetches nothing twice except for duplicate messages', async () => {
  const { waste, ...findings } = await simulate(1, { rates: { crash: 0, stall: 0 }, duplicates: 0 });
  expect(faultsOf({ ...findings, waste })).toEqual([]);
  // The only further requests are one robots.txt per host and day.
  expect(waste.fetched - waste.needed).toBeLessThanOrEqual(16);
});

test('replays a whole run from its seed', async () => {
  const trial = { rates: USUAL };
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});

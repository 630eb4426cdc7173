import { expect, test } from 'vitest';
import { seedsFrom, testRuns } from './runs.ts';
import { faultsOf, simulate, USUAL } from './simulate.ts';

// Continues the seeds of `protocol.test.ts`; `npm run test:simulation` runs thousands more.
testRuns({
  usual: seedsFrom(1, 80),
  wide: seedsFrom(0, 6),
  outages: seedsFrom(0, 6),
  lostAnswers: seedsFrom(1, 20),
  budgets: seedsFrom(1, 30),
  learned: seedsFrom(1, 20),
  interrupted: seedsFrom(1, 30),
  stopped: seedsFrom(1, 20),
  expiring: seedsFrom(1, 10),
  expiringWithFaults: seedsFrom(0, 10),
  clocks: seedsFrom(1, 15),
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

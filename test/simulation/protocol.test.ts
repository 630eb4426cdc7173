import { expect, test } from 'vitest';
import { testRuns } from './runs.ts';
import { simulate, USUAL } from './simulate.ts';

testRuns({
  usual: [0],
  wide: [],
  outages: [],
  lostAnswers: [0],
  budgets: [0],
  learned: [0],
  interrupted: [0],
  stopped: [0],
  expiring: [0],
  expiringWithFaults: [],
  clocks: [0],
});

test('replays a run from its seed', async () => {
  const trial = { rates: USUAL, untilS: 3_000 };
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});

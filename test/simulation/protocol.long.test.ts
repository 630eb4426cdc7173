import { seedsFrom, testRuns } from './runs.ts';

// Continues the seeds of `protocol.test.ts`; `npm run test:simulation` runs thousands more.
testRuns({
  usual: seedsFrom(6, 194),
  wide: seedsFrom(1, 5),
  outages: seedsFrom(2, 4),
  lostAnswers: seedsFrom(2, 40),
  budgets: seedsFrom(2, 20),
  learned: seedsFrom(3, 40),
  interrupted: seedsFrom(2, 60),
  stopped: seedsFrom(2, 40),
  expiring: seedsFrom(1, 10),
  expiringWithFaults: seedsFrom(1, 10),
  clocks: seedsFrom(2, 30),
});

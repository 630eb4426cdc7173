import { expect, test } from 'vitest';
import {
  breakEvenUnitHours,
  dispatchWaitUsdPerMonth,
  domainUsdPerMonth,
  idleCostLines,
  serverlessUsdPerMonth,
} from '../../shared/meter/idle-cost.ts';

const parts = { polledQueues: 3, alarms: 7, metrics: 5, dashboards: 1, dispatchMb: 512 };
const month = (more: Partial<typeof parts> = {}) =>
  idleCostLines({ ...parts, ...more }).reduce((sum, { usdAfterFree }) => sum + usdAfterFree, 0);

test('adds five pollers with three polls a minute per queue', () => {
  expect(month({ polledQueues: 4 }) - month()).toBeCloseTo((15 * 60 * 730.5 * 0.4) / 1e6);
});

test.each([
  ['ten alarms', { alarms: 10 }, 0],
  ['the eleventh alarm', { alarms: 11 }, 0.1],
  ['ten metrics', { metrics: 10 }, 0],
  ['the eleventh metric', { metrics: 11 }, 0.3],
  ['three dashboards', { dashboards: 3 }, 0],
  ['the fourth dashboard', { dashboards: 4 }, 3],
])('%s', (_, more, usd) => expect(month(more) - month()).toBeCloseTo(usd));

test('prices the time that dispatch waits by its memory', () => {
  // 40 s a minute at 512 MB are 20 GB-seconds.
  expect(dispatchWaitUsdPerMonth(parts, 40_000)).toBeCloseTo(20 * 730.5 * 60 * 0.0000133334);
});

test('prices a domain per hour and a collection per active unit-hour', () => {
  expect(domainUsdPerMonth(20)).toBeCloseTo(730.5 * 0.036 + 20 * 0.122);
  expect(serverlessUsdPerMonth(100, 10)).toBeCloseTo(24 + 0.24);
});

test('a collection is cheaper below the break-even unit-hours, a domain above', () => {
  const hours = breakEvenUnitHours(20, 10);
  expect(serverlessUsdPerMonth(hours - 1, 10)).toBeLessThan(domainUsdPerMonth(20));
  expect(serverlessUsdPerMonth(hours + 1, 10)).toBeGreaterThan(domainUsdPerMonth(20));
  expect(hours).toBeGreaterThan(100);
  expect(hours).toBeLessThan(130);
});

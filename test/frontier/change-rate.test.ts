import { describe, expect, test } from 'vitest';
import {
  addCheck,
  type CheckStats,
  correctLastCheck,
  estimateChangeRate,
  MIN_GAIN_PER_INTERVAL,
  NO_CHECKS,
  optimalInterval,
} from '../../shared/frontier/change-rate.ts';

const DAY = 86_400_000;

/**
 * Returns the mean freshness of a page that is checked every `intervalMs`: the fraction of time in which the stored copy is
 * current. Changes are modelled as a Poisson process.
 */
function meanFreshness(rate: number, intervalMs: number): number {
  const r = rate * intervalMs;
  return r === 0 ? 1 : -Math.expm1(-r) / r;
}

/** Checks a day apart, some of which found a change. */
const looksOf = (n: number, changes: number): CheckStats =>
  Array.from({ length: n }, (_, i) => i < changes).reduce((looks, changed) => addCheck(looks, changed, DAY), NO_CHECKS);

describe('estimateChangeRate', () => {
  // checks · changes found
  test.each([
    [1, 1],
    [4, 1],
    [10, 3],
    [10, 9],
    [10, 10],
    [19, 2],
  ])('of %i looks of which %i found a change is that of Cho and Garcia-Molina', (n, x) => {
    expect(estimateChangeRate(looksOf(n, x)) * DAY).toBeCloseTo(-Math.log((n - x + 0.5) / (n + 0.5)), 10);
  });

  test('returns 0 if no check found a change', () => {
    expect(estimateChangeRate(NO_CHECKS)).toBe(0);
    expect(estimateChangeRate(looksOf(7, 0))).toBe(0);
  });

  test('excludes time known to be unchanged from a check that found a change', () => {
    const whole = addCheck(looksOf(3, 0), true, 10 * DAY);
    const stats = addCheck(looksOf(3, 0), true, 10 * DAY, 9 * DAY);
    expect(stats.quietMs - whole.quietMs).toBe(9 * DAY);
    expect(estimateChangeRate(stats)).toBeLessThan(estimateChangeRate(whole));
  });

  test('forgets old checks: notices when a page stops changing', () => {
    let looks = looksOf(20, 20);
    for (let i = 0; i < 40; i++) looks = addCheck(looks, false, DAY);
    expect(estimateChangeRate(looks) * DAY).toBeLessThan(0.1);
    expect(looks.compared).toBeLessThanOrEqual(20);
  });

  test('corrects a false change, as if the check had found none', () => {
    const looks = addCheck(looksOf(4, 0), true, DAY);
    expect(correctLastCheck(looks, -1)).toEqual(looksOf(5, 0));
    expect(correctLastCheck(correctLastCheck(looks, -1), 1)).toEqual(looks);
    for (const found of [1, -1] as const) expect(correctLastCheck(NO_CHECKS, found)).toEqual(NO_CHECKS);
  });
});

describe('optimalInterval', () => {
  const worth = MIN_GAIN_PER_INTERVAL * DAY;
  const yearly = (times: number) => times / (365 * DAY);

  test('gains exactly the required freshness per additional request', () => {
    const rate = yearly(40);
    const interval = optimalInterval(rate, worth);
    const perDay = (looks: number) => meanFreshness(rate, DAY / looks);
    const looks = DAY / interval;
    const step = looks / 1_000;
    const gained = (perDay(looks + step) - perDay(looks)) / step;
    expect(gained * DAY).toBeCloseTo(worth, -5);
  });

  test('is shorter for pages that change more often, up to those that change too fast', () => {
    const intervals = [1, 4, 12, 52, 150].map((times) => optimalInterval(yearly(times), worth));
    expect(intervals).toEqual([...intervals].sort((a, b) => b - a));
    expect(optimalInterval(yearly(365 * 4), worth)).toBe(Number.POSITIVE_INFINITY);
    expect(optimalInterval(0, worth)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is never shorter than the interval that sets the required gain', () => {
    const shortest = Math.min(...Array.from({ length: 2_000 }, (_, i) => optimalInterval(yearly(i + 1), worth)));
    expect(shortest / DAY).toBeGreaterThan(0.99);
    expect(shortest / DAY).toBeLessThan(1.01);
  });
});

import { describe, expect, test } from 'vitest';
import {
  changeRate,
  corrected,
  freshness,
  type Looks,
  lookedAgain,
  NO_LOOKS,
  WORTH_OF_SHORTEST,
  worthwhileInterval,
} from '../../shared/frontier/change-rate.ts';

const DAY = 86_400_000;

/** Looks a day apart of which some found a change. */
const looksOf = (n: number, changes: number): Looks =>
  Array.from({ length: n }, (_, i) => i < changes).reduce(
    (looks, changed) => lookedAgain(looks, changed, DAY),
    NO_LOOKS,
  );

describe('the estimate of how often a page changes', () => {
  // looks · changes found
  test.each([
    [1, 1],
    [4, 1],
    [10, 3],
    [10, 9],
    [10, 10],
    [19, 2],
  ])('of %i looks of which %i found a change is that of Cho and Garcia-Molina', (n, x) => {
    expect(changeRate(looksOf(n, x)) * DAY).toBeCloseTo(-Math.log((n - x + 0.5) / (n + 0.5)), 10);
  });

  test('is none where no look found anything', () => {
    expect(changeRate(NO_LOOKS)).toBe(0);
    expect(changeRate(looksOf(7, 0))).toBe(0);
  });

  test('takes time that is known to have been quiet out of a look that found a change', () => {
    const whole = lookedAgain(looksOf(3, 0), true, 10 * DAY);
    const told = lookedAgain(looksOf(3, 0), true, 10 * DAY, 9 * DAY);
    expect(told.quietMs - whole.quietMs).toBe(9 * DAY);
    expect(changeRate(told)).toBeLessThan(changeRate(whole));
  });

  test('forgets: a page that changed daily and then rests is known to rest', () => {
    let looks = looksOf(20, 20);
    for (let i = 0; i < 40; i++) looks = lookedAgain(looks, false, DAY);
    expect(changeRate(looks) * DAY).toBeLessThan(0.1);
    expect(looks.compared).toBeLessThanOrEqual(20);
  });

  test('a change that was none is taken back, as if that look had found nothing', () => {
    const looks = lookedAgain(looksOf(4, 0), true, DAY);
    expect(corrected(looks, -1)).toEqual(looksOf(5, 0));
    expect(corrected(corrected(looks, -1), 1)).toEqual(looks);
    for (const found of [1, -1] as const) expect(corrected(NO_LOOKS, found)).toEqual(NO_LOOKS);
  });
});

describe('the interval that is worth its requests', () => {
  const worth = WORTH_OF_SHORTEST * DAY;
  const yearly = (times: number) => times / (365 * DAY);

  test('brings by one request more just what a request must bring', () => {
    const rate = yearly(40);
    const interval = worthwhileInterval(rate, worth);
    const perDay = (looks: number) => freshness(rate, DAY / looks);
    const looks = DAY / interval;
    const step = looks / 1_000;
    const gained = (perDay(looks + step) - perDay(looks)) / step;
    expect(gained * DAY).toBeCloseTo(worth, -5);
  });

  test('is shorter for what changes more often, up to where nobody can follow any more', () => {
    const intervals = [1, 4, 12, 52, 150].map((times) => worthwhileInterval(yearly(times), worth));
    expect(intervals).toEqual([...intervals].sort((a, b) => b - a));
    expect(worthwhileInterval(yearly(365 * 4), worth)).toBe(Number.POSITIVE_INFINITY);
    expect(worthwhileInterval(0, worth)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is never shorter than the one that sets the price', () => {
    const shortest = Math.min(...Array.from({ length: 2_000 }, (_, i) => worthwhileInterval(yearly(i + 1), worth)));
    expect(shortest / DAY).toBeGreaterThan(0.99);
    expect(shortest / DAY).toBeLessThan(1.01);
  });
});

import { expect, test } from 'vitest';
import { packTrees, scoreRow } from '../../../shared/clean/main-text/boosted-trees.ts';

/** Each asks whether its column is above a half: one down, or one up. */
const votes = (count: number) =>
  packTrees({
    depth: 1,
    splits: Array.from({ length: count }, (_, i) => i),
    thresholds: Array.from({ length: count }, () => 0.5),
    leaves: Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 1 : -1)),
  });
const row = (yes: number, count: number) => Float32Array.from({ length: count }, (_, i) => (i < yes ? 1 : 0));

test('the score is the sum of what the trees say', () => {
  expect(scoreRow(votes(3), row(2, 3), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(1);
});

test('trees that cannot change the answer are not asked', () => {
  // All of ten say yes: after eight the other two cannot take it below the threshold any more.
  expect(scoreRow(votes(10), row(10, 10), -1, 0)).toBe(8);
  expect(scoreRow(votes(10), row(0, 10), -1, 0)).toBe(-8);
});

test('the answer stays on its side of both thresholds', () => {
  for (let yes = 0; yes <= 20; yes++) {
    const whole = scoreRow(votes(20), row(yes, 20), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const short = scoreRow(votes(20), row(yes, 20), -3, 2);
    expect([short > -3, short > 2]).toEqual([whole > -3, whole > 2]);
  }
});

test('where a guess will do, a score that is far off after some trees is beyond what is asked for', () => {
  const guess = { trees: 4, low: -2, high: 2 };
  // Of twenty the first four decide.
  expect(scoreRow(votes(20), row(4, 20), -3, 3, guess)).toBe(4);
  expect(scoreRow(votes(20), row(0, 20), -9, 9, guess)).toBe(-9);
  expect(scoreRow(votes(20), row(4, 20), -9, 9, guess)).toBe(10);
  expect(scoreRow(votes(20), row(4, 20), -30, 30)).toBe(-12);
});

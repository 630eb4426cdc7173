import { expect, test } from 'vitest';
import { bestThreshold } from '../../../shared/clean/main-text/choose-threshold.ts';

const odds = (...likelihoods: number[]) => Float32Array.from(likelihoods, (p) => Math.log(p / (1 - p)));

test('takes uncertain blocks only while the expected F1 rises', () => {
  const scores = odds(0.9, 0.6, 0.2);
  // 0.9 alone: 1.8 / 2.7; with 0.6: 3.0 / 3.7; with 0.2: 3.4 / 4.7.
  expect(bestThreshold(scores, Float32Array.of(1, 1, 1))).toBe(scores[1]);
});

test('takes less likely blocks on a page without certain ones', () => {
  const scores = odds(0.4, 0.35, 0.3);
  expect(bestThreshold(scores, Float32Array.of(10, 10, 10))).toBe(scores[2]);
});

test('is infinite if no block can be text', () => {
  const scores = Float32Array.of(Number.NEGATIVE_INFINITY, -9);
  expect(bestThreshold(scores, Float32Array.of(5, 5))).toBe(Number.POSITIVE_INFINITY);
});

test('reads scores as odds by the calibration', () => {
  const scores = Float32Array.of(2, -0.8);
  const words = Float32Array.of(1, 1);
  expect(bestThreshold(scores, words)).toBe(scores[0]);
  expect(bestThreshold(scores, words, { slope: 0.66, shift: 0.5 })).toBe(scores[1]);
});

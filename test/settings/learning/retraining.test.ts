import { expect, test } from 'vitest';
import { CindiSchema } from '../../../shared/settings/learning/cindi.ts';
import { retrainingAlgorithm } from '../../../shared/settings/learning/retraining.ts';

const cindi = CindiSchema.parse({ bayesRelevantPages: 50, bayesOtherPages: 100 });

test.each([
  ['cindi', 50, 100, 'bayes-weighted'],
  ['cindi', 49, 1_000, undefined],
  ['cindi', 1_000, 99, undefined],
  ['focused', 1_000, 1_000, undefined],
] as const)('%s with %i relevant and %i other pages trains %s', (strategy, relevant, other, algorithm) => {
  expect(retrainingAlgorithm({ strategy, cindi }, { relevant, other })).toBe(algorithm);
});

test('naive Bayes takes over at the numbers of the thesis by default', () => {
  const settings = { strategy: 'cindi' as const, cindi: CindiSchema.parse({}) };
  expect(retrainingAlgorithm(settings, { relevant: 5_000, other: 9_999 })).toBeUndefined();
  expect(retrainingAlgorithm(settings, { relevant: 5_000, other: 10_000 })).toBe('bayes-weighted');
});

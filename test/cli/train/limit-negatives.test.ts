import { expect, test } from 'vitest';
import { limitNegatives } from '../../../cli/train/limit-negatives.ts';

const pages = (labels: string) => [...labels].map((label, n) => ({ label, n }));

test.each([
  ['ponnnnnnn', 1, ['p', 'o', 'n', 'n']],
  ['pnnnn', 2, ['p', 'n', 'n']],
  ['ppn', 2, ['p', 'p', 'n']],
])('of %s with %d for each on topic', (labels, ratio, expected) => {
  expect(limitNegatives(pages(labels), ['p', 'o'], ratio).map(({ label }) => label)).toEqual(expected);
});

test('spreads what it keeps over all documents', () => {
  expect(limitNegatives(pages('pnnnnnnnn'), ['p'], 2).map(({ n }) => n)).toEqual([0, 4, 8]);
});

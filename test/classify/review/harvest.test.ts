import { expect, test } from 'vitest';
import { harvestOf } from '../../../shared/classify/review/harvest.ts';

const pages = (n: number, isRelevant: (i: number) => boolean) =>
  Array.from({ length: n }, (_, i) => ({ fetchedAt: i * 1_000, isRelevant: isRelevant(i) }));

test('divides pages by time into parts of about the same size', () => {
  const shuffled = pages(25, (i) => i < 12).sort((a, b) => (a.fetchedAt % 7_000) - (b.fetchedAt % 7_000));
  expect(harvestOf(shuffled)).toEqual([
    { until: '1970-01-01T00:00:11.000Z', pages: 12, relevant: 12 },
    { until: '1970-01-01T00:00:24.000Z', pages: 13, relevant: 0 },
  ]);
});

test('has at most 20 parts, and none for fewer than 20 pages', () => {
  const parts = harvestOf(pages(1_007, (i) => i % 2 === 0));
  expect(parts).toHaveLength(20);
  expect(parts.reduce((sum, part) => sum + part.pages, 0)).toBe(1_007);
  expect(parts.reduce((sum, part) => sum + part.relevant, 0)).toBe(504);
  expect(harvestOf(pages(19, () => true))).toEqual([]);
});

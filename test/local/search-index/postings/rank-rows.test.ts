import { expect, test, vi } from 'vitest';
import { rankByBounds } from '../../../../shared/local/search-index/postings/rank-rows.ts';

const ROWS = 100_000;

/** Rows in no order, no two with the same bound. */
const bounds = Float32Array.from({ length: ROWS }, (_, row) => 1 + ((row * 7_919) % ROWS));
const scoreOf = (row: number) => bounds[row]! - (row % 3_000);
const rank = (wanted: number) => rankByBounds(bounds, true, scoreOf, wanted);

/** Counts how often rows are selected from bounds: each selection takes the buffer of the bounds once. */
function countSelections(from: Float32Array) {
  const { buffer } = from;
  const taken = vi.fn(() => buffer);
  Object.defineProperty(from, 'buffer', { get: taken });
  return taken;
}

test.each([[10], [5_000], [ROWS], [2 * ROWS]])('selects the rows with the highest bounds once: %d rows', (wanted) => {
  const counted = bounds.slice();
  const selections = countSelections(counted);
  expect(rankByBounds(counted, true, scoreOf, wanted)).toHaveLength(Math.min(wanted, ROWS));
  expect(selections).toHaveBeenCalledTimes(1);
});

test('scores each row once if all rows are wanted', () => {
  const scored = vi.fn(scoreOf);
  expect(new Set(rankByBounds(bounds, true, scored, ROWS).map(({ n }) => n)).size).toBe(ROWS);
  expect(scored).toHaveBeenCalledTimes(ROWS);
});

test.each([[10], [4_000], [4_001], [20_000], [36_500]])('begins the order of all rows with the first %d', (wanted) => {
  expect(rank(wanted)).toEqual(rank(ROWS).slice(0, wanted));
});

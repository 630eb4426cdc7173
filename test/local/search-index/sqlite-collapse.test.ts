import { expect, test } from 'vitest';
import { collapseRows } from '../../../shared/local/search-index/sqlite-collapse.ts';

/** @param hosts the host of each row, best rows first; rows have the numbers 1, 2, … */
function collapse(hosts: readonly number[], page: { from: number; size: number }) {
  const limits: number[] = [];
  const rows = Uint32Array.from(hosts, (_, i) => i + 1);
  const column = { values: [null, 'a', 'b', 'c', 'd'], rows: Uint32Array.from([0, ...hosts]) };
  const firstRows = (limit: number) => {
    limits.push(limit);
    return [...rows].slice(0, limit).map((n) => ({ n, score: 1 / n }));
  };
  const best = collapseRows(rows, firstRows, column, page);
  return { best: best.map(({ n, others }) => [n, others]), limits };
}

const THREE_HOSTS = Array.from({ length: 10_000 }, (_, i) => 1 + (i % 3));

test('ranks once if the page has room for all groups', () => {
  expect(collapse(THREE_HOSTS, { from: 0, size: 11 })).toEqual({
    best: [
      [1, 3333],
      [2, 3332],
      [3, 3332],
    ],
    limits: [15],
  });
});

test('ranks nothing for a page after the last group', () => {
  expect(collapse(THREE_HOSTS, { from: 10, size: 11 })).toEqual({ best: [], limits: [] });
  expect(collapse([], { from: 0, size: 10 })).toEqual({ best: [], limits: [] });
});

test('ranks more rows until it has the groups of the page', () => {
  const hosts = [...Array.from({ length: 200 }, () => 4), 2, ...THREE_HOSTS];
  expect(collapse(hosts, { from: 0, size: 2 })).toEqual({
    best: [
      [1, 199],
      [201, 3333],
    ],
    limits: [10, 40, 160, 640],
  });
  expect(collapse(hosts, { from: 2, size: 1 }).best).toEqual([[202, 3333]]);
});

import { expect, test } from 'vitest';
import { createCountTable } from '../../../shared/focus/cindi/count-table.ts';

test('adds up rows, and forgets the lower half when there are too many keys', () => {
  const table = createCountTable<string>(4, [['a', [3, 1]]]);
  for (const key of ['b', 'c', 'd']) table.add(key, [1, 0]);
  expect(table.add('c', [1, 5])).toEqual([2, 5]);
  expect(table.size()).toBe(4);
  table.add('e', [1, 0]);
  expect([...table.rows()]).toEqual([
    ['a', [3, 1]],
    ['c', [2, 5]],
  ]);
  expect(table.get('b')).toBeUndefined();
});

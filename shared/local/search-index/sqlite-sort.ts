import type { IndexSort } from '../../ports/index-condition.ts';
import { fieldOfProperty } from '../../query/compile/sql-fields.ts';
import type { Column } from './sqlite-columns.ts';

/** Sorts rows by stored fields, which are in memory. */
export type RowOrder = {
  /** Returns the rows that may be among the first `limit`: these, and those that equal the last of them by the first key. */
  first(rows: Uint32Array, limit: number): number[];
  /** Compares two rows; 0 if all keys are equal. Rows without a value come last. */
  compare(a: number, b: number): number;
};

export function rowOrder(sort: readonly IndexSort[], columnOf: (name: string) => Column): RowOrder {
  const keys = sort.map(({ field, descending }) => rankOfRows(columnOf(fieldOfProperty(field).stored), descending));
  const [firstKey = () => 0] = keys;
  return {
    first(rows, limit) {
      if (rows.length <= limit) return [...rows];
      const ranks = Uint32Array.from(rows, firstKey).sort();
      const last = ranks[Math.max(limit, 1) - 1]!;
      return [...rows].filter((n) => firstKey(n) <= last);
    },
    compare(a, b) {
      for (const key of keys) {
        const difference = key(a) - key(b);
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}

/** Returns for each row the position of its value among all values in their order. */
function rankOfRows({ values, rows }: Column, descending: boolean): (n: number) => number {
  const sorted = values.map((value, position) => ({ value, position })).filter(({ value }) => value !== null);
  const sign = descending ? -1 : 1;
  sorted.sort((a, b) => (a.value! < b.value! ? -sign : sign));
  const ranks = new Uint32Array(values.length).fill(values.length);
  for (const [rank, { position }] of sorted.entries()) ranks[position] = rank;
  return (n) => ranks[rows[n] ?? 0]!;
}

import type { Column } from './sqlite-columns.ts';
import type { Page, RankedRow } from './sqlite-search-ranker.ts';

/** The best row of a group of rows with the same value, and the number of the others. Absent: rows are not collapsed. */
export type CollapsedRow = RankedRow & { others?: number };

/** Rows that are ranked at first, for each row that is needed. Twice as many each time that they have too few groups. */
const ROWS_PER_GROUP = 5;

/**
 * Returns the best row of each group, best groups first.
 *
 * @param rows all rows that match
 * @param firstRows returns the first so many of these rows in their order
 * @param column rows with the same value in it are one group
 */
export function collapseRows(
  rows: Uint32Array,
  firstRows: (limit: number) => RankedRow[],
  column: Column,
  { from, size }: Page,
): CollapsedRow[] {
  const groupOf = (n: number) => column.rows[n] ?? 0;
  const end = from + size;
  for (let limit = ROWS_PER_GROUP * end; ; limit *= 2) {
    const seen = new Set<number>();
    const best = firstRows(Math.min(limit, rows.length)).filter(({ n }) => {
      const isFirst = !seen.has(groupOf(n));
      seen.add(groupOf(n));
      return isFirst;
    });
    if (best.length < end && limit < rows.length) continue;
    const counts = new Uint32Array(column.values.length);
    for (const n of rows) counts[groupOf(n)] = counts[groupOf(n)]! + 1;
    return best.slice(from, end).map((row) => ({ ...row, others: counts[groupOf(row.n)]! - 1 }));
  }
}

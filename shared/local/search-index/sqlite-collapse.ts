import type { Column } from './sqlite-columns.ts';
import type { Page, RankedRow } from './sqlite-search-ranker.ts';

/** The best row of a group of rows with the same value, and the number of the others. Absent: rows are not collapsed. */
export type CollapsedRow = RankedRow & { others?: number };

/** Rows that are ranked at first, for each group that is needed, and how many times more if they have too few groups. */
const ROWS_PER_GROUP = 5;
const GROWTH = 4;

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
  const counts = new Uint32Array(column.values.length);
  let groups = 0;
  for (const n of rows) if (counts[groupOf(n)]!++ === 0) groups++;
  // Of fewer groups than the page has room for, more rows do not add any.
  const end = Math.min(from + size, groups);
  if (from >= end) return [];
  for (let limit = ROWS_PER_GROUP * end; ; limit *= GROWTH) {
    const best = bestOfGroups(firstRows(Math.min(limit, rows.length)), groupOf);
    if (best.length < end && limit < rows.length) continue;
    return best.slice(from, end).map((row) => ({ ...row, others: counts[groupOf(row.n)]! - 1 }));
  }
}

function bestOfGroups(ranked: readonly RankedRow[], groupOf: (n: number) => number): RankedRow[] {
  const seen = new Set<number>();
  return ranked.filter(({ n }) => {
    const isFirst = !seen.has(groupOf(n));
    seen.add(groupOf(n));
    return isFirst;
  });
}

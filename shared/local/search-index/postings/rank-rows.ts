import type { RankedRow } from '../sqlite-search-ranker.ts';
import { topRows } from './top-rows.ts';

/** Rows that are scored for the first pages, and those that are scored together for the pages behind. Scoring takes 2 to 3 µs a row. */
const FIRST_ROWS = 4_000;
const MORE_ROWS = 16_000;

/** Rows that are scored before it is checked whether others may still be better. */
const STEP = 250;

/** Bounds are added up in numbers of 32 bits. */
const ROUNDING = 1 + 1e-5;

/**
 * Returns the first rows by score. It scores rows in the order of their bounds, and stops when no other can be among the first. Rows that
 * are not among those with the highest bounds rank behind all of these, so each page continues the one before.
 *
 * @param isExact whether no score is above its bound. Otherwise all rows with the highest bounds are scored
 */
export function rankByBounds(
  bounds: Float32Array,
  isExact: boolean,
  scoreOf: (row: number) => number,
  wanted: number,
): RankedRow[] {
  const ranked: RankedRow[] = [];
  const selected = wanted > 0 ? topRows(bounds, endOfBlock(wanted)) : [];
  for (let end = FIRST_ROWS, start = 0; ranked.length < wanted; start = end, end += MORE_ROWS) {
    const rows = selected.slice(start, end);
    if (rows.length === 0) break;
    const needed = Math.min(wanted - ranked.length, rows.length);
    ranked.push(...firstOf(rows, (row) => (isExact ? bounds[row]! : Infinity), scoreOf, needed));
  }
  return ranked;
}

/** Returns the number of rows up to the end of the block in which a page ends. */
const endOfBlock = (wanted: number): number =>
  FIRST_ROWS + Math.ceil(Math.max(0, wanted - FIRST_ROWS) / MORE_ROWS) * MORE_ROWS;

/** Ranks rows. @param rows those with the highest bounds first */
function firstOf(
  rows: readonly number[],
  boundOf: (row: number) => number,
  scoreOf: (row: number) => number,
  needed: number,
): RankedRow[] {
  const scored: RankedRow[] = [];
  for (const [i, n] of rows.entries()) {
    if (i >= needed && i % STEP === 0) {
      scored.sort(byScore);
      if (boundOf(n) * ROUNDING < scored[needed - 1]!.score) break;
    }
    scored.push({ n, score: scoreOf(n) });
  }
  return scored.sort(byScore).slice(0, needed);
}

/** Best rows first, of equal ones the first. */
export const byScore = (a: RankedRow, b: RankedRow): number => b.score - a.score || a.n - b.n;

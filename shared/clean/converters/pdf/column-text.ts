/** Tells columns of running text on a PDF page from cells of tables, forms and margins. */
import type { Segment } from './segments.ts';

/** Minimum share of lines that stand beside no line of the other column. The cells of tables stand in rows. */
export const MIN_OFF_ROWS = 0.25;
/** Distance of the baselines of such lines, relative to the font size. */
const ROW_SHIFT = 0.15;

/** Returns the share of the lines of the shorter column that are beside two lines of the other one, instead of one. */
export function shareOffRows(left: readonly Segment[], right: readonly Segment[]): number {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  let count = 0;
  let at = 0;
  for (const { y, size } of few) {
    while (at < many.length && many[at]!.y > y + ROW_SHIFT * size) at++;
    const below = many[at];
    const above = many[at - 1];
    // Beside the ends of the other column there is no line at all.
    if (above && below && below.y < y - ROW_SHIFT * size && above.y - below.y < MAX_DISTANCE * size) count++;
  }
  return count / few.length;
}

/** Minimum width of a column, relative to the font size. */
const MIN_WIDTH = 9;
/** Maximum distance of half of the lines, relative to the font size. */
const MAX_DISTANCE = 2.2;
/** Minimum share of letters among the characters. */
const MIN_LETTERS = 0.5;
/** Minimum share of spaces among the characters. Names in the margin are single words. */
const MIN_SPACES = 0.05;
/** Minimum width of a long line, relative to that of the column. */
const LONG = 0.75;
/** Minimum share of the characters that stand in long lines. The cells of tables have different widths. */
const MIN_LONG = 0.5;
/** The same of lines that stand in rows, and so may be cells. */
const MIN_LONG_IN_ROWS = 0.65;
/** Share of the characters that may stand outside of a column, such as line numbers, on each side. */
const OUTSIDE = 0.1;
/** Minimum share of long lines that start with a small letter. Most cells of tables start with a capital letter or a number. */
const MIN_SMALL = 0.3;
/** Minimum share of long lines that end at the right end of the column, if not enough start with a small letter. */
const MIN_FULL = 0.6;

/** Returns whether lines are a column of running text. @param inRows whether they may be cells of a table */
export function isText(lines: readonly Segment[], inRows: boolean): boolean {
  const size = median(lines.map((line) => line.size));
  const left = weightedQuantile(lines, OUTSIDE, (line) => line.left);
  const right = weightedQuantile(lines, 1 - OUTSIDE, (line) => line.right);
  if (right - left < MIN_WIDTH * size || lineDistance(lines) > MAX_DISTANCE * size) return false;
  const long = lines.filter((line) => line.right - line.left >= LONG * (right - left));
  const length = lengthOf(lines);
  if (lengthOf(long) < (inRows ? MIN_LONG_IN_ROWS : MIN_LONG) * length) return false;
  if (countOf(lines, /\p{L}/gu) < MIN_LETTERS * length) return false;
  // Chinese and Thai have neither small letters nor spaces.
  if (countOf(lines, /\s/g) < MIN_SPACES * length && 2 * countOf(lines, /\p{Lo}/gu) < length) return false;
  if (!inRows) return true;
  const small = long.filter(({ text }) => /^\s*\p{Ll}/u.test(text)).length;
  const full = long.filter((line) => right - line.right <= size).length;
  return small >= MIN_SMALL * long.length || full >= MIN_FULL * long.length;
}

const lengthOf = (lines: readonly Segment[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Returns a quantile of a property of lines, weighted by their lengths. */
export function weightedQuantile(lines: readonly Segment[], share: number, of: (line: Segment) => number): number {
  const sorted = [...lines].sort((a, b) => of(a) - of(b));
  const limit = share * lengthOf(lines);
  let sum = 0;
  for (const line of sorted) {
    sum += line.text.length;
    if (sum > limit) return of(line);
  }
  return of(sorted.at(-1)!);
}

const countOf = (lines: readonly Segment[], pattern: RegExp): number =>
  lines.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);

/** Returns the median distance of lines below each other, or 0. @param lines lines from the top */
export function lineDistance(lines: readonly Segment[]): number {
  const distances: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const distance = lines[i - 1]!.y - lines[i]!.y;
    if (distance > 0.3 * lines[i]!.size) distances.push(distance);
  }
  return median(distances);
}

/** Returns the upper median, or 0. */
const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

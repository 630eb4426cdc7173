/** Chooses among the dates closest to the headline. */

import type { SourcedValue } from '../metadata.ts';
import type { DatedLine } from './dated-lines.ts';

/** Number of lines, from three before the headline on, in which the byline of a page is. */
const BYLINE_LINES = 8;

/**
 * Returns the first date, unless it is before the headline and the byline after the headline has an earlier one: then the first is that of the
 * visit, which newspapers show at the top of each page.
 *
 * @param firstDate returns the first date of lines
 */
export function nearestDate(
  lines: readonly DatedLine[],
  firstDate: (lines: readonly DatedLine[]) => SourcedValue | null,
): SourcedValue | null {
  const first = firstDate(lines);
  if (first === null || firstDate(lines.filter(({ isBefore }) => isBefore)) === null) return first;
  const after = firstDate(lines.filter(({ isBefore, place }) => !isBefore && place < BYLINE_LINES));
  return after !== null && after.value < first.value ? after : first;
}

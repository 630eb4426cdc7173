/** Times between two others, for counts of records by the time of their fetch. */

/** From `from` up to, but not including, `before`. Epoch ms. */
export type TimeRange = { from: number; before: number };

/**
 * Divides the time from the first to the last fetch, both included.
 *
 * @param max maximum number of ranges. Their lengths differ by at most 1 ms
 */
export function timeRanges(first: number, last: number, max: number): TimeRange[] {
  const span = last - first + 1;
  const parts = Math.min(max, span);
  const startOf = (part: number) => first + Math.floor((part * span) / parts);
  return Array.from({ length: parts }, (_, i) => ({ from: startOf(i), before: startOf(i + 1) }));
}

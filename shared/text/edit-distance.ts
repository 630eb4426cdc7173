/**
 * Returns the number of edits between two words: letters inserted, removed, replaced, or swapped with their neighbour (optimal
 * string alignment). Letters are code points.
 *
 * @param max the largest number that matters: a larger distance is returned as `max + 1`
 */
export function editDistance(a: string, b: string, max: number): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        edits = Math.min(edits, before[j - 2]! + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    // A swap reaches back two rows, so one row beyond the limit does not decide.
    if (least > max + 1) return max + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[to.length]!, max + 1);
}

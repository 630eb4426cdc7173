/**
 * Finds the word that was probably meant, for "did you mean …?". Ignores case. Of a dotted name it compares the last part.
 *
 * @returns `undefined` if no word is close: at most a third of the letters, or two, may differ.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const given = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(given.length / 3)) + 1;
  for (const candidate of words) {
    const last = candidate.slice(candidate.lastIndexOf('.') + 1);
    const distance = editDistance(given, last.toLowerCase());
    if (distance < least && distance < last.length) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Returns the Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}

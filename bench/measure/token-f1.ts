/** Token F1 of two texts: bags of words, regardless of order. */

/** Counts the words of a text: runs of letters and digits; each Han or Kana character is a word. */
export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu;

export const totalCount = (words: ReadonlyMap<string, number>): number =>
  [...words.values()].reduce((sum, n) => sum + n, 0);

/** Returns precision, recall and F1 of our words against theirs. */
export function tokenF1(ours: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>) {
  let common = 0;
  for (const [word, count] of ours) common += Math.min(count, theirs.get(word) ?? 0);
  const precision = common / Math.max(1, totalCount(ours));
  const recall = common / Math.max(1, totalCount(theirs));
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

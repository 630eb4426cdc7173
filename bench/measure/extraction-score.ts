/** Scores extracted texts against gold texts: shingles of four words, and segments that must or must not occur. */

/** `segments`: found and missing segments that must occur, then found and missing segments that must not. */
export type Tally = { shingles: { precision: number; recall: number }[]; segments: [number, number, number, number] };

export const newTally = (): Tally => ({ shingles: [], segments: [0, 0, 0, 0] });

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Adds the result of a page. */
export function addToTally(
  tally: Tally,
  gold: { text?: string; with?: string[]; without?: string[] },
  text: string,
): void {
  if (gold.text !== undefined) tally.shingles.push(compare(shingles(gold.text), shingles(text)));
  const whole = foldText(text);
  for (const segment of gold.with ?? []) tally.segments[whole.includes(foldText(segment)) ? 0 : 1]++;
  for (const segment of gold.without ?? []) tally.segments[whole.includes(foldText(segment)) ? 2 : 3]++;
}

/** Returns the F1 of the segments over all pages. */
export function segmentF1({ segments: [found, missed, wrong] }: Tally): number {
  return (2 * found) / Math.max(1, 2 * found + missed + wrong);
}

/** Returns the F1 of the mean precision and the mean recall of the shingles. */
export function shingleF1({ shingles: all }: Tally): number {
  const mean = (key: 'precision' | 'recall') => all.reduce((sum, one) => sum + one[key], 0) / Math.max(1, all.length);
  const [p, r] = [mean('precision'), mean('recall')];
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
}

const WORD = /[\p{L}\p{N}_]+/gu;

function shingles(text: string): Map<string, number> {
  const words = text.match(WORD) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i < Math.max(1, words.length - 3); i++) {
    const shingle = words.slice(i, i + 4).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function compare(gold: Map<string, number>, found: Map<string, number>): { precision: number; recall: number } {
  let common = 0;
  for (const [shingle, count] of found) common += Math.min(count, gold.get(shingle) ?? 0);
  const size = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
  return { precision: common / Math.max(1, size(found)), recall: common / Math.max(1, size(gold)) };
}

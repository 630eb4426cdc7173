/** Scores extracted texts against gold texts: shingles of four words, bags of words by kind, segments that must or must not occur. */
import { countWords, tokenF1 } from './token-f1.ts';

/**
 * `segments`: found and missing segments that must occur, then found and missing segments that must not. `words`: F1 of the words of
 * each page, by kind of page.
 */
export type Tally = {
  shingles: { precision: number; recall: number }[];
  segments: [number, number, number, number];
  words: Map<string, number[]>;
};

export const newTally = (): Tally => ({ shingles: [], segments: [0, 0, 0, 0], words: new Map() });

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Adds the result of a page: the F1 of its words if its kind is known, otherwise shingles and segments. */
export function addToTally(
  tally: Tally,
  gold: { text?: string; with?: string[]; without?: string[] },
  text: string,
  kind?: string,
): void {
  if (kind !== undefined) {
    tally.words.set(kind, [...(tally.words.get(kind) ?? []), wordF1(text, gold.text ?? '')]);
    return;
  }
  if (gold.text !== undefined) tally.shingles.push(compare(shingles(gold.text), shingles(text)));
  const whole = foldText(text);
  for (const segment of gold.with ?? []) tally.segments[whole.includes(foldText(segment)) ? 0 : 1]++;
  for (const segment of gold.without ?? []) tally.segments[whole.includes(foldText(segment)) ? 2 : 3]++;
}

/** Returns the F1 of two bags of words. Two empty texts are equal. */
function wordF1(text: string, gold: string): number {
  const [ours, theirs] = [countWords(text), countWords(gold)];
  return theirs.size === 0 && ours.size === 0 ? 1 : tokenF1(ours, theirs).f1;
}

/** Describes the mean F1 of the words over all pages, and by kind. */
export function wordF1ByKind({ words }: Tally): string {
  const mean = (all: readonly number[]) =>
    (all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)).toFixed(3);
  const kinds = [...words.keys()].sort();
  const rows = kinds.map((kind) => `${kind} ${mean(words.get(kind) ?? [])} (${words.get(kind)?.length})`);
  return `words F1 ${mean([...words.values()].flat())}: ${rows.join(', ')}`;
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

import { compareBytes } from './compare-bytes.ts';
import { editDistance } from './edit-distance.ts';

/** A word of an index, and the number of records that have it. */
export type CountedWord = { word: string; records: number };

/**
 * Orders words by how near they are to a given one: by the share of letters that differ, of equal ones those of the most records
 * first, then in the order of their bytes in UTF-8. Words that differ in more than `maxEdits` letters are left out.
 */
export function nearestWords(word: string, maxEdits: number, found: readonly CountedWord[]): CountedWord[] {
  const length = Array.from(word).length;
  const near = found.flatMap((one) => {
    const edits = editDistance(one.word, word, maxEdits);
    if (edits > maxEdits) return [];
    return [{ ...one, share: edits / Math.min(length, Array.from(one.word).length) }];
  });
  near.sort((a, b) => a.share - b.share || b.records - a.records || compareBytes(a.word, b.word));
  return near.map(({ word: similar, records }) => ({ word: similar, records }));
}

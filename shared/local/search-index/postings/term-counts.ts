import { type RecordTexts, TEXT_FIELDS } from '../../../index/text-fields.ts';
import type { TextField } from '../../../ports/index-condition.ts';
import { fnv1a } from '../../../text/fnv1a.ts';
import { frequencyClass, frequencyTerm, lengthClass, lengthTerm } from './frequency-classes.ts';
import { createWordTally, MAX_COUNT } from './word-tally.ts';

/**
 * How often one record has each of its words, as 32-bit numbers: the number of all its words; then one for each different word, in
 * ascending order: 23 bits of a hash of the word, 1 bit if the title has it, 8 bits for the count. Of 140 words two share a hash in one
 * record of a thousand, and a word that the record lacks is found by mistake once in 60,000.
 */
export type TermCounts = Uint32Array;

/** How often a word counts. The columns of FTS5 have the same weights. */
export const TEXT_COUNTS: Readonly<Record<TextField, number>> = {
  title: 2,
  headings: 1,
  text: 1,
  author: 1,
  anchors: 2,
  abstract: 1,
  keywords: 1,
};

const TITLE_BIT = 0x100;
const HASH_SHIFT = 9;

/** Returns the different words of a record, their counts, and the terms of the classes of those counts, joined by blanks. */
export function countTerms(texts: RecordTexts): {
  terms: string[];
  counts: TermCounts;
  frequencies: string;
} {
  const found = createWordTally();
  for (const field of TEXT_FIELDS) found.add(texts[field], TEXT_COUNTS[field], field === 'title' ? TITLE_BIT : 0);
  const { words: terms } = found;
  const counts = new Uint32Array(terms.length + 1);
  const frequencies = [lengthTerm(lengthClass(found.length()))];
  for (let i = 0; i < terms.length; i++) {
    const count = found.tallyOf(i);
    counts[i + 1] = ((foldHash(found.hashOf(i)) << HASH_SHIFT) | count) >>> 0;
    const frequency = frequencyClass(count & MAX_COUNT);
    if (frequency > 0) frequencies.push(frequencyTerm(terms[i]!, frequency));
  }
  counts.subarray(1).sort();
  counts[0] = found.length();
  return { terms, counts, frequencies: frequencies.join(' ') };
}

/** Returns 23 bits of the hash of a word. */
export function termHash(word: string): number {
  return foldHash(fnv1a(word));
}

const foldHash = (hash: number): number => (hash ^ (hash >>> 15)) & 0x7fffff;

/** Returns how often a record has the word of a hash, weighted by field; 0: not at all. */
export function countOf(counts: TermCounts, hash: number): number {
  const at = placeOf(counts, hash);
  return at === 0 ? 0 : counts[at]! & MAX_COUNT;
}

/** Returns whether the title of a record has the word of a hash. */
export function isInTitle(counts: TermCounts, hash: number): boolean {
  const at = placeOf(counts, hash);
  return at !== 0 && (counts[at]! & TITLE_BIT) !== 0;
}

/** Finds a hash by binary search. Returns 0 if the record does not have it. */
function placeOf(counts: TermCounts, hash: number): number {
  let low = 1;
  let high = counts.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = counts[middle]! >>> HASH_SHIFT;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Number of words of a record. */
export const lengthOf = (counts: TermCounts): number => counts[0] ?? 0;

/** Returns the bytes of counts, in the byte order of the machine. They share the memory of the counts. */
export const toBlob = (counts: TermCounts): Uint8Array =>
  new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength);

/** Returns the counts of stored bytes, the reverse of `toBlob`. Aligned bytes are shared, others are copied. */
export const fromBlob = (blob: Uint8Array): TermCounts =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength >> 2)
    : new Uint32Array(blob.slice().buffer);

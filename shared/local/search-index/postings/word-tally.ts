import { fnv1a } from '../../../text/fnv1a.ts';

/** Counts the different words of a record without making a string of each occurrence. One record at a time: memory is reused. */
export type WordTally = {
  /** Counts the words of a field, joined by blanks. @param weight of one occurrence @param bit set in the tally of its words */
  add(field: string, weight: number, bit: number): void;
  /** The different words, in the order of their first occurrence. */
  words: string[];
  /** FNV-1a hash of a word, 32 bits. */
  hashOf(word: number): number;
  /** Sum of the weights of a word, at most `MAX_COUNT`, and its bits. */
  tallyOf(word: number): number;
  /** Number of words, with repetitions. */
  length(): number;
};

/** Largest sum of weights of a word; the bits of a tally are above it. */
export const MAX_COUNT = 0xff;

const BLANK = 0x20;

/** Hash table of the record: numbers of words, from 1; 0: free. Half of it is used at most. */
let slots = new Int32Array(1 << 13);
/** Hash and tally of each word. */
let hashes = new Uint32Array(slots.length / 2);
let tallies = new Int32Array(slots.length / 2);

/** Begins with a new record. The tally of the record before must not be used any more. */
export function createWordTally(): WordTally {
  const words: string[] = [];
  let length = 0;
  slots.fill(0);

  const numberOf = (field: string, start: number, end: number): number => {
    const hash = fnv1a(field, start, end);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let n = slots[slot]!; n > 0; n = slots[slot]!) {
      if (hashes[n - 1] === hash && isWord(words[n - 1]!, field, start, end)) return n - 1;
      slot = (slot + 1) & mask;
    }
    hashes[words.length] = hash;
    tallies[words.length] = 0;
    words.push(field.slice(start, end));
    slots[slot] = words.length;
    if (words.length * 2 >= slots.length) growTable(words.length);
    return words.length - 1;
  };

  const count = (word: number, weight: number, bit: number): void => {
    const before = tallies[word]!;
    tallies[word] = Math.min(MAX_COUNT, (before & MAX_COUNT) + weight) | (before & ~MAX_COUNT) | bit;
    length++;
  };

  return {
    words,
    hashOf: (word) => hashes[word]!,
    tallyOf: (word) => tallies[word]!,
    length: () => length,
    add(field, weight, bit) {
      for (let start = 0; start < field.length; ) {
        let end = start;
        while (end < field.length && field.charCodeAt(end) !== BLANK) end++;
        if (end > start) count(numberOf(field, start, end), weight, bit);
        start = end + 1;
      }
    },
  };
}

function isWord(word: string, field: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== field.charCodeAt(start + i)) return false;
  return true;
}

/** Doubles the table and places its words again. */
function growTable(words: number): void {
  slots = new Int32Array(slots.length * 2);
  const [oldHashes, oldTallies] = [hashes, tallies];
  hashes = new Uint32Array(slots.length / 2);
  tallies = new Int32Array(slots.length / 2);
  hashes.set(oldHashes);
  tallies.set(oldTallies);
  const mask = slots.length - 1;
  for (let word = 0; word < words; word++) {
    let slot = hashes[word]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = word + 1;
  }
}

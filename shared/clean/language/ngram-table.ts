/** Table of n-grams and their scores by language, in typed arrays: 1.5 MB of memory per thread. */
import { brotliDecompressSync } from 'node:zlib';
import { AVERAGE_SCORES, BYTE_CHARACTERS, NGRAM_LANGUAGES, NGRAMS } from './ngram-data.ts';

/**
 * An open-addressing table. An n-gram has up to six characters of one byte each: the first four in `low`, the others in `high`.
 * Its scores are `scores[starts[row]]` to `scores[starts[row + 1] - 1]`.
 */
export type NgramTable = {
  low: Int32Array;
  high: Uint16Array;
  /** Row of the n-gram in a slot, plus one; 0 if the slot is empty. */
  rows: Uint16Array;
  starts: Uint32Array;
  /** Index of the language of each score. */
  languages: Uint8Array;
  scores: Uint8Array;
};

/** Number of slots: a power of two, more than twice the number of n-grams. */
const SLOTS = 2 ** 17;

/** Languages by index, as ISO 639-1 codes. */
export const LANGUAGES: readonly string[] = NGRAM_LANGUAGES.split(' ');
/** Average score of texts in each language, by index. */
export const AVERAGES: readonly number[] = AVERAGE_SCORES.split(' ').map(Number);
/** Character that n-grams use for each byte from 0x80 on. */
export const CHARACTERS: Uint8Array = Buffer.from(BYTE_CHARACTERS, 'base64');

/** Returns the hash of an n-gram, as a non-negative integer. */
export function hashNgram(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

let table: NgramTable | undefined;

/** Returns the table. The first call decompresses it, which takes some milliseconds. */
export function ngramTable(): NgramTable {
  table ??= readNgrams(brotliDecompressSync(Buffer.from(NGRAMS, 'base64')));
  return table;
}

/**
 * Reads five streams of bytes, preceded by their lengths: the number of characters that a sorted n-gram shares with the one before
 * and of its own characters, four bits each; these characters; the number of scores of each n-gram; the language of each
 * score; the score.
 */
function readNgrams(bytes: Buffer): NgramTable {
  const [shared, suffixes, counts, languages, scores] = readStreams(bytes, 5) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const low = new Int32Array(SLOTS);
  const high = new Uint16Array(SLOTS);
  const rows = new Uint16Array(SLOTS);
  const starts = new Uint32Array(counts.length + 1);
  const ngram = new Uint8Array(8);
  const halves = new DataView(ngram.buffer);
  for (let row = 0, at = 0; row < counts.length; row++) {
    const lengths = shared[row] as number;
    const from = lengths >> 4;
    const own = lengths & 15;
    ngram.fill(0, from).set(suffixes.subarray(at, at + own), from);
    at += own;
    const [first, last] = [halves.getInt32(0, true), halves.getUint16(4, true)];
    let slot = hashNgram(first, last) & (SLOTS - 1);
    while (rows[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    low[slot] = first;
    high[slot] = last;
    rows[slot] = row + 1;
    starts[row + 1] = (starts[row] as number) + (counts[row] as number);
  }
  return { low, high, rows, starts, languages: Uint8Array.from(languages), scores: Uint8Array.from(scores) };
}

function readStreams(bytes: Buffer, count: number): Buffer[] {
  let from = 4 * count;
  return Array.from({ length: count }, (_, i) => {
    const stream = bytes.subarray(from, from + bytes.readUInt32LE(4 * i));
    from += stream.length;
    return stream;
  });
}

/** Returns the first score of an n-gram, or -1 if the table does not have it. */
export function findNgram({ low, high, rows }: NgramTable, first: number, last: number): number {
  let slot = hashNgram(first, last) & (SLOTS - 1);
  for (let row = rows[slot] as number; row !== 0; row = rows[slot] as number) {
    if (low[slot] === first && high[slot] === last) return row - 1;
    slot = (slot + 1) & (SLOTS - 1);
  }
  return -1;
}

/** Table of n-grams and their weights by language, in typed arrays: 0.6 MB of memory per thread. */
import { brotliDecompressSync } from 'node:zlib';
import { SENTENCE_WEIGHTS, WEIGHT_OFFSET } from './sentence-data.ts';

/**
 * An open-addressing table of the hashes of n-grams. The weights of an n-gram are `weights[starts[row]]` to
 * `weights[starts[row + 1] - 1]`.
 */
export type SentenceTable = {
  hashes: Int32Array;
  /** Row of the n-gram in a slot, plus one; 0 if the slot is empty. */
  rows: Uint16Array;
  starts: Uint32Array;
  /** Index of the language of each weight. */
  languages: Uint8Array;
  weights: Int8Array;
};

/** Number of slots: a power of two, more than one and a half times the number of n-grams. */
const SLOTS = 2 ** 15;
const NEW_LINE = 0x0a;

/** Hash of no character. */
export const EMPTY_HASH = 0x811c9dc5 | 0;

/** Returns the hash of an n-gram from the hash of all but its last UTF-16 unit (FNV-1a by units). */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (SLOTS - 1);

let table: SentenceTable | undefined;

/** Returns the table. The first call decompresses it, which takes some milliseconds. */
export function sentenceTable(): SentenceTable {
  table ??= readWeights(brotliDecompressSync(Buffer.from(SENTENCE_WEIGHTS, 'base64')));
  return table;
}

/** Returns the row of the n-gram with a hash, or -1 if the table does not have it. */
export function findRow({ hashes, rows }: SentenceTable, hash: number): number {
  let slot = slotOf(hash);
  for (let row = rows[slot] as number; row !== 0; row = rows[slot] as number) {
    if (hashes[slot] === hash) return row - 1;
    slot = (slot + 1) & (SLOTS - 1);
  }
  return -1;
}

/**
 * Reads four streams of bytes, preceded by their lengths: the n-grams, one a line; the number of weights of each; the index of the language
 * of each weight, less that of the weight before; the weight plus `WEIGHT_OFFSET`.
 */
function readWeights(bytes: Buffer): SentenceTable {
  const [ngrams, counts, steps, values] = readStreams(bytes) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const weights = new Int8Array(values.length);
  for (let at = 0; at < values.length; at++) weights[at] = (values[at] as number) - WEIGHT_OFFSET;
  return { ...indexNgrams(Buffer.from(ngrams).toString()), ...readLanguages(counts, steps), weights };
}

function readStreams(bytes: Buffer): Uint8Array[] {
  let end = 16;
  return [0, 4, 8, 12].map((at) => {
    const start = end;
    end += bytes.readUInt32LE(at);
    return new Uint8Array(bytes.subarray(start, end));
  });
}

function readLanguages(counts: Uint8Array, steps: Uint8Array): Pick<SentenceTable, 'starts' | 'languages'> {
  const starts = new Uint32Array(counts.length + 1);
  const languages = new Uint8Array(steps.length);
  for (let row = 0, at = 0; row < counts.length; row++) {
    const end = at + (counts[row] as number);
    for (let language = 0; at < end; at++) languages[at] = language += steps[at] as number;
    starts[row + 1] = end;
  }
  return { starts, languages };
}

function indexNgrams(lines: string): Pick<SentenceTable, 'hashes' | 'rows'> {
  const hashes = new Int32Array(SLOTS);
  const rows = new Uint16Array(SLOTS);
  let row = 0;
  let hash = EMPTY_HASH;
  for (let i = 0; i <= lines.length; i++) {
    const unit = i < lines.length ? lines.charCodeAt(i) : NEW_LINE;
    if (unit !== NEW_LINE) {
      hash = hashUnit(hash, unit);
      continue;
    }
    let slot = slotOf(hash);
    while (rows[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    hashes[slot] = hash;
    rows[slot] = ++row;
    hash = EMPTY_HASH;
  }
  return { hashes, rows };
}

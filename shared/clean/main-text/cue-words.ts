/**
 * Words at the start of a block, for scores of words that many sites use: "Reply", "Add to cart", "You may also like". Only the first
 * words are read, which are enough for labels, buttons, notices and headings.
 */

import { brotliDecompressSync } from 'node:zlib';
import { float32Array, int32Array } from '../html/page-arrays.ts';

/** Scores of words by their hash, as an open-addressing table. `width`: number of scores of a word. */
export type CueTable = { hashes: Int32Array; scores: Float32Array; width: number };

/** Length of the start of a block that is read, in UTF-16 units. */
const CUE_LENGTH = 80;
/** Minimum length of a word, in UTF-16 units. */
const MIN_WORD_LENGTH = 2;
/** Offset basis and prime of the FNV-1a hash. */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** Packs the scores of words. @param width number of scores of each word */
export function packCues(words: ReadonlyMap<string, readonly number[]>, width: number): CueTable {
  const size = 2 ** (33 - Math.clz32(words.size + 1));
  const table = { hashes: new Int32Array(size), scores: new Float32Array(size * width), width };
  for (const [word, scores] of words) {
    let hash = FNV_BASIS;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
    let at = slotOf(hash, size);
    while (table.hashes[at] !== 0) at = (at + 1) & (size - 1);
    table.hashes[at] = hash;
    table.scores.set(scores, at * width);
  }
  return table;
}

/** Unpacks the words of a model file with their scores: in base64 and Brotli a line with all words, then a line for each score. */
export function unpackWords(packed: string): Map<string, number[]> {
  const text = brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8');
  const [words = [], ...columns] = text.split('\n').map((line) => line.split(' '));
  return new Map(words.map((word, i) => [word, columns.map((column) => Number(column[i]))]));
}

/** Hashes of the words at the start of texts, text after text. `ends`: by text, the index after its last word. */
export type StartWords = { hashes: Int32Array; ends: Int32Array };

/** Hashes of the texts that are being read. It grows with the page and is kept for the next one. */
let found = new Int32Array(4_096);

/** Reads the start of each text once, for all tables. */
export function readStarts(texts: readonly { text: string }[]): StartWords {
  const ends = int32Array(texts.length);
  let count = 0;
  for (let i = 0; i < texts.length; i++) {
    if (count + CUE_LENGTH > found.length) found = grown(found);
    count = readStart((texts[i] as { text: string }).text, found, count);
    ends[i] = count;
  }
  return { hashes: found.slice(0, count), ends };
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Writes the hashes of the words at the start of a text. @param at index of the first one @returns the index after the last one */
function readStart(text: string, hashes: Int32Array, at: number): number {
  const end = Math.min(text.length, CUE_LENGTH);
  let to = at;
  let hash = FNV_BASIS;
  let length = 0;
  for (let i = 0; i <= end; i++) {
    const unit = i < end ? text.charCodeAt(i) : 0;
    const lower = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
    if ((lower >= 0x61 && lower <= 0x7a) || lower > 0x7f) {
      hash = Math.imul(hash ^ lower, FNV_PRIME);
      length++;
      continue;
    }
    if (length >= MIN_WORD_LENGTH) hashes[to++] = hash;
    hash = FNV_BASIS;
    length = 0;
  }
  return to;
}

/** Returns the slot of a hash, or -1. */
export function findCue({ hashes }: CueTable, hash: number): number {
  const last = hashes.length - 1;
  for (let at = slotOf(hash, hashes.length); hashes[at] !== 0; at = (at + 1) & last) if (hashes[at] === hash) return at;
  return -1;
}

/** Returns the words at the start of a text as `readStarts` reads them. */
export function cueWords(text: string): string[] {
  const start = text.slice(0, CUE_LENGTH).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return start.match(/[a-z\u0080-\uffff]{2,}/g) ?? [];
}

/** Scores of a text: their mean, in which strong words count more, and the lowest. Both are 0 if no word is known. */
export type TextCues = { means: Float32Array; lowest: Float32Array };

/**
 * Scores the starts of texts.
 *
 * @param table scores of words, one each
 * @param chosen indices of the texts that are scored; default: all. The scores of the others are 0.
 */
export function scoreTexts(table: CueTable, words: StartWords, chosen?: readonly number[]): TextCues {
  const count = words.ends.length;
  const cues = { means: float32Array(count), lowest: float32Array(count) };
  if (chosen !== undefined) for (const i of chosen) scoreText(table, words, i, cues);
  else for (let i = 0; i < count; i++) scoreText(table, words, i, cues);
  return cues;
}

function scoreText(table: CueTable, { hashes, ends }: StartWords, i: number, { means, lowest }: TextCues): void {
  let sum = 0;
  let weight = 0;
  let low = 0;
  const end = ends[i] as number;
  for (let k = i === 0 ? 0 : (ends[i - 1] as number); k < end; k++) {
    const slot = findCue(table, hashes[k] as number);
    if (slot === -1) continue;
    const score = table.scores[slot] as number;
    sum += score * Math.abs(score);
    weight += Math.abs(score);
    if (score < low) low = score;
  }
  means[i] = weight === 0 ? 0 : sum / weight;
  lowest[i] = low;
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1);
}

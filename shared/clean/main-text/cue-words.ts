/**
 * Words at the start of a block, for scores of words that many sites use: "Reply", "Add to cart", "You may also like". Only the first
 * words are read, which are enough for labels, buttons, notices and headings.
 */

/** Scores of words by their hash, as an open-addressing table. `width`: number of scores of a word. */
export type CueTable = { hashes: Int32Array; scores: Float32Array; width: number };

/** Length of the start of a block that is read, in UTF-16 units. */
export const CUE_LENGTH = 80;
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

/** Reads a list of words, each followed by its scores. */
export function readCues(list: string, width: number): CueTable {
  const parts = list.split(' ');
  const words = new Map<string, number[]>();
  for (let i = 0; i + width < parts.length; i += width + 1)
    words.set(parts[i] as string, parts.slice(i + 1, i + 1 + width).map(Number));
  return packCues(words, width);
}

/** Calls back with the slot of each word of a text that the table knows. */
export function eachCue(table: CueTable, text: string, take: (slot: number) => void): void {
  const end = Math.min(text.length, CUE_LENGTH);
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
    if (length >= MIN_WORD_LENGTH) {
      const slot = findCue(table, hash);
      if (slot !== -1) take(slot);
    }
    hash = FNV_BASIS;
    length = 0;
  }
}

/** Returns the slot of a hash, or -1. */
export function findCue({ hashes }: CueTable, hash: number): number {
  const last = hashes.length - 1;
  for (let at = slotOf(hash, hashes.length); hashes[at] !== 0; at = (at + 1) & last) if (hashes[at] === hash) return at;
  return -1;
}

/** Returns the words of a text as `eachCue` reads them. */
export function cueWords(text: string): string[] {
  const start = text.slice(0, CUE_LENGTH).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return start.match(/[a-z\u0080-\uffff]{2,}/g) ?? [];
}

/** Scores of a text: their mean, in which strong words count more, and the lowest. Both are 0 if no word is known. */
export type TextCues = { means: Float32Array; lowest: Float32Array };

/** Scores the start of each text. @param table scores of words, one each */
export function scoreTexts(table: CueTable, texts: readonly { text: string }[]): TextCues {
  const means = new Float32Array(texts.length);
  const lowest = new Float32Array(texts.length);
  let sum = 0;
  let weight = 0;
  let low = 0;
  const take = (slot: number): void => {
    const score = table.scores[slot] as number;
    sum += score * Math.abs(score);
    weight += Math.abs(score);
    if (score < low) low = score;
  };
  for (let i = 0; i < texts.length; i++) {
    sum = 0;
    weight = 0;
    low = 0;
    eachCue(table, (texts[i] as { text: string }).text, take);
    means[i] = weight === 0 ? 0 : sum / weight;
    lowest[i] = low;
  }
  return { means, lowest };
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1);
}

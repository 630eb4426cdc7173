import { fingerprintHalves } from '../url/fingerprint.ts';

/** Bits of a hashed word in the evidence: three base-64 digits. */
const WORD_BITS = 18;

/** Words longer than this are cut: the rest adds nothing to what the word says. */
const MAX_WORD_LENGTH = 24;

/** Returns the words of a text in lower case, at most `max`. Numbers are folded to `#`, so that years and ids agree. */
export function wordsOf(text: string, max: number): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < lower.length && words.length < max; ) {
    const kind = asciiKind(lower.charCodeAt(at));
    if (kind === NOT_ASCII) return wordsOfAnyScript(lower, max);
    const from = at++;
    if (kind === NO_WORD) continue;
    while (at < lower.length && asciiKind(lower.charCodeAt(at)) === kind) at++;
    // A letter beyond ASCII may continue the word.
    if (at < lower.length && lower.charCodeAt(at) > 0x7f) return wordsOfAnyScript(lower, max);
    words.push(kind === DIGIT ? '#' : singularOf(lower.slice(from, Math.min(at, from + MAX_WORD_LENGTH))));
  }
  return words;
}

const NO_WORD = 0;
const LETTER = 1;
const DIGIT = 2;
const NOT_ASCII = 3;

/** Returns the kind of a character of a text in lower case. */
function asciiKind(unit: number): number {
  if (unit > 0x7f) return NOT_ASCII;
  if (unit >= 0x61 && unit <= 0x7a) return LETTER;
  return unit >= 0x30 && unit <= 0x39 ? DIGIT : NO_WORD;
}

function wordsOfAnyScript(lower: string, max: number): string[] {
  const words: string[] = [];
  for (const [word] of lower.matchAll(/\p{N}+|[\p{L}\p{M}]+/gu)) {
    if (words.length >= max) break;
    words.push(/^\p{N}/u.test(word) ? '#' : singularOf(word.slice(0, MAX_WORD_LENGTH)));
  }
  return words;
}

/** Returns the hash of a text, in 32 bits. */
export function hashOf(text: string): number {
  return fingerprintHalves(text)[0]!;
}

/** Returns the hash of a word as the evidence stores it. */
export function hashWord(word: string): number {
  return hashOf(word) >>> (32 - WORD_BITS);
}

/** Drops the plural of English words. Topics in other languages lose little by it. */
function singularOf(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.replace(/(?:ies|es|(?<!s)s)$/, '') : word;
}

import { fingerprintHalves } from '../url/fingerprint.ts';

/** Bits of a hashed word in the evidence: three base-64 digits. */
const WORD_BITS = 18;

/** Words longer than this are cut: the rest adds nothing to what the word says. */
const MAX_WORD_LENGTH = 24;

/** Returns the words of a text in lower case, at most `max`. Numbers are folded to `#`, so that years and ids agree. */
export function wordsOf(text: string, max: number): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/\p{N}+|[\p{L}\p{M}]+/gu)) {
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
  return word.length > 3 ? word.replace(/(?:ies|es|(?<!s)s)$/, '') : word;
}

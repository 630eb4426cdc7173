import { analyze } from '../../text/analysis/analyze.ts';
import { hashOf } from '../words.ts';

/** Bits of a hashed text, and of a hashed word. */
const TEXT_BITS = 24;
const WORD_BITS = 18;

/** Maximum number of words of a link text that count. Evidence has room for as many. */
export const MAX_ANCHOR_WORDS = 5;

/** The text of a link as the lists know it: hashes of its stems without stop words. */
export type AnchorWords = {
  /** Hash of all stems in their order; 0: the text has none. */
  text: number;
  /** Hashes of the first distinct stems. */
  words: readonly number[];
};

/** @param language ISO 639-1 code of the linking page */
export function anchorWordsOf(anchor: string, language: string): AnchorWords {
  const stems = analyze(anchor, language);
  if (stems.length === 0) return { text: 0, words: [] };
  const words = [...new Set(stems)].slice(0, MAX_ANCHOR_WORDS);
  return {
    text: hashOf(stems.join(' ')) >>> (32 - TEXT_BITS),
    words: words.map((word) => hashOf(word) >>> (32 - WORD_BITS)),
  };
}

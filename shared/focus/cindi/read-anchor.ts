import { analyzePlain } from '../../text/analysis/analyze.ts';
import { hashOf } from '../words.ts';
import { type AnchorWords, MAX_ANCHOR_WORDS } from './anchor-words.ts';

/** Bits of a hashed text, and of a hashed word. */
const TEXT_BITS = 24;
const WORD_BITS = 18;

/** @param language ISO 639-1 code of the linking page */
export function anchorWordsOf(anchor: string, language: string): AnchorWords {
  const stems = analyzePlain(anchor, language);
  if (stems.length === 0) return { text: 0, words: [] };
  const words = [...new Set(stems)].slice(0, MAX_ANCHOR_WORDS);
  return {
    text: hashOf(stems.join(' ')) >>> (32 - TEXT_BITS),
    words: words.map((word) => hashOf(word) >>> (32 - WORD_BITS)),
  };
}

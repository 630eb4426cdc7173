import { analyzePlain } from '../../text/analysis/analyze.ts';
import { hashOf } from '../words.ts';

/** Bits of a hashed word. */
const WORD_BITS = 16;

/** Number of different word hashes. */
export const WORD_CELLS = 2 ** WORD_BITS;

/** Maximum number of UTF-16 units of a text that are read. */
const MAX_TEXT_LENGTH = 50_000;

/** The distinct words of a page, as hashes below `WORD_CELLS`, without stop words and stemmed. */
export type PageWords = Uint16Array;

/** @param language ISO 639-1 code, or `und`, which has neither stop words nor stems */
export function pageWords(text: string, language: string): PageWords {
  const words = new Set(analyzePlain(text.slice(0, MAX_TEXT_LENGTH), language));
  return Uint16Array.from(new Set([...words].map((word) => hashOf(word) >>> (32 - WORD_BITS))));
}

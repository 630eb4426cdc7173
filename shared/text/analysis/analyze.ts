import { LETTER, UNSPACED } from '../letters.ts';
import { indexedWords } from './indexed-words.ts';
import { analysisLanguage, type Language } from './language.ts';
import { visitWords } from './visit-words.ts';

/*
 * The text analysis of both search engines and of queries, so that all of them match and rank alike.
 * Words are runs of letters and digits; invisible characters in them (soft hyphens) are ignored. Stop words are dropped, the rest is stemmed and folded. In scripts without blanks
 * between words, and in Korean, each pair of neighbouring characters is a word (bigrams); a single character is a word by itself. So is each
 * Han character in front of its pair and behind the last: many are words, also between others.
 */

/** Returns the words of a text as they are indexed, in their order, without those that are added. @param language ISO 639-1, or `und` */
export function analyze(text: string, language: string): string[] {
  const found: FoundWords = { words: [], text, language: analysisLanguage(language) };
  visitWords(text, UNSPACED, addWord, found);
  return found.words;
}

type FoundWords = { words: string[]; text: string; language: Language };

/** A function of its own, because V8 discards the optimised code of functions that are made for one text. */
function addWord(start: number, end: number, { words, text, language }: FoundWords): void {
  const word = language.word(text, start, end);
  if (word !== '') words.push(word);
}

/** Returns what an index stores of a text: the same words and those that are added behind them (`indexed-words.ts`), joined by blanks. */
export function analyzeToString(text: string, language: string): string {
  return indexedWords(text, language).join(' ');
}

/** Calls `visit` for each indexed word with its position in the text (UTF-16 units, end exclusive). */
export function eachWord(text: string, language: Language, visit: (word: string, start: number, end: number) => void) {
  eachIndexedPosition(text, (start, end) => {
    const word = language.word(text, start, end);
    if (word !== '') visit(word, start, end);
  });
}

/** Calls `visit` for each word as it is written, including stop words. */
export function eachRawWord(text: string, visit: (raw: string, start: number, end: number) => void) {
  eachPosition(text, (start, end) => visit(text.slice(start, end), start, end));
}

/** Calls `visit` for each word of a text as `analyze` splits it, unstemmed, including stop words. */
export function eachIndexedRawWord(text: string, visit: (raw: string) => void) {
  eachIndexedPosition(text, (start, end) => visit(text.slice(start, end)));
}

/** Calls `visit` with the position of each word as it is written, including stop words. */
export function eachPosition(text: string, visit: (start: number, end: number) => void) {
  visitWords(text, LETTER, visit, undefined);
}

/** Calls `visit` with the position of each word as `analyze` splits the text, including stop words. */
function eachIndexedPosition(text: string, visit: (start: number, end: number) => void) {
  visitWords(text, UNSPACED, visit, undefined);
}

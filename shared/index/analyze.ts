import { BETWEEN, kindAt, LETTER, UNSPACED, widthAt } from '../text/letters.ts';
import { type Language, languageOf } from './language.ts';

/*
 * The one analysis of text, for both search engines and for questions, so that all of them rank and find alike.
 * Words are runs of letters and digits: stop words go, the rest is stemmed and folded. Where a script puts no blanks
 * between words, each pair of neighbouring characters is a word (a character alone where it has no neighbour).
 */

/** Words of a text as they are indexed, in their order. @param language ISO 639-1, or `und`. */
export function analyze(text: string, language: string): string[] {
  const words: string[] = [];
  const { word: wordAt } = languageOf(language);
  eachPlace(text, (start, end) => {
    const word = wordAt(text, start, end);
    if (word !== '') words.push(word);
  });
  return words;
}

/** The same, joined by blanks. */
export function analyzeToString(text: string, language: string): string {
  return analyze(text, language).join(' ');
}

/** Calls `visit` for each word that is indexed, with its place in the text (UTF-16 units, end exclusive). */
export function eachWord(text: string, language: Language, visit: (word: string, start: number, end: number) => void) {
  eachPlace(text, (start, end) => {
    const word = language.word(text, start, end);
    if (word !== '') visit(word, start, end);
  });
}

/** Calls `visit` for each word as it stands in the text, stop words and all. */
export function eachRawWord(text: string, visit: (raw: string, start: number, end: number) => void) {
  eachPlace(text, (start, end) => visit(text.slice(start, end), start, end));
}

/** Places of all words, stop words and all. */
function eachPlace(text: string, visit: (start: number, end: number) => void) {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = kindAt(text, at);
    if (kind === BETWEEN) at += 1;
    else if (kind === UNSPACED) at = pairs(text, at, visit);
    else {
      const start = at;
      do at += 1;
      while (at < length && kindAt(text, at) === LETTER);
      visit(start, at);
    }
  }
}

/** @returns where the run of unspaced letters ends. */
function pairs(text: string, from: number, visit: (start: number, end: number) => void): number {
  let start = from;
  let middle = from + widthAt(text, from);
  if (middle >= text.length || kindAt(text, middle) !== UNSPACED) {
    visit(start, middle);
    return middle;
  }
  while (middle < text.length && kindAt(text, middle) === UNSPACED) {
    const end = middle + widthAt(text, middle);
    visit(start, end);
    start = middle;
    middle = end;
  }
  return middle;
}

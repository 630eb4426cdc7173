import { endOfCharacter, INVISIBLE, isHan, kindAt, LETTER, type LetterKind, SEPARATOR, UNSPACED } from '../letters.ts';
import { analysisLanguage, type Language } from './language.ts';
import { plainWord } from './plain-word.ts';
import {
  bindingBefore,
  bindingBehind,
  bindsBefore,
  bindsBehind,
  hasDotBefore,
  hasSignBeside,
  namingSigns,
} from './word-signs.ts';

/*
 * The text analysis of both search engines and of queries, so that all of them match and rank alike.
 * Words are runs of letters and digits, with a few signs (`word-signs.ts`); invisible characters in them (soft hyphens) are ignored. Stop
 * words are dropped, the rest is stemmed and folded. In scripts without blanks between words, and in Korean, each pair of neighbouring
 * characters is a word (bigrams); a single character is a word by itself. So is each Han character in front of its pair and behind the
 * last: many are words, also between others.
 */

/**
 * Returns the words of a text as they are indexed: in their order, and behind them `dotnet` for each `.NET`. The name also has its word
 * `net` at its place, and a second word there would separate the words beside it, so that phrases would not find them.
 *
 * @param language ISO 639-1, or `und`
 */
export function analyze(text: string, language: string): string[] {
  const { words, dotted } = findWords(text, language);
  return dotted.length === 0 ? words : words.concat(dotted);
}

/** Returns the same words without those of names with a full stop in front, which have no place of their own. */
export const analyzePlaces = (text: string, language: string): string[] => findWords(text, language).words;

function findWords(text: string, language: string): FoundWords {
  const found: FoundWords = { words: [], dotted: [], text, language: analysisLanguage(language) };
  visitWords(text, UNSPACED, addWord, found, true);
  return found;
}

/** Returns the same words without signs, as learned models read texts: what they have stored stays valid when signs become words. */
export function analyzePlain(text: string, language: string): string[] {
  const found: FoundWords = { words: [], dotted: [], text, language: analysisLanguage(language) };
  visitWords(text, UNSPACED, addPlainWord, found, false);
  return found.words;
}

/** Only a name with a full stop in front begins with one. */
const FULL_STOP = 0x2e;

type FoundWords = { words: string[]; dotted: string[]; text: string; language: Language };

/** A function of its own, because V8 discards the optimised code of functions that are made for one text. */
function addWord(start: number, end: number, { words, dotted, text, language }: FoundWords): void {
  const word = language.word(text, start, end);
  if (word !== '') (text.charCodeAt(start) === FULL_STOP ? dotted : words).push(word);
}

function addPlainWord(start: number, end: number, { words, text, language }: FoundWords): void {
  const word = plainWord(language, text, start, end);
  if (word !== '') words.push(word);
}

/** Function that an index calls to analyse a text: `analyzeToString`, or another one in tests. */
export type Analyze = typeof analyzeToString;

/** Returns the same words, joined by blanks. */
export function analyzeToString(text: string, language: string): string {
  return analyze(text, language).join(' ');
}

/** Calls `visit` for each indexed word with its position in the text (UTF-16 units, end exclusive), without signs between it and other words. */
export function eachWord(text: string, language: Language, visit: (word: string, start: number, end: number) => void) {
  eachIndexedPosition(text, (start, end) => {
    const word = language.word(text, start, end);
    if (word !== '') visit(word, start + bindingBefore(text, start), end - bindingBehind(text, end));
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
  visitWords(text, LETTER, visit, undefined, false);
}

/** Calls `visit` with the position of each word as `analyze` splits the text, including stop words. */
function eachIndexedPosition(text: string, visit: (start: number, end: number) => void) {
  visitWords(text, UNSPACED, visit, undefined, true);
}

/** Gets the position of a word, and the `context` of the call of `visitWords`. */
type Visit<T> = (start: number, end: number, context: T) => void;

/** Kind of Hangul: whole words, or bigrams, which find a word without the particles behind it. */
type HangulKind = typeof LETTER | typeof UNSPACED;

/** @param signs whether words have the signs that belong to them: only those of the index, not those for suggestions and models */
function visitWords<T>(text: string, hangul: HangulKind, visit: Visit<T>, context: T, signs: boolean): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = kindAt(text, at, hangul);
    if (kind === SEPARATOR || kind === INVISIBLE) at += 1;
    else if (kind === UNSPACED) at = visitBigrams(text, at, hangul, visit, context);
    else {
      const start = at;
      do at += 1;
      while (at < length && continuesWord(kindAt(text, at, hangul)));
      if (signs && hasSignBeside(text, start, at)) visitWithSigns(text, start, at, visit, context);
      else visit(start, at, context);
    }
  }
}

/** Visits a word with the signs that belong to it. */
function visitWithSigns<T>(text: string, start: number, end: number, visit: Visit<T>, context: T): void {
  const naming = namingSigns(text, start, end);
  if (naming > 0) {
    visit(start, end + naming, context);
    return;
  }
  if (hasDotBefore(text, start, end)) visit(start - 1, end, context);
  visit(start - bindsBefore(text, start, end), end + bindsBehind(text, start, end), context);
}

const continuesWord = (kind: LetterKind): boolean => kind === LETTER || kind === INVISIBLE;

function skipInvisible(text: string, from: number): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === INVISIBLE) at += 1;
  return at;
}

/** Visits each bigram of a run of unspaced letters. Returns the end of the run. */
function visitBigrams<T>(text: string, from: number, hangul: HangulKind, visit: Visit<T>, context: T): number {
  let start = from;
  const first = endOfCharacter(text, from);
  let middle = skipInvisible(text, first);
  if (middle >= text.length || kindAt(text, middle, hangul) !== UNSPACED) {
    visit(start, first, context);
    return middle;
  }
  let end = first;
  while (middle < text.length && kindAt(text, middle, hangul) === UNSPACED) {
    if (isHan(text, start)) visit(start, end, context);
    end = endOfCharacter(text, middle);
    visit(start, end, context);
    start = middle;
    middle = skipInvisible(text, end);
  }
  if (isHan(text, start)) visit(start, end, context);
  return middle;
}

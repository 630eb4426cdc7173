import { UNSPACED } from '../letters.ts';
import { type WordInOne, wordsInOne } from './joined-words.ts';
import { analysisLanguage, type Language } from './language.ts';
import {
  addToRun,
  continuesRun,
  mayBeginName,
  nameIn,
  newRun,
  type Part,
  type StopWordRun,
} from './stop-word-names.ts';
import { visitWords } from './visit-words.ts';

/*
 * What an index has of a text: its words, and behind them words that are added, so that the words of the text stay neighbours for phrases:
 * words that may be written in one, words with signs, and names of nothing but stop words.
 */

/** Stands between the words of a text and those that are added, and before each added name. No text has it as a word, so no phrase goes across. */
export const BEFORE_ADDED = '·';

/** Returns the words of a text, and those that are added. @param language ISO 639-1, or `und` */
export function indexedWords(text: string, language: string): string[] {
  const found = readWords(text, analysisLanguage(language));
  const { words } = found;
  const inOne = wordsInOne(text)
    .map((one) => formOf(one, found.language))
    .filter((word) => word !== '');
  if (inOne.length > 0) words.push(BEFORE_ADDED, ...inOne);
  for (const name of found.names) {
    words.push(BEFORE_ADDED);
    eachWordOfName(text, name, (word) => words.push(word));
  }
  return words;
}

/**
 * Visits those of the words that are added to a text that are wanted, all names, and all words with signs, where the text has them. Positions are in UTF-16 units, the end exclusive.
 *
 * @param isWanted whether a word is one of those that are looked for. Names are read only if a stop word is
 * @param endName called behind each name
 */
export function eachAddedWord(
  text: string,
  language: Language,
  isWanted: (word: string) => boolean,
  visit: (word: string, start: number, end: number) => void,
  endName: () => void = () => {},
): void {
  for (const one of wordsInOne(text)) {
    const word = formOf(one, language);
    if ('signed' in one || isWanted(word)) visit(word, one.start, one.end);
  }
  if (!wantsStopWord(isWanted, language)) return;
  for (const name of readWords(text, language).names) {
    eachWordOfName(text, name, visit);
    endName();
  }
}

/** Answers by query and language: one query asks for each text of many records. */
const wantedStopWords = new WeakMap<(word: string) => boolean, Map<Language, boolean>>();

function wantsStopWord(isWanted: (word: string) => boolean, language: Language): boolean {
  const known = wantedStopWords.get(isWanted) ?? new Map<Language, boolean>();
  wantedStopWords.set(isWanted, known);
  const wants = known.get(language) ?? language.stopForms().some(isWanted);
  known.set(language, wants);
  return wants;
}

const formOf = (one: WordInOne, language: Language): string =>
  'signed' in one ? one.signed : language.word(one.joined);

/** Words of names are folded, and neither stemmed nor left out. */
function eachWordOfName(text: string, { start, end }: Part, visit: (word: string, start: number, end: number) => void) {
  const { word } = analysisLanguage('und');
  const name = text.slice(start, end);
  visitWords(name, UNSPACED, (from, to) => visit(word(name, from, to), start + from, start + to), undefined);
}

type Found = {
  words: string[];
  run: StopWordRun;
  /** Names that have nothing but stop words. */
  names: Part[];
  text: string;
  language: Language;
};

function readWords(text: string, language: Language): Found {
  const found: Found = { words: [], run: newRun(), names: [], text, language };
  visitWords(text, UNSPACED, addWord, found);
  if (found.run.start >= 0) endRun(found, 0, 0);
  return found;
}

/**
 * Length of the beginning of a text in which names of stop words are read, in UTF-16 units. Titles and headings are shorter; to read all of long texts would
 * make analysis slower by a quarter.
 */
const MAX_NAMED_LENGTH = 2_000;

/** A function of its own, because V8 discards the optimised code of functions that are made for one text. */
function addWord(start: number, end: number, found: Found): void {
  const { words, run, text, language } = found;
  const word = language.word(text, start, end);
  if (word !== '') words.push(word);
  if (run.start < 0 && (start > MAX_NAMED_LENGTH || !mayBeginName(text, start))) return;
  // The first letter is compared first: reading the word would cost more than all else here.
  const isIndexed =
    word !== '' && !(language.beginsFunctionWord(text.charCodeAt(start)) && language.isFunctionWord(word));
  if (isIndexed) {
    if (run.start >= 0) endRun(found, start, end);
    return;
  }
  if (run.start >= 0 && !continuesRun(text, run, start)) endRun(found, start, end);
  addToRun(text, run, start, end);
}

/** @param start of the word behind the run */
function endRun({ text, run, names }: Found, start: number, end: number): void {
  const name = nameIn(text, run, { start, end });
  if (name !== undefined) names.push(name);
  run.start = -1;
}

/**
 * Corrects the result of ELD for languages that it does not support or confuses with similar ones. The clues are, in this order:
 * unique letters, function words and word forms, and trigrams (franc) if ELD is not sure.
 */
import { FUNCTION_WORDS } from './function-words.ts';
import { detectByTrigrams } from './trigram-detector.ts';
import {
  CONFUSABLE_FORMS,
  CONFUSABLE_LANGUAGES,
  NON_BULGARIAN_LETTERS,
  NON_SERBIAN_LETTERS,
  REQUIRED_LEADS,
  SISTER_FORMS,
  SISTER_LANGUAGES,
  UNIQUE_FORMS,
  UNIQUE_LETTERS,
  UNSUPPORTED_LANGUAGES,
  type WordForms,
} from './word-forms.ts';

const LANGUAGES_BY_WORD = indexWords();

function indexWords(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(FUNCTION_WORDS))
    for (const word of new Set(words.split(/\s+/))) {
      const languages = found.get(word);
      if (languages) languages.push(language);
      else found.set(word, [language]);
    }
  return found;
}

type Scores = Record<string, number>;

function addForms(word: string, forms: WordForms, scores: Scores): void {
  for (const [languages, form] of forms)
    if (form.test(word)) for (const language of languages.split(' ')) scores[language] = (scores[language] ?? 0) + 0.5;
}

/** Weight of a word of one or two letters. */
const SHORT_WORD_WEIGHT = 0.3;

/** Scores the languages that ELD does not support. Words shared with other languages, and short words, count less. */
function scoreUnsupported(words: readonly string[]): Scores {
  const scores: Scores = {};
  for (const word of words) {
    const languages = LANGUAGES_BY_WORD.get(word) ?? [];
    const unsupported = languages.filter((language) => UNSUPPORTED_LANGUAGES.has(language));
    const weight = (word.length < 3 ? SHORT_WORD_WEIGHT : 1) / (1 + languages.length - unsupported.length);
    for (const language of unsupported) scores[language] = (scores[language] ?? 0) + weight;
    addForms(word, UNIQUE_FORMS, scores);
  }
  return scores;
}

/** Scores similar languages: each word counts 1, each word form 0.5. */
function scoreConfusable(words: readonly string[], forms: WordForms): Scores {
  const scores: Scores = {};
  for (const word of words) {
    for (const language of LANGUAGES_BY_WORD.get(word) ?? []) scores[language] = (scores[language] ?? 0) + 1;
    addForms(word, UNIQUE_FORMS, scores);
    addForms(word, forms, scores);
  }
  return scores;
}

/** Returns the most likely of the similar languages: the declared one on a tie, otherwise one that leads clearly, or `found`. */
function bestConfusable(found: string, words: readonly string[], declared: string | undefined): string {
  const neighbours = CONFUSABLE_LANGUAGES[found]?.filter(
    (language) => !words.some((word) => isExcluded(language, word)),
  );
  if (neighbours === undefined) return found;
  const all = scoreConfusable(words, CONFUSABLE_FORMS);
  if (declared !== undefined && neighbours.includes(declared) && (all[declared] ?? 0) >= (all[found] ?? 0))
    return declared;
  const similar = highestScore(neighbours, all);
  if (similar === undefined) return found;
  return (all[similar] ?? 0) > (all[found] ?? 0) + (REQUIRED_LEADS[similar]?.(words.length) ?? 0) ? similar : found;
}

/** Letters that rule a language out. */
const EXCLUDING_LETTERS: Readonly<Record<string, RegExp>> = {
  ...{ mk: NON_SERBIAN_LETTERS, sr: NON_SERBIAN_LETTERS },
  bg: NON_BULGARIAN_LETTERS,
};

/** Returns whether a text in small letters has a letter that the language does not use. */
export const isExcluded = (language: string, text: string): boolean => EXCLUDING_LETTERS[language]?.test(text) ?? false;

/** Scripts that are nearly always used for one language. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['my', /\p{Script=Myanmar}{3}/u],
  ['km', /\p{Script=Khmer}{3}/u],
  ['si', /\p{Script=Sinhala}{3}/u],
  ['bo', /\p{Script=Tibetan}{3}/u],
  ['dv', /\p{Script=Thaana}{3}/u],
  ['yi', /[\u05f0-\u05f2\ufb1d\ufb1f]|\u05d0[\u05b7\u05b8]/],
];

/** Returns the language of a script, or undefined if several languages use the script. */
export function detectByScript(text: string): string | undefined {
  return SCRIPTS.find(([, script]) => script.test(text))?.[0];
}

/** Returns the language of syllables that hardly any other language uses, and Chinese for characters without any; undefined without such. */
export function detectBySyllables(text: string): string | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh' : undefined;
}

/** Scripts of `UNIQUE_LETTERS`. */
const LETTER_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u];
/** Number of words up to which one word with unique letters is enough. */
const FEW_WORDS = 7;

/** Returns whether enough words have the letters, and most words are in the script of the letters: a name alone decides nothing. */
function isFrequent(letters: RegExp, words: readonly string[], share: number): boolean {
  const having = words.filter((word) => letters.test(word));
  if (having.length < Math.max(words.length > FEW_WORDS ? 2 : 1, share * words.length)) return false;
  const script = LETTER_SCRIPTS.find((letter) => letter.test(having[0] ?? ''));
  return script === undefined || 2 * words.filter((word) => script.test(word)).length > words.length;
}

/** The language that ELD found, whether ELD is sure, and the language that the page declares. */
export type DetectorVerdict = { found: string; isSure: boolean; declared: string | undefined };

/** Returns an ISO 639-1 code, or ISO 639-2 if the language has none. */
export function refineLanguage(text: string, { found, isSure, declared }: DetectorVerdict): string {
  const words = text.toLowerCase().match(WORDS) ?? [];
  for (const [language, has, hasNot, share] of UNIQUE_LETTERS)
    if (has.test(text) && !hasNot?.test(text) && (share === 0 || isFrequent(has, words, share))) return language;
  const similar = bestConfusable(found, words, declared);
  const scores = scoreUnsupported(words);
  const unsupported = highestScore(UNSUPPORTED_LANGUAGES, scores);
  if (unsupported !== undefined && isConvincing(scores, unsupported, similar, words.length, isSure))
    return chooseSister(unsupported, words);
  if (similar !== found && similar !== 'eo' && similar !== 'la') return similar;
  const language = isSure ? found : detectByTrigrams(text, found);
  if (language !== found) return chooseSister(language, words);
  return similar === 'ms' && declared !== 'ms' && !words.some(isMalay) ? DEFAULT_MALAY : similar;
}

const isMalay = (word: string) => LANGUAGES_BY_WORD.get(word)?.includes('ms') === true;

function chooseSister(language: string, words: readonly string[]): string {
  const sister = SISTER_LANGUAGES[language];
  if (sister === undefined) return language;
  const scores = scoreConfusable(words, SISTER_FORMS);
  return (scores[sister] ?? 0) > (scores[language] ?? 0) ? sister : language;
}

/** Used if a text has no word that distinguishes Malay from Indonesian: Indonesian has many more speakers. */
const DEFAULT_MALAY = 'id';

/** Returns whether a score is high enough: many texts contain a few words of another language. */
function isConvincing(scores: Scores, unsupported: string, other: string, wordCount: number, isSure: boolean): boolean {
  const score = scores[unsupported] ?? 0;
  return score > (scores[other] ?? 0) && score >= (isSure ? 2 : 1) && score >= (isSure ? 0.3 : 0.2) * wordCount;
}

function highestScore(languages: Iterable<string>, scores: Scores): string | undefined {
  let most: string | undefined;
  for (const language of languages) if ((scores[language] ?? 0) > (scores[most ?? ''] ?? 0)) most = language;
  return most;
}

const WORDS = /['’]?[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu;

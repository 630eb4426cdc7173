import { newStemmer } from '../../packages/stemmers.ts';
import { stopList } from '../../packages/stop-lists.ts';
import { RADICALS_CLASS, replaceRadicals } from '../han-radicals.ts';
import { GLYPH_MARKS_CLASS } from '../letters.ts';
import { detachedCopy, memoizeText } from '../memoize.ts';
import { otherSpellings } from './accents.ts';
import { simplifyChinese } from './chinese.ts';
import { englishStem } from './english-stem.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { withHebrewPrefixes } from './hebrew.ts';
import {
  ARABIC_VARIANTS,
  BENGALI_VARIANTS,
  DEVANAGARI_VARIANTS,
  GREEK_VARIANTS,
  GUJARATI_VARIANTS,
  HINDI_VARIANTS,
  type LetterVariants,
  PERSIAN_VARIANTS,
  SERBIAN_VARIANTS,
  URDU_VARIANTS,
  unifyVariants,
} from './letter-variants.ts';
import { SEARCHED_WORDS } from './searched-words.ts';
import { stemArabic } from './stemmers/arabic.ts';
import { stemBengali } from './stemmers/bengali.ts';
import { stemBulgarian } from './stemmers/bulgarian.ts';
import { stemCroatian } from './stemmers/croatian.ts';
import { stemCzech } from './stemmers/czech.ts';
import { stemDanish, stemNorwegian } from './stemmers/danish-norwegian.ts';
import { stemDutch } from './stemmers/dutch.ts';
import { stemEstonian } from './stemmers/estonian.ts';
import { stemGerman, withSpeltUmlauts } from './stemmers/german.ts';
import { stemGreek } from './stemmers/greek.ts';
import { stemGujarati } from './stemmers/gujarati.ts';
import { stemHindi } from './stemmers/hindi.ts';
import { stemIndonesian } from './stemmers/indonesian.ts';
import { stemLatvian } from './stemmers/latvian.ts';
import { stemLithuanian } from './stemmers/lithuanian.ts';
import { stemMarathi } from './stemmers/marathi.ts';
import { stemNepali } from './stemmers/nepali.ts';
import { stemPersian } from './stemmers/persian.ts';
import { stemPolish } from './stemmers/polish.ts';
import { stemSlovak } from './stemmers/slovak.ts';
import type { Stem } from './stemmers/suffix-rules.ts';
import { stemSwedish } from './stemmers/swedish.ts';
import { stemTelugu } from './stemmers/telugu.ts';
import { stemUkrainian } from './stemmers/ukrainian.ts';
import { stemUrdu } from './stemmers/urdu.ts';
import { STOP_WORDS } from './stop-words.ts';
import { isBound, isSmallBesideSlash, isSplitOff, speltSigns } from './word-signs.ts';

type LanguageEntry = {
  /** Name of the stop list. Absent: none. */
  stop?: string;
  /** More stop words, separated by blanks. An apostrophe in front: only behind an apostrophe. */
  alsoStop?: string;
  /** Words of the stop list that are none, separated by blanks. */
  searched?: string;
  /** Whether small letters beside a slash are names (`i/o`). Absent: they are capitals only, and `e/o` in Italian is "and/or". */
  hasSmallPairs?: true;
  /** Name of a Snowball algorithm, or a stemmer. Absent: words are not stemmed. */
  stem?: string | Stem;
  /** Variants of letters that stop list and stemmer do not know or distinguish, or a function that replaces them. */
  variants?: LetterVariants | ((word: string) => string);
  /** Whether the small letter of I is ı. */
  hasDotlessI?: true;
  /** Other forms in which pages have a word of a query (`Language.otherForms`). Absent: none. */
  otherForms?: (form: string) => readonly string[];
};

/** Rules of each language by ISO 639-1 code. */
const LANGUAGES: Record<string, LanguageEntry> = {
  ar: { alsoStop: STOP_WORDS.ar, stem: stemArabic, variants: ARABIC_VARIANTS },
  bg: { alsoStop: STOP_WORDS.bg, stem: stemBulgarian },
  bn: { alsoStop: STOP_WORDS.bn, stem: stemBengali, variants: BENGALI_VARIANTS },
  bs: { alsoStop: STOP_WORDS.hr, stem: stemCroatian, variants: SERBIAN_VARIANTS },
  // Articles and pronouns that an apostrophe splits off: `l'aigua`, `d'un`.
  ca: { stop: 'cat', alsoStop: 'l d m n s t', stem: 'catalan' },
  cs: { stop: 'ces', searched: SEARCHED_WORDS.cs, stem: stemCzech },
  da: { alsoStop: STOP_WORDS.da, stem: stemDanish },
  de: { alsoStop: withSpeltUmlauts(STOP_WORDS.de), stem: stemGerman },
  el: { stop: 'ell', stem: stemGreek, variants: GREEK_VARIANTS },
  // Parts of `it's`, `don't`, `we're`, which the apostrophe splits. S and T are words elsewhere: `T cells`.
  en: {
    stop: 'eng',
    alsoStop: "'s 't ll re ve don doesn didn isn aren wasn weren couldn wouldn shouldn",
    hasSmallPairs: true,
    stem: englishStem,
  },
  es: { stop: 'spa', stem: 'spanish' },
  et: { stop: 'est', stem: stemEstonian },
  eu: { stop: 'eus', stem: 'basque' },
  fa: { stop: 'fas', stem: stemPersian, variants: PERSIAN_VARIANTS },
  fi: { stop: 'fin', searched: SEARCHED_WORDS.fi, stem: 'finnish' },
  fr: {
    stop: 'fra',
    searched: SEARCHED_WORDS.fr,
    alsoStop: 'jusqu lorsqu puisqu quoiqu',
    stem: 'french',
    variants: { ë: 'e', ï: 'i' },
  },
  ga: { stop: 'gle', stem: 'irish' },
  gu: { alsoStop: STOP_WORDS.gu, stem: stemGujarati, variants: GUJARATI_VARIANTS },
  he: { stop: 'heb', searched: SEARCHED_WORDS.he, otherForms: withHebrewPrefixes },
  hi: { stop: 'hin', searched: SEARCHED_WORDS.hi, stem: stemHindi, variants: HINDI_VARIANTS },
  hr: { alsoStop: STOP_WORDS.hr, stem: stemCroatian },
  hu: { stop: 'hun', searched: SEARCHED_WORDS.hu, stem: 'hungarian' },
  hy: { stop: 'hye', stem: 'armenian' },
  id: { alsoStop: STOP_WORDS.id, stem: stemIndonesian },
  it: { stop: 'ita', alsoStop: 'd gl quell', stem: 'italian' },
  // The list of the package is in another encoding, so it has only the words without accents.
  lt: { stop: 'lit', alsoStop: STOP_WORDS.lt, stem: stemLithuanian },
  lv: { alsoStop: STOP_WORDS.lv, stem: stemLatvian },
  mr: { stop: 'mar', searched: SEARCHED_WORDS.mr, stem: stemMarathi, variants: DEVANAGARI_VARIANTS },
  ms: { alsoStop: STOP_WORDS.id, stem: stemIndonesian },
  nb: { stop: 'nob', stem: stemNorwegian },
  ne: { stem: stemNepali, variants: DEVANAGARI_VARIANTS },
  nn: { stop: 'nob', stem: stemNorwegian },
  nl: { stop: 'nld', stem: stemDutch },
  no: { stop: 'nob', stem: stemNorwegian },
  pl: { alsoStop: STOP_WORDS.pl, stem: stemPolish },
  pt: { stop: 'por', stem: 'portuguese' },
  // The algorithm is older than the letters with a comma, which Unicode has since 1999.
  ro: { stop: 'ron', searched: SEARCHED_WORDS.ro, stem: 'romanian', variants: { ș: 'ş', ț: 'ţ' } },
  ru: { stop: 'rus', stem: 'russian', variants: { ё: 'е' } },
  sk: { alsoStop: STOP_WORDS.sk, stem: stemSlovak },
  sl: { alsoStop: STOP_WORDS.sl, stem: 'slovene' },
  sr: { alsoStop: STOP_WORDS.hr, stem: stemCroatian, variants: SERBIAN_VARIANTS },
  sv: { alsoStop: STOP_WORDS.sv, stem: stemSwedish },
  ta: { stem: 'tamil' },
  te: { alsoStop: STOP_WORDS.te, stem: stemTelugu },
  // A capital İ has a dot of its own in lower case.
  tr: { stop: 'tur', searched: SEARCHED_WORDS.tr, stem: 'turkish', variants: { 'i\u0307': 'i' }, hasDotlessI: true },
  uk: { alsoStop: STOP_WORDS.uk, stem: stemUkrainian },
  ur: {
    stop: 'urd',
    searched: SEARCHED_WORDS.ur,
    alsoStop: 'کا کی کے کو سے میں پر نے اور ہے ہیں تھا تھی تھے',
    stem: stemUrdu,
    variants: URDU_VARIANTS,
  },
  vi: { alsoStop: STOP_WORDS.vi },
  zh: { variants: simplifyChinese },
};

/** Maximum number of words per language whose indexed forms are cached. */
const MAX_CACHED_WORDS = 30_000;

/** Maximum length of a word in UTF-16 units. Longer runs of letters (base64, keys) are cut, so they cost no more than a word. */
const MAX_WORD_LENGTH = 64;

/** Words that need no normalisation. */
const PLAIN = /^[a-z]+$/;

const DIGIT = /\p{Nd}/u;

const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;
/** Marks that are no letters, and radicals: words of most languages have none. */
const RARE = new RegExp(`[${GLYPH_MARKS_CLASS}${RADICALS_CLASS}]`, 'u');
const GLYPH_MARKS = new RegExp(`[${GLYPH_MARKS_CLASS}]`, 'gu');
const withoutRare = (word: string): string => (RARE.test(word) ? replaceRadicals(word).replace(GLYPH_MARKS, '') : word);

/** Analysis of the words of one language. */
export type Language = {
  /**
   * Returns a word as it is indexed, or '' for a stop word.
   *
   * @param text the word with its signs (`word-signs.ts`), or a text that has it from `start` to `end` (UTF-16 units)
   */
  word(text: string, start?: number, end?: number): string;
  isStopWord(raw: string): boolean;
  /** Returns whether a letter is a stop word behind an apostrophe, which is not among its signs here. */
  isSplitLetter(raw: string): boolean;
  /** Returns the forms in which pages may have a word of a query beside its own. @param form a word as it is indexed, not empty */
  otherForms(form: string): readonly string[];
  /** Returns how a word of a query may be written with other accents, not analysed. @param raw the word as it is written */
  spellings(raw: string): readonly string[];
};

/** Codes of the languages with a stop list or a stemmer, ISO 639-1. */
export const ANALYSED_LANGUAGES: readonly string[] = Object.keys(LANGUAGES);

const openLanguages = new Map<string, Language>();

/** Returns the analysis of a language. For `und` and unknown languages words are only folded. @param code ISO 639-1 */
export function analysisLanguage(code: string): Language {
  const name = Object.hasOwn(LANGUAGES, code) ? code : 'und';
  let language = openLanguages.get(name);
  if (!language) {
    language = openLanguage(name, LANGUAGES[name] ?? {});
    openLanguages.set(name, language);
  }
  return language;
}

/** Returns what a language reads in place of letters. Those that it reads with their neighbours are left out. @param code ISO 639-1 */
export function letterVariants(code: string): LetterVariants {
  const { variants } = (Object.hasOwn(LANGUAGES, code) && LANGUAGES[code]) || {};
  return typeof variants === 'object' ? variants : {};
}

const noOtherForms = (): readonly string[] => [];

function openLanguage(
  code: string,
  {
    stop: listName,
    alsoStop,
    searched,
    hasSmallPairs,
    stem: stemmer,
    variants,
    hasDotlessI,
    otherForms = noOtherForms,
  }: LanguageEntry,
): Language {
  const unify = typeof variants === 'function' ? variants : unifyVariants(variants);
  const listed = [...((listName && stopList(listName)) || []), ...(alsoStop?.split(/\s+/) ?? [])];
  const normal = (word: string) => unify(word.normalize('NFKC').toLowerCase());
  const stop = new Set(listed.map(normal));
  for (const word of searched?.split(/\s+/) ?? []) stop.delete(normal(word));
  const stem = typeof stemmer === 'string' ? newStemmer(stemmer).stem : stemmer;
  // NFKC decomposes some letters into others with a blank or a slash between them: ½, isolated Arabic marks. It also turns one
  // letter into up to 18.
  const lower = (raw: string) => {
    const letters = cut(withoutRare(cut(raw)).normalize('NFKC')).replace(NO_LETTERS, '');
    return unify((hasDotlessI ? letters.replaceAll('I', 'ı') : letters).toLowerCase());
  };
  const isJoined = (raw: string) => isBound(raw) && (hasSmallPairs || !isSmallBesideSlash(raw));
  const isStop = (raw: string, word: string) =>
    stop.has(word) ? !isJoined(raw) : isSplitOff(raw) && stop.has(`'${word}`);
  const word = memoizeText(MAX_CACHED_WORDS, (raw) => {
    const isPlain = raw.length <= MAX_WORD_LENGTH && PLAIN.test(raw);
    const letters = isPlain ? raw : lower(raw);
    const signs = isPlain ? undefined : speltSigns(raw);
    if (signs) return detachedCopy(signs[0] + foldDiacritics(letters) + signs[1]);
    if (isStop(raw, letters)) return '';
    // Stems before folding, because the algorithms read accents. Numbers are not stemmed.
    const stemmed = stem && (isPlain || !DIGIT.test(letters)) ? stem(letters) : letters;
    return detachedCopy(isPlain ? stemmed || letters : foldDiacritics(stemmed) || foldDiacritics(letters));
  });
  return {
    word,
    isStopWord: (raw) => speltSigns(raw) === undefined && isStop(raw, lower(raw)),
    isSplitLetter: (raw) => stop.has(`'${lower(raw)}`),
    otherForms,
    spellings: stem ? otherSpellings(code) : noOtherForms,
  };
}

const cut = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

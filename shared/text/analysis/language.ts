import { newStemmer } from 'snowball-stemmers';
import stopLists from 'stopword';
import { detachedCopy, memoizeText } from '../memoize.ts';
import { englishStem } from './english-stem.ts';

type LanguageEntry = {
  /** Name of the stop list. Absent: none. */
  stop?: string;
  /** More stop words, separated by blanks. */
  alsoStop?: string;
  /** Name of the Snowball algorithm. Absent: words are not stemmed. */
  stem?: string;
  /** Letter → the letter of the same sound that stop list and stemmer know. */
  respell?: Record<string, string>;
};

/** Rules of each language by ISO 639-1 code. */
const LANGUAGES: Record<string, LanguageEntry> = {
  ar: { stop: 'ara', stem: 'arabic' },
  bg: { stop: 'bul' },
  bn: { stop: 'ben' },
  // Articles and pronouns that an apostrophe splits off: `l'aigua`, `d'un`.
  ca: { stop: 'cat', alsoStop: 'l d m n s t', stem: 'catalan' },
  cs: { stop: 'ces', stem: 'czech' },
  da: { stop: 'dan', stem: 'danish' },
  de: { stop: 'deu', stem: 'german' },
  el: { stop: 'ell' },
  // Parts of `it's`, `don't`, `we're`, which the apostrophe splits.
  en: {
    stop: 'eng',
    alsoStop: 's t ll re ve don doesn didn isn aren wasn weren couldn wouldn shouldn',
    stem: 'english',
  },
  es: { stop: 'spa', stem: 'spanish' },
  et: { stop: 'est' },
  eu: { stop: 'eus', stem: 'basque' },
  fa: { stop: 'fas' },
  fi: { stop: 'fin', stem: 'finnish' },
  fr: { stop: 'fra', alsoStop: 'jusqu lorsqu puisqu quoiqu', stem: 'french', respell: { ë: 'e', ï: 'i' } },
  ga: { stop: 'gle', stem: 'irish' },
  he: { stop: 'heb' },
  hi: { stop: 'hin' },
  hr: { stop: 'hrv' },
  hu: { stop: 'hun', stem: 'hungarian' },
  hy: { stop: 'hye', stem: 'armenian' },
  id: { stop: 'ind' },
  it: { stop: 'ita', alsoStop: 'd gl quell', stem: 'italian' },
  lt: { stop: 'lit' },
  lv: { stop: 'lav' },
  nb: { stop: 'nob', stem: 'norwegian' },
  nn: { stop: 'nob', stem: 'norwegian' },
  nl: { stop: 'nld', stem: 'dutch' },
  no: { stop: 'nob', stem: 'norwegian' },
  pl: { stop: 'pol' },
  pt: { stop: 'por', stem: 'portuguese' },
  // The algorithm is older than the letters with a comma, which Unicode has since 1999.
  ro: { stop: 'ron', stem: 'romanian', respell: { ș: 'ş', ț: 'ţ' } },
  ru: { stop: 'rus', stem: 'russian', respell: { ё: 'е' } },
  sk: { stop: 'slk' },
  sl: { stop: 'slv', stem: 'slovene' },
  sv: { stop: 'swe', stem: 'swedish' },
  ta: { stem: 'tamil' },
  tr: { stop: 'tur', stem: 'turkish' },
  uk: { stop: 'ukr' },
  vi: { stop: 'vie' },
};

/** Maximum number of words per language whose indexed forms are cached. */
const MAX_CACHED_WORDS = 30_000;

/** Maximum length of a word in UTF-16 units. Longer runs of letters (base64, keys) are cut, so they cost no more than a word. */
const MAX_WORD_LENGTH = 64;

/** Words that need no normalisation. */
const PLAIN = /^[a-z]+$/;

const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Analysis of the words of one language. */
export type Language = {
  /**
   * Returns a word as it is indexed, or '' for a stop word.
   *
   * @param text the word, or a text that has it from `start` to `end` (UTF-16 units)
   */
  word(text: string, start?: number, end?: number): string;
  isStopWord(raw: string): boolean;
};

/** Codes of the languages with a stop list or a stemmer, ISO 639-1. */
export const ANALYSED_LANGUAGES: readonly string[] = Object.keys(LANGUAGES);

const openLanguages = new Map<string, Language>();

/** Returns the analysis of a language. For `und` and unknown languages words are only folded. @param code ISO 639-1 */
export function analysisLanguage(code: string): Language {
  const name = Object.hasOwn(LANGUAGES, code) ? code : 'und';
  let language = openLanguages.get(name);
  if (!language) {
    language = openLanguage(LANGUAGES[name] ?? {});
    openLanguages.set(name, language);
  }
  return language;
}

function openLanguage(names: LanguageEntry): Language {
  const respell = respelling(names.respell);
  const listed = [...((names.stop && stopLists[names.stop]) || []), ...(names.alsoStop?.split(' ') ?? [])];
  const stop = new Set(listed.map((word) => respell(word.normalize('NFKC').toLowerCase())));
  const stem = names.stem === 'english' ? englishStem : names.stem && newStemmer(names.stem).stem;
  // NFKC decomposes some letters into others with a blank or a slash between them: ½, isolated Arabic marks. It also turns one
  // letter into up to 18.
  const lower = (raw: string) => respell(cut(cut(raw).normalize('NFKC')).replace(NO_LETTERS, '').toLowerCase());
  return {
    word: memoizeText(MAX_CACHED_WORDS, (raw) => {
      const isPlain = raw.length <= MAX_WORD_LENGTH && PLAIN.test(raw);
      const word = isPlain ? raw : lower(raw);
      if (stop.has(word)) return '';
      // Stems before folding, because the algorithms read accents. Numbers are not stemmed.
      const stemmed = stem && (isPlain || !/\d/.test(word)) ? stem(word) : word;
      return detachedCopy(isPlain ? stemmed || word : foldDiacritics(stemmed) || foldDiacritics(word));
    }),
    isStopWord: (raw) => stop.has(lower(raw)),
  };
}

const cut = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

/** Returns a function that replaces letters of a word in lower case. */
function respelling(letters: Record<string, string> = {}): (word: string) => string {
  const all = Object.keys(letters);
  if (all.length === 0) return (word) => word;
  const pattern = new RegExp(`[${all.join('')}]`, 'g');
  return (word) => word.replace(pattern, (letter) => letters[letter]!);
}

/** Letters without a Unicode decomposition, and how they are spelt. */
const LETTER_SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Removes Latin, Greek and Cyrillic accents and Arabic and Hebrew points. Vowel signs of other scripts stay. */
export function foldDiacritics(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII is what is meant
  if (/^[\u0000-\u007f]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTER_SPELLINGS[letter] ?? letter)
    .normalize('NFC');
}

import { newStemmer } from 'snowball-stemmers';
import stopLists from 'stopword';
import { ownCopy, remember } from '../text/remember.ts';
import { englishStem } from './english-stem.ts';

/** ISO 639-1 → name of the stop list, name of the Snowball algorithm. What is missing is left out. */
const LANGUAGES: Record<string, { stop?: string; alsoStop?: string; stem?: string }> = {
  ar: { stop: 'ara', stem: 'arabic' },
  bg: { stop: 'bul' },
  bn: { stop: 'ben' },
  ca: { stop: 'cat', stem: 'catalan' },
  cs: { stop: 'ces', stem: 'czech' },
  da: { stop: 'dan', stem: 'danish' },
  de: { stop: 'deu', stem: 'german' },
  el: { stop: 'ell' },
  // What is left of `it's`, `don't`, `we're` where an apostrophe parts them.
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
  fr: { stop: 'fra', stem: 'french' },
  ga: { stop: 'gle', stem: 'irish' },
  he: { stop: 'heb' },
  hi: { stop: 'hin' },
  hr: { stop: 'hrv' },
  hu: { stop: 'hun', stem: 'hungarian' },
  hy: { stop: 'hye', stem: 'armenian' },
  id: { stop: 'ind' },
  it: { stop: 'ita', stem: 'italian' },
  lt: { stop: 'lit' },
  lv: { stop: 'lav' },
  nb: { stop: 'nob', stem: 'norwegian' },
  nl: { stop: 'nld', stem: 'dutch' },
  no: { stop: 'nob', stem: 'norwegian' },
  pl: { stop: 'pol' },
  pt: { stop: 'por', stem: 'portuguese' },
  ro: { stop: 'ron', stem: 'romanian' },
  ru: { stop: 'rus', stem: 'russian' },
  sk: { stop: 'slk' },
  sl: { stop: 'slv', stem: 'slovene' },
  sv: { stop: 'swe', stem: 'swedish' },
  ta: { stem: 'tamil' },
  tr: { stop: 'tur', stem: 'turkish' },
  uk: { stop: 'ukr' },
  vi: { stop: 'vie' },
};

/** Words of a language whose answers are remembered. */
const REMEMBERED = 30_000;

/** Longer runs of letters are no words of a language (base64, keys): they are cut here, so that they cost no more than a word. */
const LONGEST = 64;

/** Nothing to spell otherwise. */
const PLAIN = /^[a-z]+$/;

const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/** A language as the analysis uses it. */
export type Language = {
  /**
   * @param text from `start` to `end` (UTF-16 units), or as a whole, a word as it stands in a text.
   * @returns the word as it is indexed; '' for a stop word.
   */
  word(text: string, start?: number, end?: number): string;
  isStopWord(raw: string): boolean;
};

const opened = new Map<string, Language>();

/** @param code ISO 639-1; for `und` and languages that nothing is known of, words are folded only. */
export function languageOf(code: string): Language {
  const name = Object.hasOwn(LANGUAGES, code) ? code : 'und';
  let language = opened.get(name);
  if (!language) {
    language = openLanguage(LANGUAGES[name] ?? {});
    opened.set(name, language);
  }
  return language;
}

function openLanguage(of: { stop?: string; alsoStop?: string; stem?: string }): Language {
  const listed = [...((of.stop && stopLists[of.stop]) || []), ...(of.alsoStop?.split(' ') ?? [])];
  const stop = new Set(listed.map((word) => word.normalize('NFKC').toLowerCase()));
  const stem = of.stem === 'english' ? englishStem : of.stem && newStemmer(of.stem).stem;
  // Some letters come apart into others with a blank or a stroke between them: ½, the Arabic marks that stand alone.
  const lower = (raw: string) => raw.slice(0, LONGEST).normalize('NFKC').replace(NO_LETTERS, '').toLowerCase();
  return {
    word: remember(REMEMBERED, (raw) => {
      const isPlain = raw.length <= LONGEST && PLAIN.test(raw);
      const word = isPlain ? raw : lower(raw);
      if (stop.has(word)) return '';
      // Stems first: the algorithms read accents. A number is its own stem.
      const stemmed = stem && (isPlain || !/\d/.test(word)) ? stem(word) : word;
      return ownCopy(isPlain ? stemmed || word : fold(stemmed) || fold(word));
    }),
    isStopWord: (raw) => stop.has(lower(raw)),
  };
}

/** Letters that no decomposition takes apart. */
const SPELT_OUT: Record<string, string> = {
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

/** Without diacritics: Latin, Greek and Cyrillic accents, Arabic and Hebrew points. Vowel signs of other scripts stay. */
export function fold(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII is what is meant
  if (/^[\u0000-\u007f]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .normalize('NFC');
}

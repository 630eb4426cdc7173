/** Classifies characters for tokenisation, per UTF-16 unit. Used by the topic filter, the index and snippets. */
import { RADICALS_CLASS } from './han-radicals.ts';
import { INVISIBLE_CLASS } from './invisible.ts';

/** White space, punctuation, symbols. */
export const SEPARATOR = 1;
/** Letters, digits and combining marks. */
export const LETTER = 2;
/** Letters of scripts without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar. Their digits are none. */
export const UNSPACED = 3;

/** Invisible characters within words, such as soft hyphens and zero-width joiners. */
export const INVISIBLE = 4;

/** How tokenisation treats a UTF-16 unit. */
export type LetterKind = typeof SEPARATOR | typeof LETTER | typeof UNSPACED | typeof INVISIBLE;

const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Marks of kana that Unicode assigns to no script: they prolong a vowel or voice a consonant. */
const KANA_MARKS = /[\u3099\u309a\u30fc\uff70\uff9e\uff9f]/;
const LETTERS = new RegExp(`[\\p{L}\\p{N}\\p{M}${RADICALS_CLASS}]`, 'u');
const DIGIT = /\p{Nd}/u;
/** The apostrophe that Unicode counts as a letter. Ukrainian texts have it beside the other two. */
const LETTER_APOSTROPHE = '\u02bc';

/** Marks that select a glyph for the character before them: those of emoji, Chinese characters and Mongolian, and the frame of a key. */
export const GLYPH_MARKS_CLASS = '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}\\u180b-\\u180f\\u20e3';
const INVISIBLES = new RegExp(`[${INVISIBLE_CLASS}${GLYPH_MARKS_CLASS}]`, 'u');
const ZERO_WIDTH_NON_JOINER = 0x200c;
/** In Persian, a zero-width non-joiner separates parts of words that are also written apart. */
const ARABIC = /\p{Script=Arabic}/u;

/** Syllables of Korean, and the letters that they consist of in decomposed text (names of files of macOS). */
const HANGUL = /[\uac00-\ud7a3\u1100-\u11ff]/;

// Cached kind of each unit of the basic plane. A lookup is much faster than a regular expression.
const kinds = new Uint8Array(0x10000);
const kindsWithUnspacedHangul = new Uint8Array(0x10000);

/**
 * Returns the kind of the character at `at`. Both halves of a surrogate pair give the kind of the pair.
 *
 * @param hangul kind of Hangul. The index treats it as unspaced, because Korean writes particles behind a word without a blank
 */
export function kindAt(text: string, at: number, hangul: typeof LETTER | typeof UNSPACED = LETTER): LetterKind {
  const unit = text.charCodeAt(at);
  const cache = hangul === LETTER ? kinds : kindsWithUnspacedHangul;
  const known = cache[unit]!;
  if (known !== 0) return known as LetterKind;
  if (unit >= 0xd800 && unit < 0xe000) return kindOf(String.fromCodePoint(wholeCodePoint(text, at)));
  if (unit === ZERO_WIDTH_NON_JOINER) return ARABIC.test(text.charAt(at - 1)) ? SEPARATOR : INVISIBLE;
  const character = String.fromCharCode(unit);
  const kind = HANGUL.test(character) ? hangul : kindOf(character);
  cache[unit] = kind;
  return kind;
}

/** Tells whether the character that starts at `at` is a Chinese character, of any language that is written with them. */
export function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // The blocks of the basic plane, the first halves of the two planes beyond it, and radicals.
  return (
    (unit >= 0x3400 && unit < 0xa000) ||
    (unit >= 0xd840 && unit < 0xd8c0) ||
    (unit >= 0xf900 && unit < 0xfb00) ||
    (unit >= 0x2e80 && unit < 0x2fd6)
  );
}

/**
 * Returns the position after the character that starts at `at`, with a mark that voices it (half-width or decomposed kana). Two or three
 * letters of a decomposed Korean syllable are one character, and so are the two halves of the vowel am of Thai and Lao.
 */
export function endOfCharacter(text: string, at: number): number {
  const end = at + widthAt(text, at);
  const next = text.charCodeAt(end);
  if (isBetween(text.charCodeAt(at), 0x1100, 0x1112) && isBetween(next, 0x1161, 0x1175))
    return isBetween(text.charCodeAt(end + 1), 0x11a8, 0x11c2) ? end + 2 : end + 1;
  const isAm = (next === 0x0e32 || next === 0x0eb2) && text.charCodeAt(at) === next + 0x1b;
  return isAm || next === 0x3099 || next === 0x309a || next === 0xff9e || next === 0xff9f ? end + 1 : end;
}

const isBetween = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last;

/** Returns the number of UTF-16 units of the character that starts at `at`. */
export function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit >= 0xdc00) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next < 0xe000 ? 2 : 1;
}

function wholeCodePoint(text: string, at: number): number {
  const isSecond = text.charCodeAt(at) >= 0xdc00;
  return (isSecond && at > 0 && widthAt(text, at - 1) === 2 ? text.codePointAt(at - 1) : text.codePointAt(at)) ?? 0;
}

function kindOf(character: string): LetterKind {
  if (INVISIBLES.test(character)) return INVISIBLE;
  if (!LETTERS.test(character) || character === LETTER_APOSTROPHE) return SEPARATOR;
  return (UNSPACED_SCRIPTS.test(character) && !DIGIT.test(character)) || KANA_MARKS.test(character) ? UNSPACED : LETTER;
}

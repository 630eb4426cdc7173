import { kindAt, LETTER, UNSPACED } from '../letters.ts';

/*
 * Signs that belong to a word, because it is another word without them. The analysis passes such a word with its signs to the language
 * (`Language.word`).
 *
 * | text | words | without the sign |
 * | --- | --- | --- |
 * | `C++`, `C#` | `cplusplus`, `csharp`: one word | `c`, the name of another language |
 * | `.NET` | `net`, and `dotnet` behind the text | `net` |
 * | `t-shirt`, `A-level`, `AT&T`, `I/O` | all parts, also those that are stop words alone | `shirt`, `level`, nothing, `o` |
 * | `don't`, `Ada's` | in English nothing in place of the `t` and the `s`, which are words elsewhere (`T cells`) | |
 */

const PLUS_SIGNS = '+＋';
const NUMBER_SIGNS = '#＃♯';
const HYPHENS = '-\u2010\u2011';
const APOSTROPHES = "'’‘ʼ＇`´′";

/** Maximum length of a word that an ampersand binds, in UTF-16 units: stop words of abbreviations. */
const MAX_BOUND_LENGTH = 3;

/** Returns a table with 1 for each UTF-16 unit of a text. */
function unitTable(units: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const unit of units) table[unit.charCodeAt(0)] = 1;
  return table;
}

const BEFORE = unitTable(`.&/${APOSTROPHES}`);
const BEHIND = unitTable(`&/${PLUS_SIGNS}${NUMBER_SIGNS}${HYPHENS}`);

const BLANK = 0x20;
const FULL_STOP = 0x2e;

/** Returns whether a word may have signs that belong to it. It looks at the characters beside the word only, which are mostly blanks. */
export function hasSignBeside(text: string, start: number, end: number): boolean {
  const before = start > 0 ? text.charCodeAt(start - 1) : BLANK;
  if (end - start > MAX_BOUND_LENGTH) return before === FULL_STOP;
  if (before !== BLANK && BEFORE[before] === 1) return true;
  const behind = end < text.length ? text.charCodeAt(end) : BLANK;
  return behind !== BLANK && BEHIND[behind] === 1;
}

/** Returns the number of units of the signs behind a letter that make a name of it: 2 for `C++`, 1 for `C#`, otherwise 0. */
export function namingSigns(text: string, start: number, end: number): 0 | 1 | 2 {
  if (end - start !== 1 || !isLetter(text, start)) return 0;
  if (isOneOf(NUMBER_SIGNS, text, end)) return isOneOf(NUMBER_SIGNS, text, end + 1) || isLetter(text, end + 1) ? 0 : 1;
  if (!isOneOf(PLUS_SIGNS, text, end) || !isOneOf(PLUS_SIGNS, text, end + 1)) return 0;
  return isOneOf(PLUS_SIGNS, text, end + 2) || isLetter(text, end + 2) ? 0 : 2;
}

/** Returns whether a word of two letters or more begins with a full stop, such as `.NET`, and none of `example.net`, `f().net` and `...net`. */
export const hasDotBefore = (text: string, start: number, end: number): boolean =>
  end - start > 1 &&
  text[start - 1] === '.' &&
  isLetter(text, start) &&
  !isOneOf('.)]}', text, start - 2) &&
  !isWordUnit(text, start - 2);

/** Returns 1 if a sign in front binds a word to another one, otherwise 0. */
export function bindsBefore(text: string, start: number, end: number): 0 | 1 {
  if (end - start > MAX_BOUND_LENGTH || start < 2) return 0;
  const sign = text.charAt(start - 1);
  if (sign === '&') return isLetter(text, start - 2) ? 1 : 0;
  if (end - start !== 1) return 0;
  if (sign === '/') return isPair(text, start - 2, start) ? 1 : 0;
  return APOSTROPHES.includes(sign) && endsWord(text, start - 2) ? 1 : 0;
}

/** Returns 1 if a sign behind binds a word to another one, otherwise 0. */
export function bindsBehind(text: string, start: number, end: number): 0 | 1 {
  if (end - start > MAX_BOUND_LENGTH || end === text.length) return 0;
  const sign = text.charAt(end);
  if (sign === '&') return isLetter(text, start) && isLetter(text, end + 1) ? 1 : 0;
  if (end - start !== 1 || !isLetter(text, start)) return 0;
  if (sign === '/') return isPair(text, start, end + 1) ? 1 : 0;
  // Not the pronouns of French and Portuguese: `a-t-il`, `dá-o`.
  const isPrefix = HYPHENS.includes(sign) && !isOneOf(HYPHENS + APOSTROPHES, text, start - 1);
  return isPrefix && isWordUnit(text, end + 1) && isWordUnit(text, end + 2) ? 1 : 0;
}

/** A blank, which is no sign, stands before and behind a text. */
const isOneOf = (signs: string, text: string, at: number): boolean => signs.includes(text[at] ?? ' ');

/** Returns whether a unit of a word stands there: a letter, digit or mark of a script with blanks. */
const isWordUnit = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && kindAt(text, at, UNSPACED) === LETTER;

/** Signs that may stand between a word and its `'s`: `C++'s`, `(moss)'s`, `"moss"'s`, `„Moos“'s`. */
const WORD_ENDS = `${PLUS_SIGNS}${NUMBER_SIGNS})]}"”“»›`;

/** What stands in front of a sign that opens a quotation instead. */
const OPENING = /[\s([{]/;

/** Returns whether a word ends there, or a name with signs, or a text in brackets or quotes. */
const endsWord = (text: string, at: number): boolean =>
  isWordUnit(text, at) || (at > 0 && isOneOf(WORD_ENDS, text, at) && !OPENING.test(text[at - 1]!));

const DIGIT = /\p{N}/u;

const isLetter = (text: string, at: number): boolean => isWordUnit(text, at) && !DIGIT.test(text[at]!);

/** Returns whether a letter stands there and is a word by itself. */
const isSingle = (text: string, at: number): boolean =>
  isLetter(text, at) && !isWordUnit(text, at - 1) && !isWordUnit(text, at + 1);

/** Returns whether two letters with a slash between them stand there, both capitals or none, and no further one: `I/O`, but not `A/b` and `a/b/c`. */
const isPair = (text: string, first: number, second: number): boolean =>
  isSingle(text, first) &&
  isSingle(text, second) &&
  isCapital(text[first]!) === isCapital(text[second]!) &&
  text[first - 1] !== '/' &&
  text[second + 1] !== '/';

const isCapital = (raw: string): boolean => raw !== raw.toLowerCase();

/** Letters that replace the signs before a word and behind it. */
export type SpeltSigns = readonly [before: string, behind: string];

/** Returns what signs of a word are indexed as, in letters: pages also write `dotnet` and `csharp`. @returns undefined if it has no such sign */
export function speltSigns(raw: string): SpeltSigns | undefined {
  if (raw.startsWith('.')) return ['dot', ''];
  if (isOneOf(NUMBER_SIGNS, raw, raw.length - 1)) return ['', 'sharp'];
  if (isOneOf(PLUS_SIGNS, raw, raw.length - 1)) return ['', 'plusplus'];
  return undefined;
}

const BINDING_BEFORE = `&/${APOSTROPHES}`;
const BINDING_BEHIND = `&/${HYPHENS}`;

/** Returns the number of units at the start of a word with its signs that bind it to the one before. */
export const bindingBefore = (text: string, start: number): 0 | 1 => (isOneOf(BINDING_BEFORE, text, start) ? 1 : 0);

/** Returns the number of units at the end of a word with its signs that bind it to the next one. */
export const bindingBehind = (text: string, end: number): 0 | 1 => (isOneOf(BINDING_BEHIND, text, end - 1) ? 1 : 0);

const BOUND = new RegExp(`^[&/]|[${HYPHENS}&/]$`, 'g');

/** Returns whether a sign binds a word to another one, so that it is no stop word. */
export const isBound = (raw: string): boolean => withoutBinding(raw) !== raw;

/** Returns whether a slash binds a letter that is no capital, as in `i/o` and `e/o`. */
export const isSmallBesideSlash = (raw: string): boolean => raw.includes('/') && !isCapital(raw);

/** Returns whether an apostrophe in front separates a word from the one before. */
export const isSplitOff = (raw: string): boolean => isOneOf(APOSTROPHES, raw, 0);

/** Returns a word without the signs that bind it to others. */
export const withoutBinding = (raw: string): string => raw.replace(BOUND, '');

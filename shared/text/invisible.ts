/**
 * Removes characters without a glyph that split words for a program but not for a reader: soft hyphen, zero-width space, word
 * joiner, byte order mark. Zero-width joiners stay beside characters whose shape they change: letters of Arabic, Indic and other
 * non-European scripts, and emoji.
 */

/** Code units that `removeInvisible` looks at. */
export const INVISIBLE_UNITS = [0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff];

/** The same as a part of a character class. */
export const INVISIBLE_CLASS = '\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
const INVISIBLE = new RegExp(`[${INVISIBLE_CLASS}]`);

/** Characters that zero-width joiners change, as a part of a character class: scripts from Hebrew on, symbols, surrogates. */
const JOINED = '\\u0590-\\u1cff\\u2190-\\u2bff\\ua800-\\uabff\\ud800-\\udfff\\ufb1d-\\ufdff\\ufe0f\\ufe70-\\ufefc';
const REMOVED = new RegExp(`[\\u00ad\\u200b\\u2060\\ufeff]+|(?<![${JOINED}])[\\u200c\\u200d]+(?![${JOINED}])`, 'g');

/** Returns the text without invisible characters. */
export function removeInvisible(text: string): string {
  return INVISIBLE.test(text) ? text.replace(REMOVED, '') : text;
}

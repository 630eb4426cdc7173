// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are the characters to replace
/** Control characters (C0, DEL, C1) except tab and line feed. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const CONTROLS = new RegExp(CONTROL, 'g');
/** Control characters that separate words: vertical tab, form feed, FS to US, NEL. */
const SEPARATORS = /[\x0b\x0c\x1c-\x1f\x85]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are the characters to replace

/** Reports whether a text has control characters other than tabs and line feeds. */
export const hasControls = (text: string): boolean => CONTROL.test(text);

/**
 * Removes control characters except tabs and line feeds. Other line ends become line feeds, and characters that separate words
 * become spaces.
 */
export function removeControls(text: string): string {
  return hasControls(text) ? text.replace(/\r\n?/g, '\n').replace(SEPARATORS, ' ').replace(CONTROLS, '') : text;
}

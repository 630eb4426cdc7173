import { hasControls, removeControls } from '../../text/controls.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import type { Content } from '../content.ts';

/**
 * Returns content whose texts and names have no control characters except tabs and line feeds (`removeControls`), and no lone
 * surrogates, which UTF-8 cannot encode: they become U+FFFD. The content of every format passes here, because each can hide such a character: as a
 * byte, a character reference, or an escape of JSON or RTF.
 *
 * @returns the given object if it has none of these characters
 */
export function withoutControls(content: Content): Content {
  if (!findFaults(content)) return content;
  const { text, standaloneText, markdown, ...fields } = content;
  const cleaned = cleanValue(fields) as typeof fields;
  const { title, author, description, publisher } = cleaned;
  return {
    ...cleaned,
    text: withoutFaults(text),
    ...(standaloneText !== undefined && { standaloneText: withoutFaults(standaloneText) }),
    ...(markdown !== undefined && { markdown: withoutFaults(markdown) }),
    // A value of nothing but control characters is none.
    title: title || null,
    author: author || null,
    description: description || null,
    ...(publisher !== undefined && { publisher: publisher || null }),
  };
}

/** Control characters and surrogates, which most texts have not: one search excludes both. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const SUSPECT = /[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/;
const hasFaults = (text: string): boolean => SUSPECT.test(text) && (hasControls(text) || !text.isWellFormed());
const withoutFaults = (text: string): string => removeControls(text).toWellFormed();

/** Reports whether a string or a key inside the value has such characters. Allocates nothing: few pages have one. */
function findFaults(value: unknown): boolean {
  if (typeof value === 'string') return hasFaults(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (findFaults(value[i])) return true;
    return false;
  }
  // Normalised URLs have none, and pages have many.
  for (const key in value)
    if (key !== 'url' && (hasFaults(key) || findFaults((value as Record<string, unknown>)[key]))) return true;
  return false;
}

/** Cleans the strings and keys inside a value. Drops strings of a list that are empty without their control characters. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanValue).filter((one, i) => one !== '' || value[i] === '');
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanValue(one)]));
}

/** Returns a text as it is if it has no such characters. Texts with line feeds, such as those of posts, keep their lines. */
function cleanText(text: string): string {
  return (hasControls(text) ? foldWhitespace(removeControls(text), text.includes('\n')) : text).toWellFormed();
}

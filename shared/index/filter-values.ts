import { GENRES } from '../clean/document-fields.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { asciiHost } from '../url/decoded-url.ts';

/** Parsers of filter values. Each returns the normalised value, or undefined if the text is not a valid value. */

/**
 * Parses a language code: ISO 639, two or three letters, of a language that exists, or `und` (unknown). A code of three
 * letters stands for the one of two, if the language has one: `deu` is `de`. A region or script after it is dropped: `de-AT` is `de`.
 */
export function parseLanguageCode(text: string): string | undefined {
  const code = LANGUAGE_TAG.exec(text.toLowerCase())?.[1];
  if (code === undefined || code === 'und') return code;
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  if (languageNames.of(code) === undefined) return undefined;
  const canonical = code.length === 3 ? Intl.getCanonicalLocales(code)[0] : code;
  return canonical?.length === 2 ? canonical : code;
}

/** A language, with what follows it in a language tag (BCP 47) or in the name of a locale. */
const LANGUAGE_TAG = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*$/;

/** Created on first use: few queries name a language. */
let languageNames: Intl.DisplayNames | undefined;

/**
 * Parses a host, with or without a port. A pasted web address stands for its host, a leading `*.` is dropped, and so is a trailing dot, as
 * in the URLs of a crawl.
 * The limit of 253 characters is that of a DNS name.
 */
export function parseHost(text: string): string | undefined {
  const host = text
    .toLowerCase()
    .replace(/^https?:\/\/([^/?#]*).*$/s, '$1')
    .replace(/^\*?\./, '')
    .replace(/\.(?=:\d*$|$)/, '');
  return matching(asciiHost(host), /^[^\s/?#@\\]{1,253}$/);
}

/** Parses the name of a class of the topic: 1 to 200 characters on one line, because line feeds separate the stored names. */
export const parseClassName = (text: string): string | undefined => matching(text, /^.{1,200}$/u);

/** Parses a genre in any case. */
export function parseGenre(text: string): string | undefined {
  const name = text.toLowerCase();
  return GENRES.find((genre) => genre === name);
}

/** Parses the name of an author: 1 to 200 characters on one line, because line feeds separate the stored names. */
export const parseAuthor = (text: string): string | undefined =>
  matching(text.replace(/\s+/g, ' ').trim(), /^.{1,200}$/u);

/** Authors of a record that it is found by. */
const MAX_AUTHORS = 50;

/** Returns the authors of a record, each once. @param author names that are joined by `; `, or null */
export function authorNames(author: SearchRecord['author'] | undefined): string[] {
  const names = (author ?? '').split(';').map((name) => parseAuthor(name.toWellFormed()));
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, MAX_AUTHORS);
}

/** Maximum length of the name and the value of a mapped field together, in UTF-16 units. Longer values cannot be filtered by. */
const MAX_FIELD_VALUE = 200;

/** Values of a record that its mapped fields are found by. */
const MAX_FIELD_VALUES = 50;

/** Parses a value of a mapped field: its name, `=` and the value. */
export function parseFieldValue(text: string): string | undefined {
  const [, name, value] = /^([^\s=]+)\s*=\s*(.+)$/u.exec(text) ?? [];
  return name === undefined ? undefined : fieldValue(name, value!);
}

/** Returns the values of the mapped fields of a record as `name=value`, each once. */
export function fieldValues(fields: SearchRecord['fields'] = {}): string[] {
  const values = Object.entries(fields).flatMap(([name, list]) =>
    list.map((value) => fieldValue(name, String(typeof value === 'object' ? value.text : value))),
  );
  return [...new Set(values.filter((value) => value !== undefined))].slice(0, MAX_FIELD_VALUES);
}

function fieldValue(name: string, value: string): string | undefined {
  const text = `${name}=${value.replace(/\s+/g, ' ').trim()}`.toWellFormed();
  return text.length <= MAX_FIELD_VALUE && !text.endsWith('=') ? text : undefined;
}

/** Parses a year, a month, a day or a time in ISO 8601 that exists in the calendar. Times of pages may lack a zone. */
export function parseDate(text: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/.exec(text);
  if (!parts || Number.isNaN(Date.parse(text))) return undefined;
  const [, year, month = '01', day = '01'] = parts;
  // `Date` reads 30 February as 1 March.
  const inCalendar = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return inCalendar ? text : undefined;
}

/** Returns the first day of a year, a month or a time, as `YYYY-MM-DD`, which compares as text. */
export function dayOf(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

/**
 * Returns the start of a year, a month or a day, or the moment of a time, in epoch milliseconds. A time without a zone is in UTC.
 *
 * @param date as `parseDate` returns it
 */
export function startOf(date: string): number {
  return Date.parse(hasTime(date) && !/(?:Z|[+-]\d\d:\d\d)$/.test(date) ? `${date}Z` : date);
}

/** Returns whether a date has a time of day. @param date as `parseDate` returns it */
export const hasTime = (date: string): boolean => date.includes('T');

function matching(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined;
}

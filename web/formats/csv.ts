import { authorsOf, classesOf, type Entry, type Listing } from './entry.ts';
import { printableText } from './plain-text.ts';

/** The columns of a CSV file, in order. New columns are added at the end. */
const COLUMNS: readonly [name: string, value: (entry: Entry) => string | number | null][] = [
  ['title', ({ title }) => title],
  ['url', ({ url }) => url],
  ['author', (entry) => authorsOf(entry).join('; ')],
  ['date', ({ date }) => date],
  ['host', ({ host }) => host],
  ['language', ({ language }) => language],
  ['type', ({ type }) => type],
  ['classes', (entry) => classesOf(entry).join('; ')],
  ['score', ({ score }) => score],
  ['snippet', ({ snippet }) => snippet],
  ['fetched', ({ fetchedAt }) => fetchedAt],
  ['id', ({ id }) => id],
  ['record', ({ record }) => record],
  ['cached', ({ cached }) => cached],
];

/** First characters that make a spreadsheet evaluate a cell, also in their full-width forms. */
const FORMULA = /^[\s]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * Writes entries as CSV (RFC 4180): a header line, CRLF line ends, fields in quotes where needed. A text that a spreadsheet would
 * take for a formula begins with an apostrophe.
 */
export function csv({ entries }: Pick<Listing, 'entries'>): string {
  const rows = entries.map((entry) => COLUMNS.map(([, value]) => value(entry)));
  return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = printableText(value ?? '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

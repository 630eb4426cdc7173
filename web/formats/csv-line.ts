import { printableText } from './plain-text.ts';

/** First characters that make a spreadsheet evaluate a cell, also in their full-width forms. */
const FORMULA = /^[\s]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

function csvField(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = printableText(value ?? '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns a line of a CSV file (RFC 4180): fields in quotes where needed, CRLF at the end. Null is an empty field. A text that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string => `${fields.map(csvField).join(',')}\r\n`;

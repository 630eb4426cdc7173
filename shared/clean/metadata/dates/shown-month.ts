/** Finds a month without a day that a page shows as its date: `November 2003` of a report, `Published: June 2022`. */
import type { SourcedValue } from '../metadata.ts';
import { DATE_NAMES, MAX_LABEL_DISTANCE, MAX_LABELLED_LENGTH, MODIFIED_LABEL, PUBLISHED_LABEL } from './date-labels.ts';
import type { DateParser } from './date-parser.ts';
import type { DatedLine } from './dated-lines.ts';
import { isDateLabel } from './shown-date.ts';

/**
 * Returns the month of publication as `YYYY-MM`, or null. It has a label, or is a paragraph of its own after the headline: a month in a
 * sentence or a heading is that of something else.
 *
 * @param near lines near the headline
 * @param read rejects dates of the future
 */
export function shownMonth(near: readonly DatedLine[], read: DateParser): SourcedValue | null {
  for (const line of near) {
    if (line.isBefore || line.isHeading || line.isCaption) continue;
    const after = textAfter(PUBLISHED_LABEL, line.text) ?? textAfter(DATE_PREFIX, line.text);
    const isOwn = line.label === '' || isDateLabel(line.label) || PUBLISHED_LABEL.test(line.label);
    const text = after ?? (isOwn ? line.text : undefined);
    const value = text === undefined ? null : monthAlone(text, read);
    if (value !== null) return { value, source: 'text' };
  }
  return null;
}

/** Returns the month of the last change as `YYYY-MM`, or null: only one with a label counts. */
export function changedMonth(lines: readonly DatedLine[], read: DateParser): SourcedValue | null {
  for (const { text } of lines) {
    const after = textAfter(MODIFIED_LABEL, text);
    const value = after === undefined ? null : monthAlone(after, read);
    if (value !== null) return { value, source: 'text' };
  }
  return null;
}

/** Returns the month that a text consists of, by name or in Chinese, Japanese or Korean, as `YYYY-MM`; null if there is more or none. */
export function monthAlone(text: string, read: DateParser): string | null {
  const { name, year, month, yearBefore } = (NAMED.exec(text) ?? NUMBERED.exec(text))?.groups ?? {};
  const first = name === undefined ? `${yearBefore}-${month?.padStart(2, '0')}-01` : `1 ${name} ${year}`;
  return read(first)?.slice(0, 'YYYY-MM'.length) ?? null;
}

/** Returns the text after a label at the beginning of a line, or undefined. */
function textAfter(label: RegExp, text: string): string | undefined {
  if (text.length > MAX_LABELLED_LENGTH) return undefined;
  const found = label.exec(text);
  if (found === null || /\p{L}/u.test(text.slice(0, found.index))) return undefined;
  return text.slice(found.index + found[0].length, found.index + found[0].length + MAX_LABEL_DISTANCE);
}

const NAMED =
  /^[^\p{L}\p{N}]*(?<name>[\p{L}\p{M}]{3,12})[.,]?\s(?:de\s|del\s)?(?<year>(?:19|20)\d\d)(?:\s(?:года|року|г\.|р\.))?[^\p{L}\p{N}]*$/u;
const NUMBERED = /^\s*(?<yearBefore>(?:19|20)\d\d)\s?[年년]\s?(?<month>\d\d?)\s?[月월]\s*$/u;
const DATE_PREFIX = new RegExp(`^[^\\p{L}\\p{N}]*(?:${DATE_NAMES})\\s*:\\s*`, 'iu');

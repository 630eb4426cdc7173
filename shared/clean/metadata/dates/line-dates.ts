/** Reads the date that a line shows. */
import { textLength } from '../genre-input.ts';
import type { SourcedValue } from '../metadata.ts';
import { MODIFIED_LABEL } from './date-labels.ts';
import type { DateParser } from './date-parser.ts';
import { type DatedLine, linesBefore, MAX_LINE_LENGTH, NEAREST_LINES } from './dated-lines.ts';
import { isAppointment, isOwnLabel } from './shown-date.ts';
import { splitAtDate } from './visible-date.ts';

/** Returns the first date of lines, or null. */
export function firstLine(lines: readonly DatedLine[], read: DateParser): SourcedValue | null {
  for (const { text } of lines) {
    const value = read(text);
    if (value !== null) return { value, source: 'text' };
  }
  return null;
}

/** Returns the lines near the headline that may show the date of publication. */
export const ownNearLines = (lines: readonly DatedLine[]): DatedLine[] =>
  linesBefore(lines, NEAREST_LINES).filter(({ label, isCaption }) => !isCaption && isOwnLabel(label));

/** Returns whether an element marked as a byline or date has the text of a line. @param marked texts of such elements */
export const isAmong = (text: string, marked: readonly string[]): boolean =>
  text.length > 0 && marked.some((own) => own.trim() === text.trim());

/** Returns the date in a short line, up to a label of the last change; null for dates of persons, of the past and of appointments. */
export function dateAlone(text: string, read: DateParser): string | null {
  if (textLength(text) > MAX_LINE_LENGTH || PERSON_DATE.test(text) || isOtherTime(text)) return null;
  const label = MODIFIED_LABEL.exec(text);
  return read(label === null ? text : text.slice(0, label.index));
}

/** Returns whether the date of a line is older than the page, or that of an appointment. */
export function isOtherTime(text: string): boolean {
  return SINCE_DATE.test(text) || isAppointment(splitAtDate(text)?.before ?? '');
}

/** Labels of dates of a person, such as registration or birth. */
const PERSON_DATE =
  /(?<![\p{L}])(?:registriert|angemeldet|anmeldedatum|mitglied seit|dabei seit|geboren|joined|join date|registered|member since|born|inscrit|inscription|membre depuis|registrado|registro|iscritto|lid sinds|dołączył|зарегистрирован|регистрация)(?![\p{L}])/iu;
/** A date after "since": it is older than the page. */
const SINCE_DATE =
  /(?<!\p{L})(?:since|seit|ab|depuis|desde|sinds|dal|sedan|siden)\s+(?:(?:the|dem|den|le|el|de|il)\s+)?(?:\p{L}{3,12}\.?\s+)?\d/iu;

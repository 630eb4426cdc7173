/** Finds visible dates of publication that contradict the declared one. */
import { DAY_MS } from '../../../text/time-units.ts';
import type { JsonLdArticle } from '../json-ld.ts';
import type { SourcedValue } from '../metadata.ts';
import { labelledDate, MODIFIED_LABEL, PUBLISHED_LABEL } from './date-labels.ts';
import { DAY_LENGTH, type DateParser, dayTime } from './date-parser.ts';
import { type DatedLine, MAX_LINE_LENGTH } from './dated-lines.ts';
import { firstDate } from './declared-dates.ts';
import { dateAlone, firstLine, isAmong, ownNearLines } from './line-dates.ts';
import { isDateAlone, isDateLine } from './shown-date.ts';
import { splitAtDate } from './visible-date.ts';

/**
 * Returns the date that the page shows near its headline if it contradicts the declared one: publishing systems declare the day of an
 * import or of the first draft. A date with another label than that of publication, or in a sentence or caption, is no contradiction.
 */
export function shownInstead(
  declared: SourcedValue,
  lines: readonly DatedLine[],
  marked: readonly string[],
  read: DateParser,
): SourcedValue | null {
  const near = ownNearLines(lines);
  const shown =
    firstLine(near, (text) => labelledDate(text, PUBLISHED_LABEL, read)) ??
    firstLine(near, (text) =>
      isDateLine(text) || isAmong(text, marked) || isSectionLine(text, marked) ? dateAlone(text, read) : null,
    );
  if (shown === null || shown.value.length < DAY_LENGTH) return null;
  if (near.some(({ text }) => showsDay(text, declared.value.slice(0, DAY_LENGTH), read))) return null;
  if (swapDayAndMonth(shown.value) === declared.value.slice(0, DAY_LENGTH)) return null;
  return Math.abs(dayTime(shown.value) - dayTime(declared.value)) > MAX_ZONE_MS ? shown : null;
}

/**
 * Returns the date that the page labels as that of its publication, at any place, if it declares the same later moment for publication and last
 * change, or null: some publishing systems write the moment of saving into both. A page that shows the declared day does not contradict it. Cards
 * have such labels too, so all must show the same day.
 */
export function shownBeforeChange(
  declared: SourcedValue,
  article: JsonLdArticle,
  lines: readonly DatedLine[],
  read: DateParser,
): SourcedValue | null {
  const isChange = firstDate('json-ld', article.modified, read)?.value === declared.value;
  if (!isChange || declared.value.length <= DAY_LENGTH) return null;
  const days = lines.flatMap(({ text }) => {
    const begins = text.length <= MAX_LINE_LENGTH && text.search(PUBLISHED_LABEL) === 0;
    const shown = begins ? labelledDate(text, PUBLISHED_LABEL, read) : null;
    return shown === null ? [] : [shown.slice(0, DAY_LENGTH)];
  });
  const [day] = days;
  if (day === undefined || days.some((other) => other !== day)) return null;
  if (dayTime(declared.value) - dayTime(day) <= MAX_ZONE_MS) return null;
  // Last: few pages have such a label, and this reads the dates of all lines.
  const showsDeclared = lines.some(({ text }) => showsDay(text, declared.value.slice(0, DAY_LENGTH), read));
  return showsDeclared ? null : { value: day, source: 'text' };
}

/** Returns whether a line is the name of a section, a date marked as one and the time to read, as in `Travel <span class=date>8 May 2024</span> 5 min read`. */
function isSectionLine(text: string, marked: readonly string[]): boolean {
  const parts = splitAtDate(text);
  return (
    parts !== null &&
    SECTION.test(parts.before) &&
    READING_TIME.test(parts.after) &&
    marked.some((own) => text.includes(own) && isDateAlone(own))
  );
}

/** Up to three words. */
const SECTION = /^\s*(?:[\p{L}\p{N}&'’-]+\s+){1,3}$/u;
const READING_TIME = /^[^\p{L}\d]{0,8}(?:\d{1,3}|--)[ -]?(?:min(?:\.|s|ut[eoi]\p{L}{0,2})?(?!\p{L})|мин|分)/iu;

/**
 * Returns whether a short line shows a day, other than as that of a change. A page that shows the declared day does not contradict it, not
 * even after another date: themes of WordPress write that of the change first, and hide one of both.
 */
function showsDay(text: string, day: string, read: DateParser): boolean {
  if (text.length > MAX_LINE_LENGTH || MODIFIED_LABEL.test(text)) return false;
  return [text, splitAtDate(text)?.after ?? ''].some((part) => read(part)?.slice(0, DAY_LENGTH) === day);
}

/** Returns `2024-10-09` for `2024-09-10`: a page may write `09.10.2024` in another order than its language does. */
function swapDayAndMonth(value: string): string {
  const [year, month, day] = value.slice(0, DAY_LENGTH).split('-');
  return `${year}-${day}-${month}`;
}

/** Difference of two dates that time zones explain, in ms. */
const MAX_ZONE_MS = DAY_MS;

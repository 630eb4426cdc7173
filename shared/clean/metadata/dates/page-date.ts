/**
 * Finds the dates of publication and of the last change of a page.
 *
 * Declared metadata comes first, with two corrections. Pages that were migrated declare the day of the migration and keep the
 * old day in their URL. Times are often declared in UTC, while the page shows the local day. Among visible dates, those with a
 * label of publication come first, then dates alone near the headline or at the beginning of a paragraph. If metadata declare
 * a year or a month alone, only dates in it count.
 */

import { DAY_MS } from '../../../text/time-units.ts';
import type { Genre } from '../../document-fields.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import type { JsonLdArticle } from '../json-ld.ts';
import type { Metadata, SourcedValue } from '../metadata.ts';
import { shownBeforeChange, shownInstead } from './contradicting-date.ts';
import { labelledDate, MODIFIED_LABEL, PUBLISHED_LABEL } from './date-labels.ts';
import {
  DAY_LENGTH,
  type DateParser,
  dateParserFor,
  dayTime,
  monthInUrl,
  rejectFuture,
  rejectOtherMonths,
  rejectOtherPeriods,
  urlDateParser,
} from './date-parser.ts';
import {
  type DatedLine,
  datedLines,
  isDiscussion,
  linesBefore,
  linesBesideHeadline,
  MAX_LINE_LENGTH,
  MAX_MARKED,
  NEAREST_LINES,
  reduceLines,
} from './dated-lines.ts';
import {
  ambiguousDate,
  changeInMeta,
  declaredChange,
  declaredDate,
  declaredPeriod,
  earliestCustomMeta,
  firstDate,
} from './declared-dates.ts';
import { dateAlone, firstLine, isAmong, isOtherTime, ownNearLines } from './line-dates.ts';
import { toLocalDay } from './local-day.ts';
import { nearestDate } from './nearest-date.ts';
import { normalizeDate } from './normalize-date.ts';
import { timeOfPage } from './page-times.ts';
import { isAppointment, isDateAlone, isOwnLabel } from './shown-date.ts';
import { changedMonth, shownMonth } from './shown-month.ts';

/** Minimum difference by which the day in the URL must precede the declared date to replace it, in ms. */
const MIGRATION_MS = 7 * DAY_MS;

/** A page whose dates are wanted, and what it declares. */
export type DatedPage = {
  page: ParsedPage;
  metadata: Metadata;
  article: JsonLdArticle;
  url: string;
  /** Time of the response, epoch ms; later dates are ignored. If it is absent, all dates count. */
  sentAt: number | undefined;
  /** Undefined: it is not known. Lines of threads have dates of other posts and of members, lines of products those of reviews. */
  genre: Genre | undefined;
};

/** Returns the date of publication in ISO 8601, or null. */
export function findPublishedDate({ page, metadata, article, url, sentAt, genre }: DatedPage): SourcedValue | null {
  const readAny = rejectFuture(dateParserFor(page, url), sentAt);
  const declared = declaredDate(page, metadata, article, readAny, genre);
  const period = declared === null ? declaredPeriod(metadata, article, readAny) : null;
  const within = (parse: DateParser): DateParser => (period === null ? parse : rejectOtherPeriods(parse, period.value));
  const read = within(readAny);
  const readUrl = within(rejectFuture(urlDateParser(page, sentAt), sentAt));
  const inUrl = firstDate('url', [url.replace(ARCHIVE_PREFIX, '')], readUrl);
  if (
    declared !== null &&
    inUrl !== null &&
    DATE_FOLDERS.test(url) &&
    dayTime(declared.value) - dayTime(inUrl.value) > MIGRATION_MS
  )
    return inUrl;
  const all = datedLines(page);
  const lines = reduceLines(all, 'own').filter(hasOwnLabel);
  const marked = [...page.bylines.slice(0, MAX_MARKED), ...page.dates.slice(0, MAX_MARKED)];
  if (declared !== null)
    return (
      (genre === 'forum' || isDiscussion(page)
        ? null
        : (shownInstead(declared, lines, marked, read) ?? shownBeforeChange(declared, article, lines, read))) ??
      toLocalDay(declared, page, inUrl, read)
    );
  // Dates that the page of a product shows are those of reviews and deliveries.
  if (genre === 'product')
    return inUrl ?? labelledAsPublished(lines, marked, read) ?? ambiguousDate(metadata, read) ?? period;
  const month = monthInUrl(url);
  return (
    inUrl ??
    (month === undefined ? null : markedBefore(month, lines, marked, read)) ??
    firstShown(page, metadata, { all, lines, marked }, month === undefined ? read : rejectOtherMonths(read, month)) ??
    firstDate('url', month === undefined ? [] : [month], read) ??
    period
  );
}

/** Lines and elements that may show the date of a page. `lines`: of `all`, those with text of the page's own. */
type DatedTexts = { all: readonly DatedLine[]; lines: readonly DatedLine[]; marked: readonly string[] };

/**
 * Returns the date near the headline that is marked as one, if it is before the month in the URL, or null: such a month is that of an event, or
 * the number of an issue. A later date may be that of a change.
 */
function markedBefore(
  month: string,
  lines: readonly DatedLine[],
  marked: readonly string[],
  read: DateParser,
): SourcedValue | null {
  const near = ownNearLines(lines);
  const found = firstLine(near, (text) => (isAmong(text, marked) ? dateAlone(text, read) : null));
  return found !== null && found.value.length >= DAY_LENGTH && dayTime(found.value) < Date.parse(month) - DAY_MS
    ? { ...found, source: 'marked' }
    : null;
}

/** Returns the first date after a label of publication, or null. */
const labelledAsPublished = (
  lines: readonly DatedLine[],
  marked: readonly string[],
  read: DateParser,
): SourcedValue | null =>
  firstDate('marked', marked, (text) => labelledDate(text, PUBLISHED_LABEL, read)) ??
  firstLine(lines, (text) => labelledDate(text, PUBLISHED_LABEL, read));

/** Returns the date of a page that declares none, or null. */
function firstShown(
  page: ParsedPage,
  metadata: Metadata,
  { all, lines, marked }: DatedTexts,
  read: DateParser,
): SourcedValue | null {
  const alone: DateParser = (text) => dateAlone(text, read);
  return (
    labelledAsPublished(lines, marked, read) ??
    earlierDay(
      firstDate('time', [timeOfPage(page) ?? ''], read),
      sourceIfMarked(
        nearestDate(linesBefore(lines, NEAREST_LINES), (near) => firstLine(near, alone)),
        marked,
        read,
      ),
    ) ??
    shownMonth(linesBefore(lines, NEAREST_LINES), read) ??
    firstLine(linesBefore(lines, NEAREST_LINES), (text) => labelledDate(text, MODIFIED_LABEL, read)) ??
    firstDate('marked', marked, (text) => (isOtherTime(text) ? null : read(text, true))) ??
    ambiguousDate(metadata, read) ??
    firstLine(linesBefore(lines, NEAREST_LINES), (text) => datelineDate(text, read)) ??
    firstLine(lines, (text) => labelledDate(text, MODIFIED_LABEL, read)) ??
    firstLine(lines, alone) ??
    earliestCustomMeta(metadata, read) ??
    firstLine(lines, (text) => datelineDate(text, read)) ??
    dateBeside(page, read) ??
    changeInMeta(metadata, read) ??
    changedMonth(lines, read) ??
    firstLine(reduceLines(all, 'unquoted').filter(hasOwnLabel), alone) ??
    // Some pages are one quotation or example.
    firstLine(linesBefore(all, NEAREST_LINES).filter(hasOwnLabel), alone)
  );
}

/** Returns the date that stands alone in a box beside the headline, or null. */
function dateBeside(page: ParsedPage, read: DateParser): SourcedValue | null {
  const lines = linesBesideHeadline(page).filter(({ label, isHeading }) => isOwnLabel(label) && !isHeading);
  return firstLine(lines, (text) => (isDateAlone(text) ? read(text) : null)) ?? shownMonth(lines, read);
}

/** Returns the date of the last change in ISO 8601, or null. */
export function findModifiedDate({ page, metadata, article, url, sentAt, genre }: DatedPage): SourcedValue | null {
  const read = rejectFuture(dateParserFor(page, url), sentAt);
  const declared = declaredChange(page, metadata, article, rejectFuture(normalizeDate, sentAt), read);
  if (declared !== null || genre === 'product') return declared;
  return firstLine(reduceLines(datedLines(page), 'own'), (text) => labelledDate(text, MODIFIED_LABEL, read));
}

/** Returns the visible date if it is earlier than the time element: comments have times too and are later than the page. */
function earlierDay(time: SourcedValue | null, line: SourcedValue | null): SourcedValue | null {
  if (time === null) return line;
  return line !== null && line.value.slice(0, 10) < time.value.slice(0, 10) ? line : time;
}

/** Returns the date of a line with the source `marked` if an element marked as a byline or date has it. */
function sourceIfMarked(line: SourcedValue | null, marked: readonly string[], read: DateParser): SourcedValue | null {
  const isMarked = line !== null && marked.some((text) => read(text, true) === line.value);
  return isMarked ? { ...line, source: 'marked' } : line;
}

const hasOwnLabel = ({ label }: DatedLine): boolean => !isAppointment(label);

/** A day as folders of the path. In the name of a page, a day may be that of an event. */
const DATE_FOLDERS = /\/(?:19|20)\d\d\/\d\d?\/\d\d?(?:[/?#]|$)/;

/** The prefix of a Wayback Machine URL, which contains the day of the copy. */
const ARCHIVE_PREFIX = /^https?:\/\/web\.archive\.org\/web\/[^/]+\//;

/** The dateline of a news item: "Berlin, 29.11.2022 – …". */
const DATELINE = /^(?:[\p{L} .()/]{2,25}[,:–-]\s*)?.{6,26}?\s*(?:[–—-]|:|\||\)|\s["„“«»‚'])/u;

function datelineDate(text: string, read: DateParser): string | null {
  if (text.length <= MAX_LINE_LENGTH) return null;
  const start = DATELINE.exec(text.slice(0, 60))?.[0];
  return start === undefined ? null : read(start);
}

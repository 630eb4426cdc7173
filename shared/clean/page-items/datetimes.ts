/** Dates in attributes of a page by their position in the source: `datetime`, `data-timestamp` and the like, and titles with a time. */
import { endOfText } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { DateParser } from '../metadata/dates/date-parser.ts';
import { normalizeDate } from '../metadata/dates/normalize-date.ts';
import { splitAtDate } from '../metadata/dates/visible-date.ts';
import type { Part } from './parts.ts';

/** A date in an attribute. `from` and `end`: its position in the source. */
type Datetime = { from: number; end: number; date: string };

/** Returns the first date within a range of the source, or undefined. */
export type DatetimeReader = (from: number, to: number) => Datetime | undefined;

/** Attributes with a date; a title only with a time. */
const DATETIME =
  /\s(?:(?:datetime|data-(?:time|timestamp|date))\s*=\s*["']?|title\s*=\s*["']?(?=\d{4}-\d\d-\d\d[T ]\d\d:))([^"'>]{8,40})/gi;
/** Dates of publication in microdata or RDFa. Like the next, it begins with a literal, which engines find faster. */
const PROPERTY = /date(?:Published|Created)["']?\s{1,4}content\s*=\s*["']?([^"'>]{8,40})/g;
/** Texts of tooltips with a year and a time: titles, also those of Bootstrap's tooltips, and those of Lemmy. */
const TOOLTIP = /(?:title|data-tippy-content)="(?=[^"<>]{0,50}\d:\d\d)(?=[^"<>]{0,50}(?:19|20)\d\d)([^"<>]{8,60})"/g;
/** Seconds or milliseconds since 1970, from 2001 to 2033. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
/** Number of digits of seconds since 1970. */
const SECONDS_LENGTH = 10;

/** Create readers of a page. They search the source when they are first called. */
export const newDatetimeReader = (html: string): DatetimeReader => newReader(() => findDates(html, DATETIME, dateOf));

/** Reads dates of publication in microdata and RDFa, too. */
export const newPropertyReader = (html: string): DatetimeReader =>
  newReader(() =>
    [...findDates(html, DATETIME, dateOf), ...findDates(html, PROPERTY, dateOf)].sort((a, b) => a.from - b.from),
  );

/** Reads the dates in texts of tooltips. */
export const newTooltipReader = (html: string, readDate: DateParser): DatetimeReader =>
  newReader(() => findDates(html, TOOLTIP, (text) => dateOfTooltip(text, readDate)));

function newReader(find: () => Datetime[]): DatetimeReader {
  let dates: readonly Datetime[] | undefined;
  return (from, to) => {
    dates ??= find();
    return firstWithin(dates, from, to);
  };
}

const findDates = (html: string, pattern: RegExp, read: (value: string) => string | null): Datetime[] =>
  [...html.matchAll(pattern)].flatMap(({ index, 0: { length }, 1: value = '' }) => {
    const date = read(value.trim());
    return date === null ? [] : [{ from: index, end: index + length, date }];
  });

/** Returns the date of a text that is nothing but a date with its time, or null. */
function dateOfTooltip(tooltip: string, readDate: DateParser): string | null {
  const text = tooltip.replaceAll('&nbsp;', ' ');
  const { before, after } = splitAtDate(text) ?? { before: text, after: '' };
  return WEEKDAY.test(before) && TIME.test(after) ? readDate(text) : null;
}

/**
 * What may stand before a date, and after it: `Friday, `, `See timeline at ` (Trac), `Sender's time: ` (HyperKitty) but neither `Last edited on `
 * nor `Member since: `, and ` at 3:51:58 PM GMT+03:00`.
 */
const WEEKDAY =
  /^\s*(?:(?!.*(?:[Ll]ast|[Ee]dit|[Mm]odif|[Uu]pdat|[Jj]oin|[Rr]egist))(?:\p{L}{2,10}(?:\s\p{L}{2,10})?\s(?:at|on)\s|[^:]{0,20}[Tt]ime:\s))?(?:\p{L}{2,12}\.?,\s*|\p{Lu}\p{L}{2}\s+)?$/u;
const TIME =
  /^[,\s]*(?:[-–@•]\s*)?(?:(?:at|um|à|a las|alle|om)\s+)?\d?\d:\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?\s*(?:Uhr|[A-Z]{2,5})?(?:[+-]\d\d:?\d\d)?\s*$/iu;

function dateOf(value: string): string | null {
  if (EPOCH.test(value)) {
    const ms = value.length === SECONDS_LENGTH ? Number(value) * 1000 : Number(value);
    return new Date(ms).toISOString().replace('.000Z', 'Z');
  }
  // Hacker News writes the seconds after the date.
  return normalizeDate(value.replace(/ 1\d{9}$/, ''));
}

function firstWithin(datetimes: readonly Datetime[], from: number, to: number): Datetime | undefined {
  let low = 0;
  for (let high = datetimes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((datetimes[middle] as Datetime).from < from) low = middle + 1;
    else high = middle;
  }
  const first = datetimes[low];
  return first === undefined || first.end > to ? undefined : first;
}

/** Returns the first date in an attribute from the end of the text before a part, and the block that it is in or before. */
export function datetimeOfPart(
  page: ParsedPage,
  { blocks, previous }: Part,
  datetimeWithin: DatetimeReader,
): { block: Block; date: string } | undefined {
  const last = blocks.at(-1);
  const from = previous === undefined ? 0 : endOfText(page, previous);
  const found = last && datetimeWithin(from, endOfText(page, last));
  const block = found && blocks.find((one) => endOfText(page, one) >= found.end);
  return block && { block, date: found.date };
}

/** Dates in attributes of a page by their position in the source: `datetime`, `data-timestamp` and the like, and titles with a time. */
import { RUN_SIZE } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import type { Part } from './repeated-parts.ts';

/** A date in an attribute. `from` and `end`: its position in the source. */
type Datetime = { from: number; end: number; date: string };

/** Returns the first date within a range of the source, or undefined. */
export type DatetimeReader = (from: number, to: number) => Datetime | undefined;

/** Attributes with a date; a title only with a time. */
const DATETIME =
  /\s(?:(?:datetime|data-(?:time|timestamp|date))\s*=\s*["']?|title\s*=\s*["']?(?=\d{4}-\d\d-\d\d[T ]\d\d:))([^"'>]{8,40})/gi;
/** Seconds or milliseconds since 1970, from 2001 to 2033. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
/** Number of digits of seconds since 1970. */
const SECONDS_LENGTH = 10;

/** Creates the reader of a page. It searches the source when it is first called. */
export function newDatetimeReader(html: string): DatetimeReader {
  let datetimes: readonly Datetime[] | undefined;
  return (from, to) => {
    datetimes ??= findDatetimes(html);
    return firstWithin(datetimes, from, to);
  };
}

function findDatetimes(html: string): Datetime[] {
  return [...html.matchAll(DATETIME)].flatMap(({ index, 0: { length }, 1: value = '' }) => {
    const date = dateOf(value.trim());
    return date === null ? [] : [{ from: index, end: index + length, date }];
  });
}

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

/** Returns the position in the source of a run's start, and of the end of the text of a block. */
export const startOfRun = ({ runs }: ParsedPage, run: number): number => runs[run * RUN_SIZE] ?? 0;
export const endOfText = ({ runs }: ParsedPage, { lastRun }: Block): number => runs[(lastRun - 1) * RUN_SIZE + 1] ?? 0;

/** Date parsers for a page. */
import { DAY_MS } from '../../../text/time-units.ts';
import { DIGITS, STATS_PER_BLOCK } from '../../html/char-stats.ts';
import { ASIDE, THIRD_PARTY, USER_CONTENT } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { normalizeDate } from './normalize-date.ts';
import { hasSolarDates, withGregorianDates } from './solar-hijri.ts';
import { findDate, findDateInUrl } from './visible-date.ts';

/** Length of `YYYY-MM-DD`. */
export const DAY_LENGTH = 10;

/** Returns the start of the day of a date in ISO 8601, epoch ms. `NaN` if there is none. */
export const dayTime = (date: string): number => Date.parse(date.slice(0, DAY_LENGTH));

/** Returns the date in a text, or null. `isLabelled`: as for `findDate`. */
export type DateParser = (text: string, isLabelled?: boolean) => string | null;

/**
 * Returns the date parser of a page. Other dates of the page decide between `3/4` as March and as April: beside `3/14` it is March. Without one,
 * the `datetime` of a `time` element with such a text decides, and without that the language and country of the page. Persian pages have dates of the
 * Solar Hijri calendar.
 */
export function dateParserFor(page: ParsedPage, url: string): DateParser {
  let order: boolean | undefined;
  const isMonthFirst = (): boolean => {
    order ??= orderOnPage(page) ?? orderOfTimes(page) ?? isAmerican(page, url);
    return order;
  };
  const read: DateParser = (text, isLabelled) => normalizeDate(text) ?? findDate(text, isMonthFirst, isLabelled);
  if (!hasSolarDates(page.language?.trim() ?? '')) return read;
  return (text, isLabelled) => read(withGregorianDates(text), isLabelled);
}

/**
 * Returns whether the numeric dates of a page with a number above 12 begin with the month; undefined if none has one or they differ. Asides do
 * not count. If the own text has no such date, the times of comments and posts count, but not their text: readers write as in their own countries.
 */
function orderOnPage(page: ParsedPage): boolean | undefined {
  const own = orderIn(page, ({ roles }) => (roles & (ASIDE | THIRD_PARTY | USER_CONTENT)) === 0);
  if (own !== undefined) return own ?? undefined;
  const times = orderIn(
    page,
    ({ roles, text }) => (roles & (ASIDE | THIRD_PARTY)) === 0 && text.length <= MAX_TIME_LINE,
  );
  return times ?? undefined;
}

/** @returns null if dates differ, undefined if there is none */
function orderIn({ blocks, charStats }: ParsedPage, counts: (block: Block) => boolean): boolean | null | undefined {
  let order: boolean | undefined;
  const count = Math.min(blocks.length, MAX_BLOCKS);
  for (let i = 0; i < count; i++) {
    if ((charStats[i * STATS_PER_BLOCK + DIGITS] as number) < MIN_DIGITS) continue;
    const block = blocks[i] as Block;
    if (!counts(block)) continue;
    for (const { groups } of block.text.slice(0, MAX_TEXT).matchAll(NUMERIC)) {
      const [first, second] = [Number(groups?.['first']), Number(groups?.['second'])];
      const isSecondDay = second > 12;
      if (first > 12 === isSecondDay || Math.max(first, second) > 31) continue;
      if (order !== undefined && order !== isSecondDay) return null;
      order = isSecondDay;
    }
  }
  return order;
}

/** Returns whether the first numeric date beside a `datetime` of the same day begins with the month; undefined if there is none. */
function orderOfTimes({ blocks, times, timeBlocks }: ParsedPage): boolean | undefined {
  for (let i = 0; i < times.length && i < MAX_TIMES; i++) {
    const [, month, day] = ISO_DAY.exec(times[i] as string) ?? [];
    const text = blocks[timeBlocks[i] as number]?.text.slice(0, MAX_TEXT);
    if (text === undefined || month === undefined || month === day) continue;
    for (const { groups } of text.matchAll(NUMERIC)) {
      const shown = [Number(groups?.['first']), Number(groups?.['second'])].join();
      if (shown === [Number(month), Number(day)].join()) return true;
      if (shown === [Number(day), Number(month)].join()) return false;
    }
  }
  return orderOfOtherTimes(times.slice(0, MAX_TIMES));
}

/** Returns whether a numeric `datetime` begins with the month, if another one has the same day in ISO 8601; otherwise undefined. */
function orderOfOtherTimes(times: readonly string[]): boolean | undefined {
  const days = new Set(times.map((time) => ISO_DAY.exec(time)?.[0].trim()));
  for (const time of times)
    for (const { groups } of time.matchAll(NUMERIC)) {
      const { first = '', second = '', year } = groups ?? {};
      const [a, b] = [first.padStart(2, '0'), second.padStart(2, '0')];
      const isMonthFirst = days.has(`${year}-${a}-${b}`);
      if (isMonthFirst !== days.has(`${year}-${b}-${a}`)) return isMonthFirst;
    }
  return undefined;
}

/** Maximum number of `time` elements that are compared with their texts. */
const MAX_TIMES = 100;
const ISO_DAY = /^\s*\d{4}-(\d\d)-(\d\d)/;
/** Maximum number of blocks, and of UTF-16 units of a block, that are searched for dates. */
const MAX_BLOCKS = 1_000;
const MAX_TEXT = 300;
/** Maximum length of the line with the time of a comment, in UTF-16 units. */
const MAX_TIME_LINE = 40;
/** Minimum number of digits of a numeric date with a full year. */
const MIN_DIGITS = 6;
/** A date whose order differs between countries: `3/14/2024`, `14-03-2024`. With dots, the day is first. */
const NUMERIC =
  /(?<![\d./-])(?<first>\d{1,2})(?<separator>[/-])(?<second>\d{1,2})\k<separator>(?<year>(?:19|20)\d\d)(?![\d/-])/g;

function isAmerican(page: ParsedPage, url: string): boolean {
  const american = /^en(?:[-_]us)?$/i.test(page.language?.trim() ?? '');
  // Pages of other countries often declare just `en`.
  const locale = american ? page.metas.find(({ name }) => name === 'og:locale')?.content : undefined;
  return american && !OTHER_ENGLISH.test(locale ?? '') && !/\.(?:uk|au|nz|in|ie|za|sg|hk)(?:[/:]|$)/.test(url);
}

/** A locale of English outside of the United States, such as `en_GB`. */
const OTHER_ENGLISH = /^en[-_](?!us)/i;

/** Parses the date in a URL. Eight digits may be an id, so without a response time the page must mention their year. */
export function urlDateParser({ html }: ParsedPage, sentAt: number | undefined): DateParser {
  return (url) => {
    const date = findDateInUrl(url);
    const [year = '', month, day] = date?.split('-') ?? [];
    const isNumber = url.includes(`${year}${month}${day}`) || url.includes(`${day}${month}${year}`);
    return sentAt === undefined && isNumber && !html.includes(year) ? null : date;
  };
}

/** Returns the month in the folders of a URL, such as `2019-11` for `/2019/11/name`, where publishing systems put it; undefined if there is none. */
export function monthInUrl(url: string): string | undefined {
  const { year, month = '' } = MONTH_FOLDERS.exec(url.replace(/[?#].*/s, ''))?.groups ?? {};
  return year === undefined ? undefined : `${year}-${month.padStart(2, '0')}`;
}

/**
 * A year, a month and something else as folders. After some folders the second number is that of an act, an issue, a round or a version, or the
 * month of an event: `/ukpga/2003/11/section/4`, `/events/2024/10/concert`.
 */
const MONTH_FOLDERS =
  /(?<!\/(?:eli|acts?|laws?|legislation|statutes?|ukpga|uksi|asp|ssi|asc|wsi|nisr|nia|vol(?:umes?)?|issues?|weeks?|rounds?|seasons?|games?|matches|races?|docs?|versions?|events?|event-calendar|calendar|agenda|termine|veranstaltung(?:en)?))\/(?<year>(?:19[89]|20[0-4])\d)\/(?<month>0?[1-9]|1[0-2])\/[^/]/i;

/**
 * Rejects dates outside of a month: they are those of what a text is about, or of other pages. The days beside the month are in it in another
 * time zone.
 *
 * @param month `YYYY-MM`
 */
export function rejectOtherMonths(read: DateParser, month: string): DateParser {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const first = Date.UTC(year, number - 1) - DAY_MS;
  const last = Date.UTC(year, number);
  return (text, isLabelled) => {
    const date = read(text, isLabelled);
    const time = dayTime(date ?? '');
    return time < first || time > last ? null : date;
  };
}

/** Rejects dates outside of a year or a month. @param period `YYYY` or `YYYY-MM` */
export function rejectOtherPeriods(read: DateParser, period: string): DateParser {
  return (text, isLabelled) => {
    const date = read(text, isLabelled);
    return date?.startsWith(period) ? date : null;
  };
}

/** Rejects dates after the day that follows the response: they belong to events or are mistakes. */
export function rejectFuture(read: DateParser, sentAt: number | undefined): DateParser {
  if (sentAt === undefined) return read;
  const latest = new Date(sentAt + DAY_MS).toISOString().slice(0, 10);
  return (text, isLabelled) => {
    const date = read(text, isLabelled);
    return date === null || date.slice(0, latest.length) > latest ? null : date;
  };
}

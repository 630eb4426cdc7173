/**
 * Detects crawler traps by their URL: endless calendars, faceted lists and loops of relative links. The page budget of the host
 * bounds traps that this misses.
 */
import type { Reason } from './reason.ts';
import { originOf, type Url } from './url.ts';

/** Returns the index of the `?`, or the length of a URL without a query. */
export function endOfPath(url: Url): number {
  const mark = url.indexOf('?');
  return mark < 0 ? url.length : mark;
}

function segmentsOf(url: Url): string[] {
  return url.slice(originOf(url).length + 1, endOfPath(url)).split('/');
}

function parametersOf(url: Url): string[] {
  const mark = url.indexOf('?');
  return mark < 0 ? [] : url.slice(mark + 1).split('&');
}

/** Number of query parameters from which a URL is refused: such URLs are form results or faceted lists, rarely pages. */
const TOO_MANY_PARAMETERS = 8;

/** Returns the reason to refuse a URL with so many query parameters. */
export function tooManyParameters(url: Url): Reason | undefined {
  let count = 1;
  for (let at = url.indexOf('?'); at >= 0; at = url.indexOf('&', at + 1))
    if (count++ > TOO_MANY_PARAMETERS - 1) return 'query-parameters';
  return undefined;
}

/** Number of equal path segments that occurs only in a loop of relative links. */
const LOOP_REPEATS = 3;

/** Returns the reason to refuse a URL whose path repeats a segment, as relative links that lead into themselves do. */
export function repeatedSegment(url: Url): Reason | undefined {
  const segments = segmentsOf(url);
  if (segments.length < LOOP_REPEATS) return undefined;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count >= LOOP_REPEATS && segment !== '') return 'repeated-segment';
    counts.set(segment, count);
  }
  return undefined;
}

/** Returns the reason to refuse a URL with more than `maxPathDepth` directories in its path. The last segment is no directory. */
export function deepPath(url: Url, maxPathDepth: number): Reason | undefined {
  let directories = -1;
  const end = endOfPath(url);
  for (let i = originOf(url).length; i < end; i++) if (url.charCodeAt(i) === 0x2f) directories++;
  return directories > maxPathDepth ? 'path-depth' : undefined;
}

/**
 * Maximum depth of a calendar page, in links from the nearest seed. It covers the first page, a year in each direction and the
 * entries of such a page.
 */
const MAX_CALENDAR_DEPTH = 4;
/** Plausible years of a calendar page. */
const PLAUSIBLE_YEARS = { from: 1970, to: 2099 };
/** Range of four-digit numbers that are years where nothing else is a date. Others are ids, as in `/events/4711`. */
const LONE_YEARS = { from: 1900, to: 2199 };

const CALENDAR_WORD =
  /(?:^|[-_.])(?:calendar|kalender|calendario|calendrier|agenda|events?|eventos?|eventi|evenements?|evenementen|evenemang|veranstaltung(?:en)?|what-?s-on|termine|ical|cal|schedule|diary)(?:[-_.]|$)/i;
/** An archive ends at its first issue, so its depth is no sign of a trap. */
const ARCHIVE_WORD = /(?:^|[-_.])archive[sd]?(?:[-_.]|$)/i;
const DATE_NAME =
  /^(?:[a-z]{1,12}[-_.]){0,3}(?:event|cal)?(?:year|month|day|week|date|jahr|monat|tag|datum|ano|mes|annee|mois|yyyy|mm|dd)(?:id)?$/i;
const DATE_VALUE = /^(?:\d{1,2}|\d{4}(?:[-_.]?\d{1,2}){0,2}|\d{1,2}[-.]\d{1,2}[-.]\d{4}|[a-z]{3,9}[-_]?\d{0,4})$/i;
/**
 * A date as the last segment of a path: a part of one, year and month with or without a day, or a week. Without separators the year is
 * of the 20th or 21st century, as other numbers of six or eight digits are ids.
 */
const LAST_DATE =
  /^(?:\d{1,4}|\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?|\d{4}[-_.]?w\d{1,2})$/i;
/** Extension of a page. Documents such as `agenda/2024/05.pdf` are no calendar pages. */
const PAGE_EXTENSION = /\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfm|do)$/i;
const YEAR = /^(\d{4})(?:[-_.]?(?:w\d{1,2}|(?:0?[1-9]|1[0-2])(?:[-_.]?\d{1,2})?))?$/i;

/**
 * Detects a calendar page by its URL: a date at the end of the path or in the query, with a calendar word or date parameters.
 * An article below a date is not a calendar page.
 *
 * @param depth links from the nearest seed.
 */
export function calendarTrap(url: Url, depth: number): Reason | undefined {
  const found = findCalendar(url);
  if (found === undefined) return undefined;
  const { year, isArchive } = found;
  const isImplausible = year !== null && !isWithin(year, PLAUSIBLE_YEARS);
  return isImplausible || (depth > MAX_CALENDAR_DEPTH && !isArchive) ? 'calendar' : undefined;
}

/** `year`: null if the URL has none. `isArchive`: whether it is a page of past issues. */
type CalendarPage = { year: number | null; isArchive: boolean };

/** Returns the calendar page that a URL names, or undefined if it names none. */
function findCalendar(url: Url): CalendarPage | undefined {
  if (!url.includes('?') && !endsWithNumber(url)) return undefined;
  const segments = segmentsOf(url).filter((segment) => segment !== '');
  const parameters = parametersOf(url).map((parameter) => parameter.split('=', 2) as [string, string?]);
  const dates = parameters.filter(([name, value = '']) => DATE_NAME.test(name) && DATE_VALUE.test(value));
  const isCalendar = segments.some((segment) => CALENDAR_WORD.test(segment));
  const isArchive = !isCalendar && segments.some((segment) => ARCHIVE_WORD.test(segment));
  const isNamed = isCalendar || isArchive;
  if (dates.length >= 2 || (dates.length > 0 && isNamed))
    return { year: yearIn(dates.map(([, value = '']) => value)) ?? null, isArchive };
  if (!isNamed) return undefined;
  const last = segments.at(-1)?.replace(PAGE_EXTENSION, '');
  if (last === undefined || !LAST_DATE.test(last)) return undefined;
  const year = yearIn(segments.slice(0, -1)) ?? yearOfLast(last);
  if (year !== undefined) return { year, isArchive };
  return DATE_NAME.test(segments.at(-2) ?? '') ? { year: null, isArchive } : undefined;
}

/** Returns whether the last segment of a URL without a query ends with a digit, with or without an extension. */
function endsWithNumber(url: Url): boolean {
  let last = url.length - 1 - (PAGE_EXTENSION.exec(url)?.[0].length ?? 0);
  while (url.charCodeAt(last) === 0x2f) last--;
  const code = url.charCodeAt(last);
  return code >= 0x30 && code <= 0x39;
}

const isWithin = (year: number, { from, to }: { from: number; to: number }): boolean => year >= from && year <= to;

/** Returns the year of the last segment of a path in which no other segment is one; undefined if it is none. */
function yearOfLast(last: string): number | undefined {
  const year = yearIn([last]);
  return last.length > 4 || (year !== undefined && isWithin(year, LONE_YEARS)) ? year : undefined;
}

/** Returns the first text that is a year. */
function yearIn(texts: readonly string[]): number | undefined {
  for (const text of texts) {
    const year = YEAR.exec(text)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}

/** Number of filter properties from which a faceted list is refused. */
const TOO_MANY_FACETS = 3;
const FACET_NAME =
  /^(?:filters?|facets?|refine(?:ments?)?|attr(?:ibutes?)?|fq|f|nav|prefn|prefv|pf_[a-z_]+)(?:[[_.%].*|\d+)?$/i;

/** Detects faceted lists: parameters named like facets, or one name with many values (`color=red&color=blue&color=green`). */
export function facetTrap(url: Url): Reason | undefined {
  const parameters = parametersOf(url);
  if (parameters.length < TOO_MANY_FACETS) return undefined;
  let named = 0;
  const counts = new Map<string, number>();
  for (const parameter of parameters) {
    const name = parameter.split('=', 1)[0]!.replace(/(?:\[\d*\]|%5B\d*%5D)$/i, '');
    if (FACET_NAME.test(name)) named++;
    const count = (counts.get(name) ?? 0) + 1;
    if (named >= TOO_MANY_FACETS || count >= TOO_MANY_FACETS) return 'facets';
    counts.set(name, count);
  }
  return undefined;
}

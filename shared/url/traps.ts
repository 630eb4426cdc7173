/**
 * Addresses of which a site can make as many as it likes: calendars without end, lists narrowed down once more, links that
 * lead round in a circle. Judged by the address alone; what looks like none of them is bounded by the host's budget.
 */
import type { Reason } from './reason.ts';
import { originOf, type Url } from './url.ts';

/** Of the path and what precedes it, without the query. */
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

/** Eight parameters or more: hardly ever a page, mostly a form's answer or a list narrowed down once more. */
const MANY_PARAMETERS = 8;

export function tooManyParameters(url: Url): Reason | undefined {
  let count = 1;
  for (let at = url.indexOf('?'); at >= 0; at = url.indexOf('&', at + 1))
    if (count++ > MANY_PARAMETERS - 1) return 'query-parameters';
  return undefined;
}

/** As often as this a segment comes only where relative links lead round in a circle. */
const REPEATED = 3;

export function repeatedSegment(url: Url): Reason | undefined {
  const segments = segmentsOf(url);
  if (segments.length < REPEATED) return undefined;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count >= REPEATED && segment !== '') return 'repeated-segment';
    counts.set(segment, count);
  }
  return undefined;
}

export function deepPath(url: Url, maxPathDepth: number): Reason | undefined {
  let directories = -1;
  const end = endOfPath(url);
  for (let i = originOf(url).length; i < end; i++) if (url.charCodeAt(i) === 0x2f) directories++;
  return directories > maxPathDepth ? 'path-depth' : undefined;
}

/** So many links into a calendar: its first page, a year either way, and what a page of it shows. Links from the nearest seed. */
const CALENDAR_DEPTH = 4;
/** Before any of these nobody kept a calendar on the web, and after them none is worth reading. */
const YEARS = { from: 1970, to: 2099 };

const CALENDAR_WORD =
  /(?:^|[-_.])(?:calendar|kalender|calendario|calendrier|agenda|events?|termine|ical|cal|schedule|diary|archive[sd]?)(?:[-_.]|$)/i;
const DATE_NAME =
  /^(?:[a-z]{1,12}[-_.]){0,3}(?:event|cal)?(?:year|month|day|week|date|jahr|monat|tag|datum|ano|mes|annee|mois|yyyy|mm|dd)(?:id)?$/i;
const DATE_VALUE = /^(?:\d{1,2}|\d{4}(?:[-_.]?\d{1,2}){0,2}|\d{1,2}[-.]\d{1,2}[-.]\d{4}|[a-z]{3,9}[-_]?\d{0,4})$/i;
const YEAR = /^(\d{4})(?:[-_.]?(?:0?[1-9]|1[0-2])(?:[-_.]?\d{1,2})?)?$/;

/**
 * A view of a calendar by its address: a date at the end of the path, or in the query, with a word for calendars or names of
 * dates. An article below a date is none.
 *
 * @param depth links from the nearest seed.
 */
export function calendarTrap(url: Url, depth: number): Reason | undefined {
  const year = dateOf(url);
  if (year === undefined) return undefined;
  const isFar = year !== null && (year < YEARS.from || year > YEARS.to);
  return isFar || depth > CALENDAR_DEPTH ? 'calendar' : undefined;
}

/** @returns the year of a view of a calendar; null: one without a year; undefined: no such view. */
function dateOf(url: Url): number | null | undefined {
  const segments = segmentsOf(url).filter((segment) => segment !== '');
  const parameters = parametersOf(url).map((parameter) => parameter.split('=', 2) as [string, string?]);
  const dates = parameters.filter(([name, value = '']) => DATE_NAME.test(name) && DATE_VALUE.test(value));
  const isNamed = segments.some((segment) => CALENDAR_WORD.test(segment));
  if (dates.length >= 2 || (dates.length > 0 && isNamed)) return yearIn(dates.map(([, value = '']) => value)) ?? null;
  if (!isNamed) return undefined;
  const last = segments.at(-1);
  if (last === undefined || !/^\d{1,4}$|^\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?$/.test(last)) return undefined;
  return yearIn(segments) ?? (DATE_NAME.test(segments.at(-2) ?? '') ? null : undefined);
}

/** The first that is meant as one. */
function yearIn(texts: readonly string[]): number | undefined {
  for (const text of texts) {
    const year = YEAR.exec(text)?.[1];
    if (year !== undefined) return Number(year);
  }
  return undefined;
}

/** Lists that are narrowed down by so many properties are what a shop can show, and no page. */
const FACETS = 3;
const FACET_NAME =
  /^(?:filters?|facets?|refine(?:ments?)?|attr(?:ibutes?)?|fq|f|nav|prefn|prefv|pf_[a-z_]+)(?:[[_.%].*|\d+)?$/i;

/** Parameters named like facets, or the same name with ever more values (`color=red&color=blue&color=green`). */
export function facetTrap(url: Url): Reason | undefined {
  const parameters = parametersOf(url);
  if (parameters.length < FACETS) return undefined;
  let named = 0;
  const counts = new Map<string, number>();
  for (const parameter of parameters) {
    const name = parameter.split('=', 1)[0]!.replace(/(?:\[\d*\]|%5B\d*%5D)$/i, '');
    if (FACET_NAME.test(name)) named++;
    const count = (counts.get(name) ?? 0) + 1;
    if (named >= FACETS || count >= FACETS) return 'facets';
    counts.set(name, count);
  }
  return undefined;
}

/** Finds the dates that a page declares: in JSON-LD, meta elements and properties of elements. */
import type { Genre } from '../../document-fields.ts';
import type { ParsedPage, PropertyName } from '../../html/parsed-page.ts';
import type { JsonLdArticle } from '../json-ld.ts';
import type { Metadata, SourcedValue } from '../metadata.ts';
import { type DateParser, dayTime } from './date-parser.ts';
import { monthAlone } from './shown-month.ts';

/** Names of meta elements with the date of publication, most reliable first. */
const PUBLISHED_META = [
  ...['article:published_time', 'article:published', 'datepublished', 'citation_publication_date', 'citation_date'],
  ...['citation_online_date', 'dcterms.issued', 'dcterms.created', 'dc.date.issued', 'dc.date.created'],
  ...['og:published_time', 'pubdate', 'publishdate', 'publish_date', 'parsely-pub-date', 'sailthru.date'],
  ...['cxenseparse:recs:publishtime', 'publication_date', 'published', 'release_date', 'date.published', 'dc.created'],
  'ms.date',
];
/** Names that may also mean the last change or the day of the response. */
const AMBIGUOUS_META = ['dc.date', 'dcterms.date', 'date', 'datecreated', 'created', 'pub_date', 'dc.terms.date'];
const MODIFIED_META = [
  ...['article:modified_time', 'article:modified', 'datemodified', 'og:updated_time', 'dcterms.modified'],
  ...['dc.date.modified', 'last-modified', 'lastmod', 'last_modified', 'revised', 'updated', 'date.updated'],
];

/** Names of meta elements in which catalogues and journals often write the year or the month alone, most reliable first. */
const PERIOD_META = [
  ...['citation_publication_date', 'citation_date', 'citation_year', 'prism.publicationdate', 'dcterms.issued'],
  ...['dc.date.issued', 'dc.date', 'dcterms.date', 'dcterms.created', 'dc.date.created'],
];
/** A year alone, also as catalogues write one that they have inferred or found beside a copyright sign: `[2005]`, `c2005`. */
const YEAR = /^\s*[[(]?[c©]?(?<year>\d{4})(?:[-/]00){0,2}[\])?.]{0,2}\s*$/u;
/** A month in figures: `2024/05`, `05/2024`. */
const MONTH =
  /^\s*(?:(?<year>\d{4})\/(?<month>0?[1-9]|1[0-2])(?:\/00)?|(?<second>0?[1-9]|1[0-2])[-/](?<yearBehind>\d{4}))\s*$/;
/** A word and a year, such as `Spring 2018`. */
const SEASON = /^\s*\p{L}{3,12}[.,]?\s(?<year>\d{4})\s*$/u;

/**
 * Returns the year (`YYYY`) or month (`YYYY-MM`) of publication that a page declares without a day, or null.
 *
 * @param read rejects dates of the future
 */
export function declaredPeriod(metadata: Metadata, article: JsonLdArticle, read: DateParser): SourcedValue | null {
  const readPeriod: DateParser = (text) => {
    const period = periodIn(text, read);
    return period === null || read(period.padEnd('YYYY-MM'.length, '-01')) === null ? null : period;
  };
  return firstMeta(metadata, PERIOD_META, readPeriod) ?? firstDate('json-ld', article.dates, readPeriod);
}

function periodIn(text: string, read: DateParser): string | null {
  const { year, month, second, yearBehind } = (YEAR.exec(text) ?? MONTH.exec(text))?.groups ?? {};
  const figures = month ?? second;
  if (figures !== undefined) return `${year ?? yearBehind}-${figures.padStart(2, '0')}`;
  if (year !== undefined) return year;
  return monthAlone(text, read) ?? SEASON.exec(text)?.groups?.['year'] ?? null;
}

/**
 * Returns the declared date of publication, or null.
 *
 * @param genre genre of the page, if it is known: microdata of a thread are those of its posts, and the first is that of the page
 */
export function declaredDate(
  page: ParsedPage,
  metadata: Metadata,
  article: JsonLdArticle,
  read: DateParser,
  genre: Genre | undefined,
): SourcedValue | null {
  return (
    firstDate('json-ld', article.dates, read) ??
    firstMeta(metadata, PUBLISHED_META, read) ??
    (genre !== 'forum' && hasDatedCards(page) ? ambiguousDate(metadata, read) : null) ??
    firstProperty(page, 'published', read)
  );
}

/** Returns the declared date of the last change, or null. @param readProperty parser of the properties of elements, whose order of day and month may be that of the page */
export function declaredChange(
  page: ParsedPage,
  metadata: Metadata,
  article: JsonLdArticle,
  read: DateParser,
  readProperty: DateParser,
): SourcedValue | null {
  return (
    firstDate('json-ld', article.modified, read) ??
    changeInMeta(metadata, read) ??
    firstProperty(page, 'modified', readProperty)
  );
}

/** Returns the date of meta elements that may mean the day of publication, of the last change or of the response; null if there is none. */
export const ambiguousDate = (metadata: Metadata, read: DateParser): SourcedValue | null =>
  firstMeta(metadata, AMBIGUOUS_META, read);

/** Returns the date of the last change that meta elements declare, or null. */
export const changeInMeta = (metadata: Metadata, read: DateParser): SourcedValue | null =>
  firstMeta(metadata, MODIFIED_META, read);

/** Returns the first date of texts, or null. @param source what `source` of the result is */
export function firstDate(source: string, texts: readonly string[], read: DateParser): SourcedValue | null {
  for (const text of texts) {
    const value = read(text);
    if (value !== null) return { value, source };
  }
  return null;
}

function firstMeta(metadata: Metadata, names: readonly string[], read: DateParser): SourcedValue | null {
  for (const name of names) {
    const found = firstDate(`meta ${name}`, metadata[name] ?? [], read);
    if (found !== null) return found;
  }
  return null;
}

function firstProperty(page: ParsedPage, wanted: PropertyName, read: DateParser): SourcedValue | null {
  for (const { name, value, source } of page.properties) {
    const date = name === wanted ? read(value) : null;
    if (date !== null) return { value: date, source };
  }
  return null;
}

/**
 * Returns whether microdata give so many different days of publication that most are those of other pages or of comments. The first of them
 * is that of the page only if nothing else declares one.
 */
function hasDatedCards({ properties }: ParsedPage): boolean {
  const days = properties.flatMap(({ name, value }) => (name === 'published' ? [value] : []));
  return new Set(days).size >= MIN_CARD_DATES;
}

/** Number of different days from which dates belong to cards and not to the page. */
const MIN_CARD_DATES = 3;

/** Non-standard names of meta elements with a date of publication. */
const CUSTOM_PUBLISHED_META =
  /^(?:[\w-]+[.:_-])?(?:article|content|page|post|story|news)?[._-]?pub(?:lish(?:ed|ing)?|lication)?[._:-]?(?:date|time|datetime|date_?time|at|on)$/;

/**
 * Returns the earliest date of elements with such names, or null: some systems also declare when they last published the page again. The start of
 * the epoch is an empty field.
 */
export function earliestCustomMeta(metadata: Metadata, read: DateParser): SourcedValue | null {
  let earliest: SourcedValue | null = null;
  for (const name in metadata) {
    const isOwn = name.includes('pub') && CUSTOM_PUBLISHED_META.test(name);
    const found = isOwn ? firstDate(`meta ${name}`, metadata[name] ?? [], read) : null;
    if (found === null || dayTime(found.value) === 0) continue;
    if (earliest === null || dayTime(found.value) < dayTime(earliest.value)) earliest = found;
  }
  return earliest;
}

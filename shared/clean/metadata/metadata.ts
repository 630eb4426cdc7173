/** Fields of a document out of what the page says of itself. The field that cannot be found stays empty; nothing is guessed. */

import type { ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';

export type Metadata = Record<string, string[]>;

/** `source`: where it was said, such as `json-ld`, `meta author`, `heading`, `url`, `text`. */
export type SourcedValue = { value: string; source: string };

/** Values by name, both in the order of the page. Without a prototype: a page may name an element `__proto__`. */
export function gatherMetadata(metas: ParsedPage['metas']): Metadata {
  const metadata: Metadata = Object.create(null);
  for (const { name, content } of metas) {
    const values = metadata[name];
    if (values) values.push(content);
    else metadata[name] = [content];
  }
  return metadata;
}

/** Names in the order in which they are believed. */
const DESCRIPTION = ['description', 'og:description', 'dc.description', 'dcterms.abstract', 'twitter:description'];
const KEYWORDS = ['keywords', 'news_keywords', 'citation_keywords', 'article:tag', 'dc.subject', 'dcterms.subject'];

export function findDescription(metadata: Metadata): SourcedValue | null {
  return firstValue(metadata, DESCRIPTION);
}

/** Who brought it out: what JSON-LD or the page's own elements say, then names that were made for it; the name of the site is the weakest. */
const PUBLISHER = [
  'dc.publisher',
  'dcterms.publisher',
  'citation_publisher',
  'publisher',
  'article:publisher',
  'og:site_name',
];

export function findPublisher(
  metadata: Metadata,
  article: JsonLdArticle,
  { properties }: Pick<ParsedPage, 'properties'>,
): SourcedValue | null {
  if (article.publisher) return { value: article.publisher, source: 'json-ld' };
  const said = properties.find(({ name }) => name === 'publisher');
  if (said) return { value: said.value, source: said.source };
  return firstValue(metadata, PUBLISHER, (value) => !/^https?:/i.test(value));
}

const MAX_KEYWORDS = 200;

/** All that any of the names has, each once; `source` is the first of them. */
export function findKeywords(metadata: Metadata): { value: string[]; source: string } | null {
  const found = new Set<string>();
  let source: string | undefined;
  for (const name of KEYWORDS)
    for (const value of metadata[name] ?? [])
      for (const word of value.split(/[,;，；、]/)) {
        const keyword = word.trim();
        if (keyword === '' || found.size >= MAX_KEYWORDS) continue;
        found.add(keyword);
        source ??= `meta ${name}`;
      }
  return source === undefined ? null : { value: [...found], source };
}

function firstValue(
  metadata: Metadata,
  names: readonly string[],
  suits = (value: string) => value !== '',
): SourcedValue | null {
  for (const name of names) {
    const value = metadata[name]?.find((text) => text !== '' && suits(text));
    if (value !== undefined) return { value, source: `meta ${name}` };
  }
  return null;
}

const BEGINS_WITH_DIGIT = /^\d/;
const ISO = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?)?$/i;
const SLASHED = /^(\d{4})[/.](\d\d?)[/.](\d\d?)$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const COMPACT_ZONE = /^([+-]\d\d)(\d\d)$/;
/** RFC 5322, as in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`. Forms without a zone are left: they would be read as this machine's. */
const MAIL_DATE = /^(?:[a-z]{3},\s+)?((\d{1,2})\s+[a-z]{3}\s+\d{4})\s+\d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC?|Z|[+-]\d{4})$/i;

/** @returns the date in ISO 8601 (with the time where there is one), or null where it is none of the usual forms. */
export function normalizeDate(text: string): string | null {
  const trimmed = text.trim();
  // Lines of a page are asked too, and most of them are no date by length or by what they begin with.
  if (trimmed.length > 40 || !(BEGINS_WITH_DIGIT.test(trimmed) || trimmed.includes(':'))) return null;
  const iso = ISO.exec(trimmed);
  if (iso) {
    const [, year, month, day, time, zone = ''] = iso as unknown as string[];
    if (!isDay(year, month, day ?? '1') || !isTime(time, zone)) return null;
    return `${year}-${month}${day ? `-${day}` : ''}${time ? `T${time}${zone.toUpperCase().replace(COMPACT_ZONE, '$1:$2')}` : ''}`;
  }
  const numbers = SLASHED.exec(trimmed) ?? COMPACT.exec(trimmed);
  if (numbers) {
    const [, year, month, day] = numbers as unknown as string[];
    return isDay(year, month, day) ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : null;
  }
  const [, date, day] = MAIL_DATE.exec(trimmed) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(trimmed);
  // A day that its month does not have would be read as one of the next.
  const isReal = new Date(Date.parse(`${date} GMT`)).getUTCDate() === Number(day);
  return Number.isNaN(at) || !isReal ? null : new Date(at).toISOString();
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y >= 1000 && m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
}

/** @param time `hh:mm`, with seconds or without; undefined: none was said. @param zone `Z`, an offset, or ''. */
function isTime(time: string | undefined, zone: string): boolean {
  const [hour, minute, second = 0] = (time ?? '00:00').split(':').map(Number) as [number, number, number?];
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  const isZone = zone.length < 2 || (hours <= 14 && minutes < 60);
  // The second 60 is a leap second.
  return hour < 24 && minute < 60 && second < 61 && isZone;
}

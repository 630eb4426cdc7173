/** Fields of a document out of what the page says of itself. The field that cannot be found stays empty; nothing is guessed. */
import { fold } from './fold.ts';
import type { ParsedPage } from './parse-html.ts';

export type Metadata = Record<string, string[]>;

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
const AUTHOR = [
  ...['author', 'citation_author', 'dc.creator', 'dcterms.creator', 'article:author', 'parsely-author'],
  ...['sailthru.author', 'byl'],
];
const DATE = [
  ...['article:published_time', 'datepublished', 'citation_publication_date', 'citation_date', 'dcterms.issued'],
  ...['dcterms.created', 'dc.date.issued', 'dc.date', 'dcterms.date', 'pubdate', 'publishdate', 'publish_date'],
  ...['parsely-pub-date', 'sailthru.date', 'date'],
];
const TITLE = ['og:title', 'dc.title', 'dcterms.title', 'citation_title', 'twitter:title'];

export function titleOf({ title, headings }: ParsedPage, metadata: Metadata): string | null {
  return title ?? first(metadata, TITLE) ?? headings[0] ?? null;
}

export function descriptionOf(metadata: Metadata): string | null {
  return first(metadata, DESCRIPTION);
}

const MAX_KEYWORDS = 200;

export function keywordsOf(metadata: Metadata): string[] {
  const found = new Set<string>();
  for (const name of KEYWORDS)
    for (const value of metadata[name] ?? [])
      for (const word of value.split(/[,;]/)) {
        const keyword = word.trim();
        if (keyword !== '' && found.size < MAX_KEYWORDS) found.add(keyword);
      }
  return [...found];
}

/** Several authors are joined by `; `. A profile's address is no name. */
export function authorOf(metadata: Metadata, article: Article): string | null {
  for (const name of AUTHOR) {
    const names = (metadata[name] ?? []).filter((value) => value !== '' && !/^https?:/i.test(value));
    if (names.length > 0) return [...new Set(names)].join('; ');
  }
  return article.authors.length > 0 ? article.authors.join('; ') : null;
}

/** ISO 8601, or null. */
export function dateOf(metadata: Metadata, article: Article, times: readonly string[]): string | null {
  const said = [...DATE.flatMap((name) => metadata[name] ?? []), ...article.dates, ...times.slice(0, 1)];
  for (const text of said) {
    const date = isoDate(text);
    if (date !== null) return date;
  }
  return null;
}

function first(metadata: Metadata, names: readonly string[]): string | null {
  for (const name of names) {
    const value = metadata[name]?.find((text) => text !== '');
    if (value) return value;
  }
  return null;
}

const ISO = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?)?$/i;
const SLASHED = /^(\d{4})[/.](\d\d?)[/.](\d\d?)$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** RFC 5322, as in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`. Forms without a zone are left: they would be read as this machine's. */
const MAIL = /^(?:[a-z]{3},\s+)?\d{1,2}\s+[a-z]{3}\s+\d{4}\s+\d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC?|Z|[+-]\d{4})$/i;

/** @returns the date in ISO 8601 (with the time where there is one), or null where it is none of the usual forms. */
export function isoDate(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 40) return null;
  const iso = ISO.exec(trimmed);
  if (iso) {
    const [, year, month, day, time, zone = ''] = iso as unknown as string[];
    if (!isDay(year, month, day ?? '1')) return null;
    return `${year}-${month}${day ? `-${day}` : ''}${time ? `T${time}${zone.toUpperCase()}` : ''}`;
  }
  const numbers = SLASHED.exec(trimmed) ?? COMPACT.exec(trimmed);
  if (numbers) {
    const [, year, month, day] = numbers as unknown as string[];
    return isDay(year, month, day) ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : null;
  }
  const at = MAIL.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y >= 1000 && m >= 1 && m <= 12 && d >= 1 && d <= 31;
}

export type Article = { authors: string[]; dates: string[] };

/** Author and date of what a page describes in JSON-LD (schema.org): the first thing that has either. */
export function readJsonLd(texts: readonly string[]): Article {
  for (const text of texts) {
    if (!text.includes('"author"') && !text.includes('"datePublished"')) continue;
    const article = firstArticle(parsed(text));
    if (article) return article;
  }
  return { authors: [], dates: [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_THINGS = 1000;

/** Looks into lists and `@graph`, in their order. */
function firstArticle(root: unknown): Article | undefined {
  const things: unknown[] = [root];
  for (let i = 0; i < things.length && i < MAX_THINGS; i++) {
    const thing = things[i];
    if (Array.isArray(thing)) things.push(...thing.slice(0, MAX_THINGS));
    else if (isObject(thing)) {
      const authors = namesOf(thing['author']);
      const dates = typeof thing['datePublished'] === 'string' ? [thing['datePublished']] : [];
      if (authors.length > 0 || dates.length > 0) return { authors, dates };
      if (Array.isArray(thing['@graph'])) things.push(thing['@graph']);
    }
  }
  return undefined;
}

function namesOf(author: unknown): string[] {
  const names = (Array.isArray(author) ? author : [author]).map((one) => (isObject(one) ? one['name'] : one));
  const texts = names.filter((name): name is string => typeof name === 'string' && !/^https?:/i.test(name));
  return [...new Set(texts.map((name) => fold(name, false)).filter((name) => name !== ''))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Genre } from '../../shared/clean/document-fields.ts';
import type { DocumentType } from '../../shared/clean/document-type.ts';

/** Formats of numbers, dates, languages and URLs: English, with times in UTC, the same for every visitor. */

const counts = new Intl.NumberFormat('en');
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export const count = (n: number): string => counts.format(n);

/** Formats bytes with decimal units: 1 kB is 1000 bytes. */
export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
  return `${decimals.format(n)} ${units[i]}`;
}

export function duration(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${counts.format(Math.floor(s / 3600))} h ${Math.floor((s % 3600) / 60)} min`;
}

export const rate = (n: number, seconds: number): string => decimals.format(seconds > 0 ? n / seconds : 0);

/** `plural(1, 'page')` is `1 page`. */
export const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// Created once: creating a formatter costs more than the rest of a page of hits.
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const YEAR = inUtc({ year: 'numeric' });
const MONTH = inUtc({ year: 'numeric', month: 'short' });
const DAY = inUtc({ year: 'numeric', month: 'short', day: 'numeric' });
const MOMENT = inUtc({ dateStyle: 'long', timeStyle: 'short' });

/** Formats a date as precisely as it is known: a year, a month or a day. Returns undefined if it is not a date. */
export function day(iso: string | null): string | undefined {
  const parts = iso === null ? null : /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso);
  if (!parts) return undefined;
  const date = new Date(`${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  return (parts[3] ? DAY : parts[2] ? MONTH : YEAR).format(date);
}

export const moment = (epochMs: number): string => `${MOMENT.format(epochMs)} UTC`;

/** Returns the English name of a language, or undefined if the code is `und` or not a code. */
export function languageName(code: string): string | undefined {
  if (code === 'und' || !isLanguage(code)) return undefined;
  return languages.of(code);
}

export const isLanguage = (code: string): boolean => /^[a-z]{2,3}$/.test(code);

const TYPE_NAMES: Record<DocumentType, string> = {
  html: 'Web page',
  text: 'Text',
  markdown: 'Markdown',
  json: 'JSON',
  pdf: 'PDF',
  docx: 'Word',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  odt: 'OpenDocument text',
  ods: 'OpenDocument spreadsheet',
  odp: 'OpenDocument presentation',
  rtf: 'Rich text',
  epub: 'EPUB',
  latex: 'LaTeX',
  xml: 'XML',
  mail: 'Mail',
  image: 'Image',
  doc: 'Word 97–2003',
  xls: 'Excel 97–2003',
  ppt: 'PowerPoint 97–2003',
  ps: 'PostScript',
};

/** Returns the name of a document type; of any other value, the value itself. */
export const typeName = (type: string): string => (isDocumentType(type) ? TYPE_NAMES[type] : type);

const GENRE_NAMES: Record<Genre, string> = {
  article: 'Article',
  collection: 'Collection',
  documentation: 'Documentation',
  listing: 'Listing',
  home: 'Start page',
  forum: 'Forum',
  product: 'Product',
  service: 'Service',
  document: 'Document',
  search: 'Search results',
  error: 'Error page',
};

/** Returns the name of a genre; of any other value, the value itself. */
export const genreName = (genre: string): string => (isGenre(genre) ? GENRE_NAMES[genre] : genre);

const isGenre = (genre: string): genre is Genre => Object.hasOwn(GENRE_NAMES, genre);

const isDocumentType = (type: string): type is DocumentType => Object.hasOwn(TYPE_NAMES, type);

/** Returns a URL that is safe as a link, or undefined: only http and https are, never `javascript:` or `data:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

// Characters that reverse the text direction, are invisible or break the line, and marks that cover the lines around them.
const DECEPTIVE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}/u;

const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the title of a page, or its URL if the title has no visible character: a link without text cannot be clicked. */
export const visibleTitle = (title: string, url: string): string =>
  VISIBLE.test(title) ? title.trim() : readableUrl(url);

/** Returns a URL for people: without its scheme, and percent-decoded unless that would reveal deceptive characters. */
export function readableUrl(address: string): string {
  const short = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  try {
    const decoded = decodeURI(short);
    return DECEPTIVE.test(decoded) ? short : decoded;
  } catch {
    return short;
  }
}

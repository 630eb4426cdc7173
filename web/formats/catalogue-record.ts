import { mediaTypeOf } from '../../shared/clean/document-type.ts';
import { CITATION_FIELDS, type Citation } from '../../shared/clean/papers/citation.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';

/** What the formats of libraries (Dublin Core, MARCXML) are made of: an exported record, or a record of the index. */
export type CatalogueRecord = Pick<SearchRecord, 'id' | 'url' | 'author' | 'date' | 'language' | 'keywords'> & {
  title: string | null;
  /** All URLs with this text. */
  urls: readonly string[];
  description: string | null;
  publisher?: string | null;
  /** Media type, such as `text/html`. */
  mimeType: string;
  classes: readonly { class: string }[];
  about?: { licence?: string | null };
  citation?: Citation;
  /** ISO 8601. */
  fetchedAt: string;
};

/** Maximum number of URLs that a record lists. A crawler trap serves one text at thousands. */
const MAX_LISTED_URLS = 100;

/** Returns what the formats of libraries show of a record of the index: no text that its publisher withholds (`nosnippet`). */
export function catalogueRecord(record: SearchRecord): CatalogueRecord {
  const { id, url, title, author, date, language, keywords, description, type, classes, about, directives } = record;
  const others = Object.keys(record.urls).filter((other) => other !== url);
  return {
    ...{ id, url, author, date, language, keywords, classes },
    title: title === '' ? null : title,
    urls: [url, ...others.slice(0, MAX_LISTED_URLS - 1)],
    description: description === '' || directives?.includes('nosnippet') ? null : description,
    publisher: about?.['publisher'] ?? null,
    mimeType: mediaTypeOf(type),
    about: { licence: about?.['licence'] ?? null },
    citation: aboutCitation(about),
    fetchedAt: new Date(record.fetchedAt).toISOString(),
  };
}

/** Returns the citation that is stored with a record of the index. */
export const aboutCitation = (about: SearchRecord['about'] = {}): Citation =>
  Object.fromEntries(CITATION_FIELDS.flatMap((name) => (about[name] === undefined ? [] : [[name, about[name]]])));

/** Returns volume, issue and pages in the order of references: `12(3), 101-119`. Empty if none is known. */
export function partOfJournal({ volume, issue, pages }: Citation): string {
  const number = `${volume ?? ''}${issue === undefined ? '' : `(${issue})`}`;
  return [number, pages ?? ''].filter((part) => part !== '').join(', ');
}

/** Returns the first and the last page. Numbers of articles have a hyphen, too: `e-17`. */
export function pageRange(pages = ''): readonly [from: string, to: string | undefined] {
  const [, from = pages, to] = /^([^-]*\d[^-]*)-([^-]*\d[^-]*)$/.exec(pages) ?? [];
  return [from, to];
}

/** Returns the URL of a DOI. The characters `#` and `?` belong to some: `10.1002/(SICI)1:2<3::AID>3.0.CO;2-#`. */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed()).replace(/[#?]/g, encodeURIComponent)}`;

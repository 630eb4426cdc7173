import { mediaTypeOf } from '../../shared/clean/document-type.ts';
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
    fetchedAt: new Date(record.fetchedAt).toISOString(),
  };
}

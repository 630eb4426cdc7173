import type { AnnotationJson } from '../../shared/annotations/annotation-json.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { cachedUrl, type Entry, recordUrl } from '../formats/entry.ts';

/** A record as `/record/ID` shows it. Fields may be added, never renamed. */
export type PublicRecord = Pick<
  SearchRecord,
  'id' | 'url' | 'title' | 'host' | 'language' | 'type' | 'date' | 'author' | 'keywords' | 'classes' | 'score'
> &
  Pick<SearchRecord, 'genre' | 'about' | 'fields' | 'canonical' | 'alternates' | 'anchors' | 'truncated'> & {
    /** All URLs with this text, and when the crawl last saw it there. ISO 8601. */
    urls: { url: string; seenAt: string }[];
    fetchedAt: string;
    /** Empty if the publisher forbids to show text of the page (`nosnippet`). */
    headings: string[];
    description: string;
    /** The main text; null if the publisher forbids copies (`noarchive`) or text in results (`nosnippet`). */
    text: string | null;
    /** URL of this record. It names the crawl. */
    record: string;
    /** URL of the cached copy; null if the publisher forbids copies. */
    cached: string | null;
    /** Comments of people on the page, the oldest first. Absent: the server has none. */
    annotations?: AnnotationJson[];
  };

/** Returns what everybody may read of a record: not where it is stored, and no text that its publisher withholds. */
export function publicRecord(record: SearchRecord, origin: string, crawl: string): PublicRecord {
  const { id, url, title, host, language, type, date, author, keywords, classes, score } = record;
  const { genre, about, fields, canonical, alternates, anchors, truncated, directives = [] } = record;
  const hasText = !directives.includes('nosnippet');
  const hasCopy = !directives.includes('noarchive');
  return {
    ...{ id, url, title, host, language, type, date, author, keywords, classes, score },
    ...(genre !== undefined && { genre }),
    ...(about !== undefined && { about }),
    ...(fields !== undefined && { fields }),
    ...(canonical !== undefined && { canonical }),
    ...(alternates !== undefined && { alternates }),
    ...(anchors !== undefined && { anchors }),
    ...(truncated !== undefined && { truncated }),
    urls: Object.entries(record.urls).map(([one, at]) => ({ url: one, seenAt: new Date(at).toISOString() })),
    fetchedAt: new Date(record.fetchedAt).toISOString(),
    headings: hasText ? record.headings : [],
    description: hasText ? record.description : '',
    text: hasText && hasCopy ? record.text : null,
    record: recordUrl(origin, crawl, id),
    cached: hasCopy ? cachedUrl(origin, crawl, id) : null,
  };
}

/**
 * Returns a record as an entry of a list. Its description takes the place of the snippet.
 *
 * @param abstract description of the page, or the beginning of its text (`abstractOf`)
 */
export const entryOfRecord = (record: PublicRecord, abstract: string): Entry => {
  const { id, url, title, author, description, score, fetchedAt, host, language, type, date } = record;
  const { classes, keywords, about } = record;
  return {
    ...{ id, url, title, author, score, fetchedAt, host, language, type, date, classes, keywords },
    ...(about && { about }),
    snippet: description,
    abstract,
    record: record.record,
    cached: record.cached,
  };
};

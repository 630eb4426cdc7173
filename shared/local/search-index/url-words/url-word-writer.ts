import type { DatabaseSync } from 'node:sqlite';
import { BETWEEN_URLS, indexedUrl, MAX_INDEXED_URLS } from '../../../index/url-text.ts';
import { type CrawlTables, hasUrlWords } from '../sqlite-search-schema.ts';

/** Keeps the words of the URLs of each shown record. */
export type UrlWordWriter = {
  /** Returns the URLs of a record whose words are indexed; empty if it is not shown. Call it before and after a change. */
  urlsOf(n: number): string;
  /**
   * Writes the words of a record if its URLs have changed.
   *
   * @param before the URLs of the record before the change
   * @returns whether they have changed
   */
  update(n: number, before: string): boolean;
};

/** No URL has a blank. */
const SEPARATOR = ' ';

/** Returns a writer that does nothing if the index is of an earlier version. */
export function urlWordWriter(db: DatabaseSync, tables: CrawlTables): UrlWordWriter {
  if (!hasUrlWords(db, tables)) return { urlsOf: () => '', update: () => false };
  const { record, url, urls } = tables;
  const list = db.prepare(`SELECT group_concat(url, '${SEPARATOR}') AS list FROM (
    SELECT u.url FROM ${record} r JOIN ${url} u ON u.n = r.n WHERE r.n = ? AND r.shown IS NOT NULL AND u.live = 1
    ORDER BY u.first, length(u.url), u.url LIMIT ${MAX_INDEXED_URLS})`);
  const set = db.prepare(`INSERT OR REPLACE INTO ${urls.words} (rowid, url) VALUES (?, ?)`);
  const remove = db.prepare(`DELETE FROM ${urls.words} WHERE rowid = ?`);
  const urlsOf = (n: number) => (list.get(n) as { list: string | null }).list ?? '';

  return {
    urlsOf,
    update(n, before) {
      const now = urlsOf(n);
      if (now === before) return false;
      if (now === '') remove.run(n);
      else set.run(n, now.split(SEPARATOR).map(indexedUrl).join(BETWEEN_URLS));
      return true;
    },
  };
}

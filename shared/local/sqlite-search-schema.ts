import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

/** Names of a crawl's tables. */
export type CrawlTables = { record: string; url: string; words: string; near: string };

export function tablesOf(number: number): CrawlTables {
  return { record: `record_${number}`, url: `url_${number}`, words: `words_${number}`, near: `near_${number}` };
}

/**
 * `record`: a row for each id of which anything is known; `shown` is the URL that it is shown under, NULL when none has
 * it (any more): then there is nothing of it but the tombstones in `url`.
 *
 * `url`: first and last time that the URL was seen with that content, or the time it was left (`live` 0). `said` is what
 * its page says beside the text: all fields of the record that may differ between pages of one text.
 *
 * `near`: the keys by which texts that are nearly the same are found, and the same documents in other formats, of records
 * that are shown.
 *
 * `words`: the tokenizer only cuts at blanks, since it is given words of letters and digits in lower case. Nothing but
 * the inverted index is kept; places of words are, as BM25 needs the counts by column that come with them.
 */
function schemaOf({ record, url, words, near }: CrawlTables): string {
  return `
    CREATE TABLE IF NOT EXISTS ${record} (
      n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, shown TEXT, face TEXT, host TEXT, language TEXT, type TEXT, day TEXT,
      classes TEXT, fetched INTEGER, text TEXT);
    CREATE INDEX IF NOT EXISTS ${record}_newest ON ${record} (fetched DESC, id) WHERE shown IS NOT NULL;
    CREATE TABLE IF NOT EXISTS ${url} (
      n INTEGER NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, at INTEGER NOT NULL, live INTEGER NOT NULL,
      said_at INTEGER NOT NULL, said TEXT, PRIMARY KEY (n, url)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${url}_left ON ${url} (at) WHERE live = 0;
    CREATE TABLE IF NOT EXISTS ${near} (key INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE IF NOT EXISTS ${words} USING fts5(
      title, headings, text, content = '', contentless_delete = 1, tokenize = 'ascii')`;
}

/**
 * Words gathered before they are written as a segment, which then has to be merged with others: room for what one
 * object of pages brings, so that a transaction writes one (a sixth less work than with FTS5's own megabyte).
 */
const HASH_BYTES = 16 << 20;

/** @returns the number of the crawl's tables. Two connections that ask at once get the same. */
export function createCrawlTables(db: DatabaseSync, crawl: string): number {
  return inTransaction(db, () => {
    db.prepare('INSERT OR IGNORE INTO crawl (name) VALUES (?)').run(crawl);
    const { n } = db.prepare('SELECT n FROM crawl WHERE name = ?').get(crawl) as { n: number };
    const tables = tablesOf(n);
    db.exec(schemaOf(tables));
    db.exec(`INSERT INTO ${tables.words} (${tables.words}, rank) VALUES ('hashsize', ${HASH_BYTES})`);
    return n;
  });
}

import type { DatabaseSync } from 'node:sqlite';
import type { RecordChange, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { inTransaction } from './database.ts';
import { crawlReader } from './sqlite-search-reader.ts';
import { createCrawlTables } from './sqlite-search-schema.ts';
import { crawlWriter, type Words } from './sqlite-search-writer.ts';

/**
 * The search index in a file of SQLite, searched by FTS5 with BM25. Several connections may use one file.
 *
 * FTS5 is given words that are ready, joined by blanks, and keeps none of the text. Every crawl has tables of its own, so
 * that the rarity of a word is that in the crawl.
 *
 * @param analyze the words of a text (ISO 639-1 language, or `und`), joined by blanks: the analysis that the words of
 * queries come from too.
 */
export function sqliteSearchIndex(db: DatabaseSync, analyze: (text: string, language: string) => string): SearchIndex {
  db.exec('PRAGMA busy_timeout = 30000; CREATE TABLE IF NOT EXISTS crawl (n INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  const find = db.prepare('SELECT n FROM crawl WHERE name = ?');
  const numberOf = (crawl: string) => (find.get(crawl) as { n: number } | undefined)?.n;
  const readers = new Map<string, ReturnType<typeof crawlReader>>();
  const writers = new Map<string, ReturnType<typeof crawlWriter>>();

  /** @returns undefined when nothing was ever written for the crawl. */
  function readerOf(crawl: string) {
    let reader = readers.get(crawl);
    const number = reader ? undefined : numberOf(crawl);
    if (number !== undefined) {
      reader = crawlReader(db, number);
      readers.set(crawl, reader);
    }
    return reader;
  }

  function writerOf(crawl: string) {
    let writer = writers.get(crawl);
    if (!writer) {
      // Also where they are there: they may be of before a table was added.
      const number = createCrawlTables(db, crawl);
      writer = crawlWriter(db, number);
      writers.set(crawl, writer);
    }
    return writer;
  }

  const wordsOf = (record: SearchRecord): Words => ({
    title: analyze(record.title, record.language),
    headings: analyze(record.headings.join('\n'), record.language),
    text: analyze(record.text, record.language),
  });

  return {
    async write(crawl, changes) {
      if (changes.length === 0) return;
      const writer = writerOf(crawl);
      // The dear part is done before the file is closed to other writers; what it missed is made up for inside.
      const ready = new Map<string, Words>();
      for (const record of recordsOf(changes)) {
        if (!ready.has(record.id) && !writer.shows(record.id)) ready.set(record.id, wordsOf(record));
      }
      inTransaction(db, () => writer.apply(changes, ready, wordsOf));
    },
    search: async (crawl, query) => readerOf(crawl)?.search(query) ?? { total: 0, hits: [] },
    get: async (crawl, id) => readerOf(crawl)?.get(id),
    count: async (crawl) => readerOf(crawl)?.count() ?? 0,
    async *records(crawl) {
      const reader = readerOf(crawl);
      for (let last: string | undefined = ''; reader && last !== undefined; ) {
        const page: SearchRecord[] = reader.after(last, 50);
        yield* page;
        last = page.at(-1)?.id;
      }
    },
  };
}

function recordsOf(changes: readonly RecordChange[]): SearchRecord[] {
  return changes.flatMap((change) => (change.kind === 'seen' && change.record ? [change.record] : []));
}

import type { DatabaseSync } from 'node:sqlite';
import type { IndexQuery, RecordChange, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { inTransaction } from './database.ts';
import { type CrawlTables, openCrawlTables } from './sqlite-search-tables.ts';

/**
 * The search index in a file of SQLite, searched by FTS5 with BM25.
 *
 * FTS5 is given words that are ready (joined by blanks) and keeps none of the text: the index holds words and places,
 * the record its text once, and each URL of the record what its page said beside the text. Every crawl has tables of its
 * own, so that the rarity of a word is that in the crawl.
 *
 * @param analyze the words of a text, joined by blanks, as the questions' words are made too (`index/analyze.ts`).
 */
export function sqliteSearchIndex(
  db: DatabaseSync,
  analyze: (text: string, language: string) => string,
): SearchIndex {
  db.exec('PRAGMA busy_timeout = 30000; CREATE TABLE IF NOT EXISTS crawl (n INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  const find = db.prepare('SELECT n FROM crawl WHERE name = ?');
  const opened = new Map<string, CrawlTables>();

  /** @returns undefined when nothing was ever written for the crawl. */
  function tablesOf(crawl: string): CrawlTables | undefined {
    let tables = opened.get(crawl);
    const row = tables ? undefined : (find.get(crawl) as { n: number } | undefined);
    if (row) {
      tables = openCrawlTables(db, row.n);
      opened.set(crawl, tables);
    }
    return tables;
  }

  function createTables(crawl: string): CrawlTables {
    inTransaction(db, () => {
      db.prepare('INSERT OR IGNORE INTO crawl (name) VALUES (?)').run(crawl);
      openCrawlTables(db, (find.get(crawl) as { n: number }).n);
    });
    return tablesOf(crawl)!;
  }

  return {
    async write(crawl, changes) {
      if (changes.length === 0) return;
      const tables = tablesOf(crawl) ?? createTables(crawl);
      // The dear part, before the file is closed to other writers.
      const words = new Map<string, Words>();
      for (const { id, record } of changes.filter((change) => change.kind === 'seen'))
        if (record && !words.has(id) && !tables.knows(id)) words.set(id, wordsOf(record, analyze));
      inTransaction(db, () => apply(tables, changes, (record) => words.get(record.id), analyze));
    },
    async search(crawl, query) {
      return tablesOf(crawl)?.search(query) ?? { total: 0, hits: [] };
    },
    async get(crawl, id) {
      return tablesOf(crawl)?.get(id);
    },
    async count(crawl) {
      return tablesOf(crawl)?.count() ?? 0;
    },
    async *records(crawl) {
      for (let last = ''; ; ) {
        const page = tablesOf(crawl)?.after(last, 50) ?? [];
        if (page.length === 0) return;
        yield* page;
        last = page.at(-1)!.id;
      }
    },
  };
}

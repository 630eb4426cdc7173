import type { DatabaseSync } from 'node:sqlite';
import { mapTexts, type RecordTexts, textsOf } from '../../index/text-fields.ts';
import type { RecordChange, SearchIndex } from '../../ports/search-index.ts';
import type { SearchRecord } from '../../ports/search-record.ts';
import type { Analyze } from '../../text/analysis/analyze.ts';
import { inTransaction } from '../database.ts';
import { renewChangeTimes } from './changes/change-times.ts';
import { noteRebuilt, readRebuiltAt } from './changes/rebuilt-at.ts';
import { fillLexicon } from './lexicon/fill-lexicon.ts';
import type { SqlLimits } from './sqlite-row-search.ts';
import { crawlReader } from './sqlite-search-reader.ts';
import { crawlTables, createCrawlTables, ftsTables, isCurrent } from './sqlite-search-schema.ts';
import { crawlWriter } from './sqlite-search-writer.ts';

/** A search index with the operations of its data folder. */
export type SqliteSearchIndex = SearchIndex & {
  /**
   * Returns when the URL that a record shows was first fetched with its text, epoch milliseconds, by id. The filter `changed` compares the days
   * of these times. Ids without a record are left out.
   */
  firstFetches(crawl: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Rewrites the words of a crawl without those of removed records. FTS5 keeps the words of removed records until it merges
   * their segments. Reads and writes the whole index.
   */
  dropRemovedWords(crawl: string): void;
  /**
   * States that the index of a crawl has all changes up to a transaction of an earlier index file, because it was rebuilt from
   * stored records. Marks of the earlier file stay valid.
   */
  setLeastVersion(crawl: string, version: number): void;
  /** Lists all records of a crawl as changed now, and notes the time (`rebuiltAt`). For a rebuilt index that is about to replace another one. */
  renewChangeTimes(crawl: string): void;
};

/**
 * FTS5 takes 0.6 to 0.8 µs for each hit of each word of a query, and the ranking in memory 3 to 5 ms for any number. In larger crawls SQL
 * also takes long to check filters and conditions.
 */
const SQL_LIMITS: SqlLimits = { records: 40_000, hits: 4_000 };

/** Records that an export reads at a time. */
const RECORDS_PER_PAGE = 50;

/**
 * The search index in a SQLite file, searched by FTS5 with BM25. Several connections may use one file.
 *
 * FTS5 gets analysed words, joined by blanks, and stores no text. Every crawl has its own tables, so the document frequency
 * of a word is that in the crawl.
 *
 * @param analyze returns the words of a text, joined by blanks; the language is ISO 639-1 or `und`. Words of queries must
 * come from the same analysis.
 * @param onCommit called after each transaction with its number in the crawl. Absent: no mark is kept
 * @param sqlLimits up to which queries are answered by SQL, and beyond them from memory
 * @param now the time in epoch milliseconds, which changes of records get
 */
export function sqliteSearchIndex(
  db: DatabaseSync,
  analyze: Analyze,
  onCommit?: (crawl: string, version: number) => void,
  sqlLimits = SQL_LIMITS,
  now: () => number = Date.now,
): SqliteSearchIndex {
  db.exec('PRAGMA busy_timeout = 30000; CREATE TABLE IF NOT EXISTS crawl (n INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  const find = db.prepare('SELECT n FROM crawl WHERE name = ?');
  const numberOf = (crawl: string) => (find.get(crawl) as { n: number } | undefined)?.n;
  const readers = new Map<number, ReturnType<typeof crawlReader>>();
  const writers = new Map<string, ReturnType<typeof crawlWriter>>();

  /** Returns undefined if nothing was ever written for the crawl. One that was deleted and created again has another number. */
  function readerOf(crawl: string) {
    const number = numberOf(crawl);
    if (number === undefined) return undefined;
    let reader = readers.get(number);
    if (!reader) {
      if (!isCurrent(db, crawlTables(number))) createCrawlTables(db, crawl);
      reader = crawlReader(db, number, sqlLimits);
      readers.set(number, reader);
    }
    return reader;
  }

  function writerOf(crawl: string) {
    let writer = writers.get(crawl);
    if (!writer) {
      // Existing tables may be from before a table or a column was added.
      const number = createCrawlTables(db, crawl);
      writer = crawlWriter(db, number, now);
      writers.set(crawl, writer);
    }
    return writer;
  }

  const analyzeRecord = recordAnalyzer(analyze);

  return {
    async write(crawl, changes) {
      if (changes.length === 0) return;
      const writer = writerOf(crawl);
      // Analysis is expensive, so it runs before the transaction locks out other writers. The transaction analyses the rest.
      const ready = new Map<string, RecordTexts>();
      for (const record of recordsOf(changes)) {
        if (!ready.has(record.id) && !writer.isShown(record.id)) ready.set(record.id, analyzeRecord(record));
      }
      const version = inTransaction(db, () => writer.apply(changes, ready, analyzeRecord));
      onCommit?.(crawl, version);
      writer.confirm();
    },
    search: async (crawl, query) => readerOf(crawl)?.search(query) ?? { total: 0, hits: [] },
    lacksValues: async (crawl, field) => readerOf(crawl)?.lacksValues(field) ?? false,
    lackingTexts: async (crawl) => readerOf(crawl)?.lackingTexts() ?? [],
    hasOldWords: async (crawl) => readerOf(crawl)?.hasOldWords() ?? false,
    languages: async (crawl) => readerOf(crawl)?.languages() ?? [],
    statistics: async (crawl, words) => readerOf(crawl)?.statistics(words) ?? { documents: 0, matching: new Map() },
    get: async (crawl, id) => readerOf(crawl)?.get(id),
    findByUrl: async (crawl, url) => readerOf(crawl)?.findByUrl(url),
    idsOfUrls: async (crawl, urls) => readerOf(crawl)?.idsOfUrls(urls) ?? new Map(),
    leftAt: async (crawl, id, url) => readerOf(crawl)?.leftAt(id, url),
    firstFetches: async (crawl, ids) => readerOf(crawl)?.firstFetches(ids) ?? new Map(),
    titleWords: async (crawl, query, size) => readerOf(crawl)?.titleWords(query, size) ?? [],
    similarWords: async (crawl, query, limit) => readerOf(crawl)?.similarWords(query, limit) ?? [],
    countMatches: async (crawl, words, limit) => {
      const reader = readerOf(crawl);
      return words.map((forms) => (forms.length === 0 ? 0 : (reader?.countMatches(forms, limit) ?? 0)));
    },
    fetchTimes: async (crawl, parts) => readerOf(crawl)?.fetchTimes(parts),
    changedRecords: async (crawl, query) => readerOf(crawl)?.changedRecords(query) ?? [],
    rebuiltAt: async () => readRebuiltAt(db),
    count: async (crawl) => readerOf(crawl)?.count() ?? 0,
    dropRemovedWords(crawl) {
      const number = numberOf(crawl);
      if (number === undefined) return;
      const tables = crawlTables(number);
      if (!isCurrent(db, tables)) createCrawlTables(db, crawl);
      for (const table of ftsTables(db, tables)) db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
      inTransaction(db, () => fillLexicon(db, tables));
    },
    setLeastVersion: (crawl, version) => writerOf(crawl).setLeastVersion(version),
    renewChangeTimes(crawl) {
      const number = numberOf(crawl);
      if (number !== undefined) inTransaction(db, () => renewChangeTimes(db, crawlTables(number), now()));
      noteRebuilt(db, now());
    },
    async *records(crawl) {
      const reader = readerOf(crawl);
      if (reader) yield* allRecords(reader);
    },
  };
}

function* allRecords(reader: ReturnType<typeof crawlReader>): Generator<SearchRecord> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: SearchRecord[] = reader.after(last, RECORDS_PER_PAGE);
    yield* page;
    last = page.at(-1)?.id;
  }
}

function recordsOf(changes: readonly RecordChange[]): SearchRecord[] {
  return changes.flatMap((change) => (change.kind === 'seen' && change.record ? [change.record] : []));
}

const recordAnalyzer =
  (analyze: Analyze) =>
  (record: SearchRecord): RecordTexts =>
    mapTexts(textsOf(record), (text) => analyze(text, record.language));

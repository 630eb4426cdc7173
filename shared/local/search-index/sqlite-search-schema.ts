import type { DatabaseSync } from 'node:sqlite';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { WordTables } from '../../query/compile/fts5.ts';
import { WORDS_VERSION } from '../../text/analysis/words-version.ts';
import { inTransaction } from '../database.ts';
import { fillChangeTimes } from './changes/change-times.ts';
import { fillLexicon } from './lexicon/fill-lexicon.ts';
import { FIELD_COLUMNS } from './sqlite-search-fields.ts';

/** Names of the tables of one crawl. */
export type CrawlTables = Required<WordTables> & {
  record: string;
  url: string;
  near: string;
  vocabulary: string;
  counts: string;
  frequencies: string;
  lexicon: string;
  times: string;
};

export function crawlTables(number: number): CrawlTables {
  return {
    record: `record_${number}`,
    url: `url_${number}`,
    words: `words_${number}`,
    near: `near_${number}`,
    vocabulary: `vocabulary_${number}`,
    counts: `counts_${number}`,
    frequencies: `frequencies_${number}`,
    lexicon: `lexicon_${number}`,
    times: `times_${number}`,
    terms: `temp.terms_${number}`,
    positions: `temp.positions_${number}`,
    urls: {
      words: `url_words_${number}`,
      terms: `temp.url_terms_${number}`,
      positions: `temp.url_positions_${number}`,
      rows: `url_${number}`,
    },
  };
}

/** Returns the names of the tables of a crawl that the file has, without those in which FTS5 keeps them. None if nothing was written for it. */
export function tablesOfCrawl(db: DatabaseSync, crawl: string): string[] {
  const row = db.prepare('SELECT n FROM crawl WHERE name = ?').get(crawl) as { n: number } | undefined;
  if (!row) return [];
  const { urls, ...tables } = crawlTables(row.n);
  return [...Object.values(tables), urls.words].filter((name) => !name.startsWith('temp.') && hasTable(db, name));
}

/** Creates the views of terms and positions that conditions read, for this connection. They take no space. */
export function createTermViews(db: DatabaseSync, tables: CrawlTables): void {
  for (const { words, terms, positions } of [tables, ...(hasUrlWords(db, tables) ? [tables.urls] : [])])
    db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${terms} USING fts5vocab(main, ${words}, row);
      CREATE VIRTUAL TABLE IF NOT EXISTS ${positions} USING fts5vocab(main, ${words}, instance)`);
}

/** Returns whether an index has the words of URLs: one of an earlier version has not, until it is rebuilt. */
export const hasUrlWords = (db: DatabaseSync, { urls }: CrawlTables): boolean => hasTable(db, urls.words);

/** Returns the FTS5 tables that writes fill. */
export const ftsTables = (db: DatabaseSync, tables: CrawlTables): string[] => [
  ...[tables.words, tables.frequencies],
  ...(hasUrlWords(db, tables) ? [tables.urls.words] : []),
];

/**
 * `record`: one row for each known id. `shown` is the URL that the record is shown under; NULL if no URL has the content
 * any more, then only the tombstones in `url` are left. `face` is the input that words and keys were derived from. Each search
 * field has a column. `version` rises with each transaction that shows records; facets are counted in memory by these columns,
 * which one index has together (`sqlite-facets.ts`).
 *
 * `url`: when a URL was first and last seen with that content, or when it left it (`live` = 0). `page` is the JSON of
 * `PageFields` at the time `page_at`: all fields of the record that may differ between pages with the same text.
 *
 * `near`: keys of near-duplicates and of other formats of the same document, for records that are shown.
 *
 * `vocabulary`: words of titles and headings with the number of shown records that have them, for suggestions.
 *
 * `counts`: how often each shown record has its words (`postings/term-counts.ts`), to score records without reading lists of words.
 *
 * `frequencies`: for each shown record a term for its length and for each word that it has more than once (`postings/frequency-classes.ts`),
 * to choose the records that are scored. It needs no positions. Words that a record has once are left out, which keeps it small.
 *
 * `lexicon`: the words of `words`, separated by line feeds. Each transaction adds a row with its new words. A few words are stored twice,
 * and words of removed records stay. FTS5 would read its whole index to list its words.
 *
 * `times`: when each transaction has changed records (`changes/change-times.ts`). Epoch milliseconds.
 *
 * `url_words`: the words of the URLs of each shown record (`index/url-text.ts`), with positions for phrases. A table of its own: words without a
 * field, patterns and suggestions read all of `words`, and a new URL of a record does not change its texts. Old indexes lack it.
 *
 * `words`: the inverted index alone, without the texts. Words arrive analysed, in lower case and joined by blanks, so the
 * tokenizer only splits at blanks. Positions are kept because BM25 needs the counts per column that come with them.
 */
const COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ...FIELD_COLUMNS.map((name) => [name, 'TEXT'] as const),
  ['version', 'INTEGER NOT NULL DEFAULT 0'],
];

function schemaOf(tables: CrawlTables): string {
  const { record, url, words, near, vocabulary, counts, frequencies, lexicon, times } = tables;
  return `
    CREATE TABLE IF NOT EXISTS ${record} (
      n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, shown TEXT, face TEXT, fetched INTEGER, text TEXT,
      ${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')});
    CREATE INDEX IF NOT EXISTS ${record}_newest ON ${record} (fetched DESC, id) WHERE shown IS NOT NULL;
    CREATE TABLE IF NOT EXISTS ${url} (
      n INTEGER NOT NULL, url TEXT NOT NULL, first INTEGER NOT NULL, at INTEGER NOT NULL, live INTEGER NOT NULL,
      page_at INTEGER NOT NULL, page TEXT, PRIMARY KEY (n, url)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${url}_left ON ${url} (at) WHERE live = 0;
    CREATE TABLE IF NOT EXISTS ${near} (key INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${vocabulary} (word TEXT PRIMARY KEY, records INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ${counts} (n INTEGER PRIMARY KEY, terms BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS ${lexicon} (n INTEGER PRIMARY KEY, terms TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS ${times} (version INTEGER PRIMARY KEY, at INTEGER NOT NULL UNIQUE);
    CREATE VIRTUAL TABLE IF NOT EXISTS ${words} USING fts5(
      ${TEXT_FIELDS.join(', ')}, content = '', contentless_delete = 1, tokenize = 'ascii');
    CREATE VIRTUAL TABLE IF NOT EXISTS ${frequencies} USING fts5(
      terms, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none)`;
}

const urlWordsSchema = ({ urls }: CrawlTables): string =>
  `CREATE VIRTUAL TABLE ${urls.words} USING fts5(url, content = '', contentless_delete = 1, tokenize = 'ascii')`;

/**
 * Bytes of words that FTS5 gathers before it writes a segment, which later has to be merged. Large enough for one object of
 * pages, so a transaction writes one segment: a sixth less work than with FTS5's default of 1 MB.
 */
const FTS_HASH_BYTES = 16 << 20;

/** Share of a page of the file that a leaf of the inverted index has: FTS5's default for pages of 4,096 bytes, which leaves room for headers. */
const FTS_LEAF_SHARE = 4_050 / 4_096;

/** Creates the tables of a crawl, and columns of search fields that an older table lacks. Safe to run concurrently. */
export function createCrawlTables(db: DatabaseSync, crawl: string): number {
  return inTransaction(db, () => {
    db.prepare('INSERT OR IGNORE INTO crawl (name) VALUES (?)').run(crawl);
    const { n } = db.prepare('SELECT n FROM crawl WHERE name = ?').get(crawl) as { n: number };
    const tables = crawlTables(n);
    const hasLexicon = hasTable(db, tables.lexicon);
    const hasTimes = hasTable(db, tables.times);
    const isNew = !hasTable(db, tables.record);
    db.exec(schemaOf(tables));
    if (isNew) db.exec(urlWordsSchema(tables));
    if (!hasLexicon) fillLexicon(db, tables);
    addCounter(db, 'version');
    addCounter(db, 'removed');
    addCounter(db, 'analysis');
    if (isNew) db.prepare('UPDATE crawl SET analysis = ? WHERE n = ?').run(WORDS_VERSION, n);
    addMissingColumns(db, tables.record);
    createVersionIndices(db, tables.record);
    if (!hasTimes) fillChangeTimes(db, tables, Date.now());
    const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
    const settings = { hashsize: FTS_HASH_BYTES, pgsz: Math.floor(pageBytes * FTS_LEAF_SHARE) };
    for (const table of ftsTables(db, tables))
      for (const [name, value] of Object.entries(settings))
        db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${name}', ${value})`);
    return n;
  });
}

/** Returns whether the tables of a crawl were created by this version, or have been written by it since. */
export const isCurrent = (db: DatabaseSync, { record, vocabulary, counts, frequencies, times }: CrawlTables): boolean =>
  missingColumns(db, record).length === 0 &&
  [vocabulary, counts, frequencies, times].every((table) => hasTable(db, table));

const hasTable = (db: DatabaseSync, table: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;

function missingColumns(db: DatabaseSync, table: string) {
  const rows = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  const existing = new Set(rows.map(({ name }) => name));
  return COLUMNS.filter(([name]) => !existing.has(name));
}

/** Returns whether the words of a crawl were indexed by an earlier version of the analysis, some of them at least. */
export function hasOldWords(db: DatabaseSync, number: number): boolean {
  if (!hasCounter(db, 'analysis')) return true;
  const { analysis } = db.prepare('SELECT analysis FROM crawl WHERE n = ?').get(number) as { analysis: number };
  return analysis !== WORDS_VERSION;
}

function hasCounter(db: DatabaseSync, name: string): boolean {
  const columns = db.prepare('PRAGMA table_info(crawl)').all() as { name: string }[];
  return columns.some((column) => column.name === name);
}

/**
 * Adds a number to each crawl: its last `version`, the last one in which rows were `removed`, or the version of the `analysis` that its
 * tables were created for. They are kept apart from the records, because the newest record may be removed.
 */
function addCounter(db: DatabaseSync, name: 'version' | 'removed' | 'analysis'): void {
  if (hasCounter(db, name)) return;
  db.exec(`ALTER TABLE crawl ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`);
}

function addMissingColumns(db: DatabaseSync, table: string): void {
  const missing = missingColumns(db, table);
  // The index of an older version has fewer columns.
  if (missing.length > 0) db.exec(`DROP INDEX IF EXISTS ${table}_facets`);
  for (const [name, type] of missing) db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}

/**
 * The columns that facets are counted by, in the order of their writing: reading them from the table would read all texts. And the rows that
 * were hidden, in the order of their hiding.
 */
function createVersionIndices(db: DatabaseSync, table: string): void {
  const columns = FIELD_COLUMNS.join(', ');
  db.exec(`CREATE INDEX IF NOT EXISTS ${table}_facets ON ${table} (version, ${columns}) WHERE shown IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${table}_hidden ON ${table} (version) WHERE shown IS NULL`);
}

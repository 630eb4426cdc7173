import type { DatabaseSync } from 'node:sqlite';
import type { WordTables } from '../../query/compile/fts5.ts';
import { inTransaction, overwriteDeleted } from '../database.ts';

/**
 * The index of words has a copy of them, because FTS5 removes the words of a deleted row from an index at once only if it knows them
 * (`secure-delete`). A contentless index keeps them until it merges its segments.
 */
const WORDS = `
  CREATE VIRTUAL TABLE IF NOT EXISTS annotation_words USING fts5(text, tokenize = 'ascii');
  INSERT INTO annotation_words (annotation_words, rank) VALUES ('secure-delete', 1)`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS annotation (
    n INTEGER PRIMARY KEY, crawl TEXT NOT NULL, id TEXT NOT NULL, url TEXT NOT NULL, record TEXT NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL, created_at INTEGER NOT NULL, changed_at INTEGER, UNIQUE (crawl, id));
  CREATE INDEX IF NOT EXISTS annotation_url ON annotation (crawl, url);
  CREATE INDEX IF NOT EXISTS annotation_record ON annotation (crawl, record);
  CREATE INDEX IF NOT EXISTS annotation_newest ON annotation (crawl, created_at DESC, id DESC);
  ${WORDS}`;

/** Tables that conditions read. The lists of terms and positions take no space. */
export const TABLES: WordTables = {
  words: 'annotation_words',
  terms: 'temp.annotation_terms',
  positions: 'temp.annotation_positions',
};
const TERM_VIEWS = `
  CREATE VIRTUAL TABLE IF NOT EXISTS ${TABLES.terms} USING fts5vocab(main, ${TABLES.words}, row);
  CREATE VIRTUAL TABLE IF NOT EXISTS ${TABLES.positions} USING fts5vocab(main, ${TABLES.words}, instance)`;

export const hasTables = (db: DatabaseSync): boolean => sqlOfWords(db) !== undefined;

export function createTables(db: DatabaseSync): void {
  if (!hasTables(db)) inTransaction(db, () => db.exec(SCHEMA));
}

/** Prepares a connection. What it deletes does not stay in free pages of the file. */
export function prepareConnection(db: DatabaseSync): void {
  overwriteDeleted(db);
  db.exec(TERM_VIEWS);
}

/** Gives the index of words that an earlier version has written the current form. The connection must be prepared. */
export function updateWords(db: DatabaseSync): void {
  const isEarlier = () => /\bcontentless_delete\b/.test(sqlOfWords(db) ?? '');
  if (!isEarlier()) return;
  inTransaction(db, () => {
    // Another process may have been faster.
    if (!isEarlier()) return;
    const words = db
      .prepare(`SELECT doc, group_concat(term, ' ' ORDER BY offset) AS words FROM ${TABLES.positions} GROUP BY doc`)
      .all() as { doc: number; words: string }[];
    db.exec(`DROP TABLE ${TABLES.words}; ${WORDS}`);
    const add = db.prepare(`INSERT INTO ${TABLES.words} (rowid, text) VALUES (?, ?)`);
    for (const row of words) add.run(row.doc, row.words);
  });
}

const sqlOfWords = (db: DatabaseSync): string | undefined =>
  (db.prepare(`SELECT sql FROM sqlite_master WHERE name = 'annotation_words'`).get() as { sql: string } | undefined)
    ?.sql;

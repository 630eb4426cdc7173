import type { DatabaseSync } from 'node:sqlite';

/**
 * High-water mark of the search index for one crawl, stored beside the frontier. An index that is behind it has lost changes whose
 * messages are gone.
 */
export type IndexMark = {
  crawl: string;
  /** Number of the latest transaction of the crawl that the index had committed (`version` in its table `crawl`). */
  version: number;
  /** Size of the index file after that transaction. The file never shrinks while its log is in use. */
  bytes: number;
};

/** The marks of a data folder. */
export type SqliteIndexMarks = {
  /**
   * Stores the mark of a crawl after the index has committed a transaction. As the index commits first, a crash can leave a mark that is
   * behind the index, but none that is ahead of it.
   */
  raise(mark: IndexMark): void;
  list(): IndexMark[];
  /** Forgets the size of the index file, before another file replaces it. */
  forgetSize(): void;
};

/** Opens the marks in a database, and creates their table if it does not exist. Not the database of the index: it may be lost. */
export function sqliteIndexMarks(db: DatabaseSync): SqliteIndexMarks {
  db.exec(
    'CREATE TABLE IF NOT EXISTS index_mark (crawl TEXT PRIMARY KEY, version INTEGER NOT NULL, bytes INTEGER NOT NULL)',
  );
  // Threads may arrive in another order than they committed.
  const raise = db.prepare(`INSERT INTO index_mark (crawl, version, bytes) VALUES (:crawl, :version, :bytes)
    ON CONFLICT (crawl) DO UPDATE SET version = max(version, excluded.version), bytes = excluded.bytes`);
  const list = db.prepare('SELECT crawl, version, bytes FROM index_mark ORDER BY crawl');
  const forgetSize = db.prepare('UPDATE index_mark SET bytes = 0');
  return {
    raise: (mark) => void raise.run(mark),
    list: () => list.all() as IndexMark[],
    forgetSize: () => void forgetSize.run(),
  };
}

import { DatabaseSync } from 'node:sqlite';

/**
 * Opens an SQLite database file, or `:memory:`.
 *
 * Uses a write-ahead log that is synced at checkpoints. A killed process loses no data. A power failure loses at most the last
 * seconds of transactions, and leaves a consistent earlier state. Other connections wait up to 30 s for the writer.
 */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(
    'PRAGMA busy_timeout = 30000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY',
  );
  return db;
}

/** Runs `work` in a write transaction. `work` must be synchronous. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

import { DatabaseSync } from 'node:sqlite';

/**
 * A database file of the one-machine side, or `:memory:`.
 *
 * Write-ahead log, synced at checkpoints: a killed process loses nothing, a power cut at most the last seconds, and always
 * from the end, so that what is left is a state that once was. Other connections wait up to half a minute for the writer.
 */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(
    'PRAGMA busy_timeout = 30000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY',
  );
  return db;
}

/** Runs `work` in one short write transaction; nothing may be awaited inside. */
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

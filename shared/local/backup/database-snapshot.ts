import { backup } from 'node:sqlite';
import { openDatabase } from '../database.ts';

/** Number of pages of a database that are copied at a time, 16 MB. Between two times the process does other work. */
const PAGES_PER_STEP = 4_096;

/** The state of a database at one moment. */
export type DatabaseSnapshot = {
  /** Copies the state to a new file. Other processes may write to the database meanwhile; their log grows until the snapshot is closed. */
  copyTo(file: string, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Holds the present state of a database by a read transaction. @throws the error of SQLite */
export function takeSnapshot(file: string): DatabaseSnapshot {
  const db = openDatabase(file);
  try {
    // The transaction sees the state of its first read.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    async copyTo(to, signal) {
      await backup(db, to, { rate: PAGES_PER_STEP, progress: () => signal.throwIfAborted() });
    },
    close: () => db.close(),
  };
}

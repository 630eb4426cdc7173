import { statSync, writeFileSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { openDatabase } from '../database.ts';
import { isChangeMissed, isCopy, readOnlyState } from '../files/read-only-file.ts';

/** Number of pages of a database that are copied at a time, 16 MB. Between two times the process does other work. */
const PAGES_PER_STEP = 4_096;

/** Another process changed a database that this one cannot write, and so reads without noticing changes. */
export class MissedChangeError extends Error {
  override readonly name = 'MissedChangeError';
}

/** The state of a database at one moment. */
export type DatabaseSnapshot = {
  /**
   * Copies the state to a new file with the permissions of the database. Other processes may write to the database meanwhile; their log grows
   * until the snapshot is closed.
   *
   * @throws MissedChangeError if the copy may have old and new pages; the error of SQLite; the reason of `signal`
   */
  copyTo(file: string, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Holds the present state of a database by a read transaction. @throws the error of SQLite */
export function takeSnapshot(file: string): DatabaseSnapshot {
  const state = readOnlyState(file);
  const db = openDatabase(file);
  try {
    // The transaction sees the state of its first read.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    db.close();
    throw error;
  }
  const checkUnchanged = () => {
    if (!isCopy(db) && isChangeMissed(db, file, state))
      throw new MissedChangeError(
        `${file} was changed while it was copied, and this user cannot write beside it; run the command as its owner, or later`,
      );
  };
  return {
    async copyTo(to, signal) {
      // SQLite gives its logs the mode of the file. The owner must be able to write the copy.
      writeFileSync(to, '', { mode: statSync(file).mode | 0o600 });
      try {
        await backup(db, to, { rate: PAGES_PER_STEP, progress: () => signal.throwIfAborted() });
      } catch (error) {
        // A mixture of pages may look damaged.
        checkUnchanged();
        throw error;
      }
      checkUnchanged();
    },
    close: () => db.close(),
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDataFolder, DataFolderError } from './data-folder.ts';

/** File of a data folder that its runner locks. */
const LOCK_FILE = 'runner.lock';

/** Another crawl uses the data folder. */
export class FolderInUseError extends DataFolderError {
  override readonly name = 'FolderInUseError';
  override readonly code = 'ERR_FOLDER_IN_USE';
}

/**
 * Locks a data folder for one runner with an exclusive SQLite transaction that stays open. The operating system ends it
 * with the process, even if the process is killed, so no stale lock remains.
 *
 * @returns a function that unlocks the folder
 * @throws FolderInUseError, DataFolderError, or the error of SQLite with the `path` of the lock file
 */
export function lockFolder(dir: string): () => void {
  createDataFolder(dir);
  const file = join(dir, LOCK_FILE);
  const db = openLockFile(file);
  try {
    // `isFolderLocked` of another process reads the file for a moment.
    db.exec(`PRAGMA busy_timeout = ${LOCK_CHECK_MS}; BEGIN EXCLUSIVE`);
  } catch (error) {
    db.close();
    if (/locked|busy/i.test(String(error)))
      throw new FolderInUseError(
        `${dir} is in use by a running crawl or another command; end it, wait for it, or use another folder`,
        {
          cause: error,
        },
      );
    throw Object.assign(error as Error, { path: file });
  }
  return () => {
    db.exec('ROLLBACK');
    db.close();
  };
}

/** Time for which a check of the lock may keep a runner from getting it, in milliseconds. */
const LOCK_CHECK_MS = 200;

/** Returns whether a process, this one or another, has locked a data folder. If that is unknown, it counts as locked. */
export function isFolderLocked(dir: string): boolean {
  const file = join(dir, LOCK_FILE);
  if (!existsSync(file)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    db.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master');
    return false;
  } catch {
    return true;
  } finally {
    db?.close();
  }
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

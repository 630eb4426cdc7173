import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDataFolder, DataFolderError } from './data-folder.ts';

/** Another crawl uses the data folder. */
export class FolderInUseError extends DataFolderError {
  override readonly name = 'FolderInUseError';
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
  const file = join(dir, 'runner.lock');
  const db = openLockFile(file);
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (/locked|busy/i.test(String(error)))
      throw new FolderInUseError(
        `${dir} is in use by a running crawl or another command; end it, wait for it, or use another --dir`,
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

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

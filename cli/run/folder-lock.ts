import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another crawl uses the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Locks a data folder for one runner with an exclusive SQLite transaction that stays open. The operating system ends it
 * with the process, even if the process is killed, so no stale lock remains.
 *
 * @returns a function that unlocks the folder
 * @throws FolderInUseError
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'runner.lock'));
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (/locked|busy/i.test(String(error)))
      throw new FolderInUseError(`${dir} is in use by another crawl; wait for it or use another --dir`, {
        cause: error,
      });
    throw error;
  }
  return () => {
    db.exec('ROLLBACK');
    db.close();
  };
}

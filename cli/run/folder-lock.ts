import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Somebody else works on the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Takes a data folder for one runner: an exclusive transaction that is left open. The system ends it with the process,
 * also with a killed one, so nothing stale is ever left behind.
 *
 * @returns a function that gives the folder back. @throws FolderInUseError
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'runner.lock'));
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (/locked|busy/i.test(String(error)))
      throw new FolderInUseError(`${dir} is in use by another crawl`, { cause: error });
    throw error;
  }
  return () => {
    db.exec('ROLLBACK');
    db.close();
  };
}

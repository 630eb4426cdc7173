import { accessSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a database that this process cannot write: the file, its folder or the disk is read-only. Writes fail with SQLite's error
 * for read-only databases.
 *
 * Without a write-ahead log the file does not change. With one, SQLite needs the shared memory of the log. If it cannot be used,
 * as after a kill on a disk that is now read-only, the database is read from a copy in the folder for temporary files.
 *
 * @returns undefined if the file can be written or does not exist
 */
export function openReadOnlyFile(path: string): DatabaseSync | undefined {
  if (path === ':memory:' || sizeOf(path) === undefined || (isWritable(path) && isWritable(dirname(path))))
    return undefined;
  if (!sizeOf(`${path}-wal`)) {
    const url = pathToFileURL(path);
    url.search = '?immutable=1';
    return new DatabaseSync(url, { readOnly: true });
  }
  return openWithLog(path) ?? openCopy(path);
}

function openWithLog(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    return db;
  } catch {
    db?.close();
    return undefined;
  }
}

function openCopy(path: string): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-read-only-'));
  const copy = join(folder, basename(path));
  try {
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix);
    const db = new DatabaseSync(copy);
    db.exec('PRAGMA query_only = ON');
    const close = db.close.bind(db);
    db.close = () => {
      close();
      rmSync(folder, { recursive: true, force: true });
    };
    return db;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

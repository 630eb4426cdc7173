import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a database that this process cannot write: the file, its folder or the disk is read-only. Writes fail with SQLite's error
 * for read-only databases.
 *
 * Without a write-ahead log the file is read as it is. With one, SQLite needs the shared memory of the log (`-shm`). If that is
 * missing, the database is read from a copy in the folder for temporary files. `isChangeMissed` tells whether a file has changed
 * since.
 *
 * @returns undefined if the file can be written or does not exist
 */
export function openReadOnlyFile(path: string): DatabaseSync | undefined {
  if (!isReadOnly(path)) return undefined;
  if (!sizeOf(`${path}-wal`)) return openFixed(path);
  return openWithLog(path) ?? openCopy(path);
}

/**
 * Describes the content of a read-only database and its write-ahead log. Take it before the file is opened.
 *
 * @returns undefined if the file can be written or does not exist
 */
export function readOnlyState(path: string): string | undefined {
  if (!isReadOnly(path)) return undefined;
  const log = sizeOf(`${path}-wal`) ? stateOf(`${path}-wal`) : '';
  return `${stateOf(path)} ${log}`;
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Read-only databases that are read with their log, which shows every change. */
const withLog = new WeakSet<DatabaseSync>();

/** Databases that are read from a copy. */
const copies = new WeakSet<DatabaseSync>();

/**
 * Returns whether another process has changed a file that was opened without its log, or as a copy.
 *
 * @param before `readOnlyState` before the file was opened
 */
export function isChangeMissed(db: DatabaseSync, path: string, before: string | undefined): boolean {
  return before !== undefined && !withLog.has(db) && before !== readOnlyState(path);
}

/** Returns whether what was read before a missed change is sound. Without a copy SQLite may read old and new pages together. */
export const isCopy = (db: DatabaseSync): boolean => copies.has(db);

const isReadOnly = (path: string): boolean =>
  path !== ':memory:' && sizeOf(path) !== undefined && !(isWritable(path) && isWritable(dirname(path)));

function openFixed(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.search = '?immutable=1';
  return new DatabaseSync(url, { readOnly: true });
}

function openWithLog(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    withLog.add(db);
    return db;
  } catch {
    db?.close();
    return undefined;
  }
}

function openCopy(path: string): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-read-only-'));
  try {
    const copy = join(folder, basename(path));
    copyUnchanged(path, copy);
    moveLog(copy);
    const db = openFixed(copy);
    copies.add(db);
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

/** Moves the log of a copy into it: a read-only connection could not. */
function moveLog(copy: string): void {
  // Files keep their mode when they are copied.
  for (const file of [copy, `${copy}-wal`]) if (sizeOf(file) !== undefined) chmodSync(file, 0o600);
  const db = new DatabaseSync(copy);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Number of times that a database is copied while another process writes it. */
const MAX_COPIES = 10;

/** Copies a database and its log as they were at one moment. @throws Error if another process keeps writing them */
function copyUnchanged(path: string, copy: string): void {
  const files = ['', '-wal'].map((suffix) => [path + suffix, copy + suffix] as const);
  const state = () =>
    files.map(([file]) => JSON.stringify(statSync(file, { throwIfNoEntry: false }), ['size', 'mtimeMs']));
  for (let i = 0; i < MAX_COPIES; i++) {
    const before = state().join();
    for (const [file, to] of files) {
      // SQLite would apply a log of an earlier try to a newer database.
      rmSync(to, { force: true });
      if (sizeOf(file) !== undefined) copyFileSync(file, to);
    }
    if (state().join() === before) return;
  }
  throw new Error(
    `${path} is being written, and this user cannot write beside it; run the command as its owner, or later`,
  );
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

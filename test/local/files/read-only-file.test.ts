/** A database of another user that has a log and no shared memory is read from a copy. */
import fs, { copyFileSync, cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isChangeMissed, openReadOnlyFile, readOnlyState } from '../../../shared/local/files/read-only-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const owner = { afterCopy: (_file: string): void => undefined };

const real = { accessSync: fs.accessSync, copyFileSync: fs.copyFileSync };
beforeAll(() => {
  // Root can write everything.
  fs.accessSync = () => {
    throw new Error('EACCES');
  };
  fs.copyFileSync = (from, to) => {
    real.copyFileSync(from, to);
    owner.afterCopy(basename(String(from)));
  };
  // For imports by name.
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, real);
  syncBuiltinESMExports();
});

let file: string;
let checkpointed: string;
beforeEach(() => {
  owner.afterCopy = () => undefined;
  const written = join(temporaryFolder(), 'a.sqlite');
  const db = new DatabaseSync(written);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (word TEXT); INSERT INTO t VALUES ('old')");
  file = join(temporaryFolder(), 'a.sqlite');
  for (const suffix of ['', '-wal']) cpSync(written + suffix, file + suffix);
  // A loop that SQLite cannot open, as a missing file on a disk that cannot be written.
  symlinkSync('a.sqlite-shm', `${file}-shm`);
  db.exec("INSERT INTO t VALUES ('new')");
  db.close();
  checkpointed = written;
});

/** Replaces the database and removes its log, as its owner does who opens and closes it. */
function checkpoint(): void {
  cpSync(checkpointed, file);
  rmSync(`${file}-wal`);
}

const words = (db: DatabaseSync) =>
  db
    .prepare('SELECT word FROM t ORDER BY rowid')
    .all()
    .map(({ word }) => word);

test('reads the log too, and removes the copy when it is closed', () => {
  const db = openReadOnlyFile(file)!;
  expect(words(db)).toEqual(['old']);
  const copy = db.location()!;
  expect(dirname(copy)).not.toBe(dirname(file));
  db.close();
  expect(existsSync(copy)).toBe(false);
});

test('reads no log that was removed while it was copied', () => {
  owner.afterCopy = (name) => {
    if (name === 'a.sqlite-wal') checkpoint();
  };
  const db = openReadOnlyFile(file)!;
  expect(words(db)).toEqual(['old', 'new']);
  db.close();
});

test('has another state when its owner has changed the source of a copy', () => {
  const state = readOnlyState(file);
  const db = openReadOnlyFile(file)!;
  expect(isChangeMissed(db, file, state)).toBe(false);
  checkpoint();
  expect(isChangeMissed(db, file, state)).toBe(true);
  db.close();
});

test('needs no copy if SQLite can read the log', () => {
  rmSync(`${file}-shm`);
  const state = readOnlyState(file);
  const db = openReadOnlyFile(file)!;
  expect(db.location()).toBe(file);
  copyFileSync(checkpointed, `${file}-wal`);
  expect(isChangeMissed(db, file, state)).toBe(false);
  db.close();
});

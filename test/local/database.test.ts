import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTransaction, openDatabase } from '../../shared/local/database.ts';
import { openIndexDatabase } from '../../shared/local/search-index/index-database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('rolls back a transaction that throws', () => {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE t (n INTEGER UNIQUE)');
  const work = () => {
    db.exec('INSERT INTO t VALUES (1)');
    throw new Error('in the middle');
  };
  expect(() => inTransaction(db, work)).toThrow('in the middle');
  expect(db.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 });
  expect(inTransaction(db, () => db.prepare('INSERT INTO t VALUES (2)').run().changes)).toBe(1);
});

test('lets another connection read committed data during a write', () => {
  const file = join(temporaryFolder(), 'a.sqlite');
  const writer = openDatabase(file);
  const reader = openDatabase(file);
  writer.exec('CREATE TABLE t (n INTEGER)');
  const count = () => reader.prepare('SELECT count(*) AS n FROM t').get();
  inTransaction(writer, () => {
    writer.exec('INSERT INTO t VALUES (1)');
    expect(count()).toEqual({ n: 0 });
  });
  expect(count()).toEqual({ n: 1 });
  writer.close();
  reader.close();
});

test('errors of statements name the file', () => {
  const file = join(temporaryFolder(), 'a.sqlite');
  const db = openDatabase(file);
  db.exec('CREATE TABLE t (n INTEGER UNIQUE)');
  const insert = db.prepare('INSERT INTO t VALUES (1)');
  insert.run();
  const thrown = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  for (const work of [() => insert.run(), () => db.exec('nonsense'), () => db.prepare('SELECT * FROM nothing')])
    expect(thrown(work)).toMatchObject({ path: file });
  db.close();
});

test('a new index has larger pages, and an existing one is read with its own', () => {
  const pageBytes = (db: DatabaseSync) => (db.prepare('PRAGMA page_size').get() as { page_size: number }).page_size;
  const dir = temporaryFolder();
  const old = openDatabase(join(dir, 'old.sqlite'));
  old.exec('CREATE TABLE t (n INTEGER)');
  old.close();
  const opened = ['old.sqlite', 'new.sqlite'].map((name) => openIndexDatabase(join(dir, name)));
  expect(opened.map(pageBytes)).toEqual([4096, 8192]);
  // A leaf of the inverted index fills a page.
  const leafBytes = (db: DatabaseSync) => {
    sqliteSearchIndex(db, (text) => text).setLeastVersion('c', 1);
    return db.prepare(`SELECT v FROM words_1_config WHERE k = 'pgsz'`).get();
  };
  expect(opened.map(leafBytes)).toEqual([{ v: 4_050 }, { v: 8_100 }]);
  for (const db of opened) db.close();
});

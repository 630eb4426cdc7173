import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { fewOrMany } from '../long-test.ts';
import { languageWordsContract } from './language-words.contract.ts';
import { searchConditionsContract } from './search-conditions.contract.ts';
import { searchIndexContract, seen } from './search-index.contract.ts';

const DAY = 24 * 3_600_000;

/** Large crawls and words of many records are searched in memory: here those of one record, too. */
const WAYS = { 'by SQL': undefined, 'in memory': { records: 0, hits: 0 } };

for (const [way, sqlLimits] of Object.entries(WAYS)) {
  const anIndex = async () => ({
    index: sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString, undefined, sqlLimits),
    settle: async () => {},
  });
  describe(`SearchIndex on SQLite, ${way}`, () => searchIndexContract(anIndex, fewOrMany(8, 25)));
  describe(`Conditions on SQLite, ${way}`, () => searchConditionsContract(anIndex));
  describe(`Words of languages on SQLite, ${way}`, () => languageWordsContract(anIndex));
}

describe('SearchIndex in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-index-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('lets several connections write and read one file', async () => {
    const open = () => sqliteSearchIndex(openDatabase(join(folder, 'index.db')), analyzeToString);
    const [one, other, reader] = [open(), open(), open()];
    const pages = (from: number) =>
      Array.from({ length: 20 }, (_, i) => seen(`x${from + i}`, `http://a.example/${from + i}`));
    expect(await reader.count('main')).toBe(0);
    await Promise.all([one.write('main', pages(0)), other.write('main', pages(10)), one.write('main', pages(20))]);
    expect(await reader.count('main')).toBe(40);
    expect(
      (
        await reader.search('main', {
          words: [['text']],
          filters: {},
          from: 0,
          size: 1,
        })
      ).total,
    ).toBe(40);
  });

  test('deletes a record completely when its tombstones expire', async () => {
    const db = new DatabaseSync(':memory:');
    let nowMs = 1_000_000;
    const index = sqliteSearchIndex(db, analyzeToString, undefined, undefined, () => nowMs);
    await index.write('main', [seen('x', 'http://a.example/', { at: 1 })]);
    await index.write('main', [{ kind: 'left', id: 'x', url: 'http://a.example/', at: 2 }]);
    const rows = (table: string) => (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    nowMs += 35 * DAY;
    await index.write('main', [seen('y', 'http://b.example/', { at: 3 + 35 * DAY })]);
    expect([rows('record_1'), rows('url_1')]).toEqual([2, 2]);
    nowMs += 2 * DAY;
    await index.write('main', [seen('y', 'http://b.example/', { at: 4 + 35 * DAY })]);
    expect([rows('record_1'), rows('url_1'), rows('words_1_docsize')]).toEqual([1, 1, 1]);
  });

  test('gives each transaction a later time than the one before, also if the clock goes back', async () => {
    let nowMs = 1_000_000;
    const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString, undefined, undefined, () => nowMs);
    await index.write('main', [seen('x', 'http://a.example/')]);
    nowMs = 500;
    await index.write('main', [seen('y', 'http://b.example/')]);
    const changed = await index.changedRecords('main', { before: 2_000_000, size: 9 });
    expect(changed.map(({ id, at }) => [id, at])).toEqual([
      ['x', 1_002_000],
      ['y', 1_002_001],
    ]);
  });

  test('lists the records of an index of an earlier version as changed when it is opened', async () => {
    const db = new DatabaseSync(':memory:');
    const before = sqliteSearchIndex(db, analyzeToString);
    await before.write('main', [seen('x', 'http://a.example/'), seen('y', 'http://b.example/')]);
    await before.write('main', [{ kind: 'left', id: 'x', url: 'http://a.example/', at: Date.UTC(2026, 0, 2) }]);
    await before.write('main', [{ kind: 'left', id: 'never', url: 'http://c.example/', at: 2 }]);
    db.exec('DROP TABLE times_1');
    const startMs = Date.now();
    const index = sqliteSearchIndex(db, analyzeToString);
    const changed = await index.changedRecords('main', { before: startMs, size: 9 });
    expect(changed.map(({ id, record }) => [id, record !== undefined])).toEqual([
      ['y', true],
      ['x', false],
    ]);
    await index.write('main', [seen('z', 'http://c.example/')]);
    expect((await index.changedRecords('main', { before: Date.now() + 9_000, size: 9 })).map(({ id }) => id)).toEqual([
      'y',
      'x',
      'z',
    ]);
  });

  test('lists the records of a rebuilt index as changed after all that the replaced one has listed', async () => {
    let nowMs = 1_000_000;
    const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString, undefined, undefined, () => nowMs);
    await index.write('main', [seen('x', 'http://a.example/')]);
    await index.write('main', [seen('y', 'http://b.example/')]);
    nowMs = 2_000_000;
    index.renewChangeTimes('main');
    index.renewChangeTimes('none');
    const listed = async (before: number) =>
      (await index.changedRecords('main', { from: nowMs, before, size: 9 })).map(({ id }) => id);
    expect(await listed(nowMs + 10_000)).toEqual([]);
    expect(await listed(nowMs + 60_000)).toEqual(['x', 'y']);
  });

  test('rolls back a failed write', async () => {
    const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
    const bad = { ...seen('y', 'http://b.example/'), at: {} as number };
    await expect(index.write('main', [seen('x', 'http://a.example/'), bad])).rejects.toThrow();
    expect(await index.count('main')).toBe(0);
    await index.write('main', [seen('x', 'http://a.example/')]);
    expect(await index.count('main')).toBe(1);
  });
});

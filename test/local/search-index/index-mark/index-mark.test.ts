import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../shared/local/database.ts';
import { findVersionFault } from '../../../../shared/local/search-index/index-mark/index-fault.ts';
import { sqliteIndexMarks } from '../../../../shared/local/search-index/index-mark/sqlite-index-mark.ts';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import { analyzeToString } from '../../../../shared/text/analysis/analyze.ts';
import { seen } from '../../../contracts/search-index.contract.ts';

const db = () => openDatabase(':memory:');
let frontier: ReturnType<typeof db>;
let indexDb: ReturnType<typeof db>;
beforeEach(() => {
  frontier = db();
  indexDb = db();
});
afterEach(() => {
  frontier.close();
  indexDb.close();
});

/** @param isKilled the process is killed between the commit of the index and the mark */
function openIndex(isKilled = false) {
  const marks = sqliteIndexMarks(frontier);
  const index = sqliteSearchIndex(indexDb, analyzeToString, (crawl, version) => {
    if (isKilled) throw new Error('killed');
    marks.raise({ crawl, version, bytes: 1 });
  });
  const fault = () => findVersionFault(indexDb, marks.list());
  return { marks, index, fault };
}
const page = (n: number) => seen(`id${n}`, `http://a.example/${n}`, { text: `moss ${n}` });

test('the mark follows the index, and a kill between both leaves no fault', async () => {
  const { index, marks, fault } = openIndex();
  expect(fault()).toBeUndefined();
  await index.write('bog', [page(1)]);
  await index.write('fen', [page(1)]);
  await index.write('bog', [page(2)]);
  expect(marks.list()).toEqual([
    { crawl: 'bog', version: 2, bytes: 1 },
    { crawl: 'fen', version: 1, bytes: 1 },
  ]);
  await expect(openIndex(true).index.write('bog', [page(3)])).rejects.toThrow('killed');
  expect([marks.list()[0]!.version, fault()]).toEqual([2, undefined]);
  await index.write('bog', [page(3)]);
  expect([marks.list()[0]!.version, fault()]).toEqual([4, undefined]);
});

test('a transaction that fails raises no mark', async () => {
  const { index, marks } = openIndex();
  await index.write('bog', [page(1)]);
  indexDb.exec('DROP TABLE vocabulary_1');
  await expect(index.write('bog', [page(2)])).rejects.toThrow('vocabulary_1');
  expect(marks.list()).toEqual([{ crawl: 'bog', version: 1, bytes: 1 }]);
});

test('marks do not fall when threads arrive late', () => {
  const { marks } = openIndex();
  marks.raise({ crawl: 'bog', version: 7, bytes: 9 });
  marks.raise({ crawl: 'bog', version: 6, bytes: 8 });
  expect(marks.list()).toEqual([{ crawl: 'bog', version: 7, bytes: 8 }]);
});

test('an index without a crawl, or of an earlier version, is behind its marks', async () => {
  const { index, fault } = openIndex();
  await index.write('bog', [page(1)]);
  await index.write('fen', [page(1)]);
  indexDb.exec(`DELETE FROM crawl WHERE name = 'fen'`);
  expect(fault()).toBe('older');
  indexDb.exec(`INSERT INTO crawl (name, version) VALUES ('fen', 1)`);
  expect(fault()).toBeUndefined();
  indexDb.exec('ALTER TABLE crawl DROP COLUMN version');
  expect(fault()).toBe('older');
});

test('a rebuilt index counts on from the mark of the lost one', async () => {
  const { index } = openIndex();
  for (const n of [1, 2, 3]) await index.write('bog', [page(n)]);
  indexDb.close();
  indexDb = db();
  const rebuilt = sqliteSearchIndex(indexDb, analyzeToString);
  await rebuilt.write('bog', [page(1), page(2), page(3)]);
  const { marks } = openIndex();
  expect(findVersionFault(indexDb, marks.list())).toBe('older');
  for (const { crawl, version } of marks.list()) rebuilt.setLeastVersion(crawl, version);
  expect(findVersionFault(indexDb, marks.list())).toBeUndefined();
  await openIndex().index.write('bog', [page(4)]);
  expect(marks.list()[0]!.version).toBe(4);
});

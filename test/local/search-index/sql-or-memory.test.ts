import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexQuery } from '../../../shared/ports/search-index.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const RECORDS = 60;
const LIMITS = { records: 100, hits: 50 };

/** Half of the records have `fen`. @param isOld whether an earlier version has written the records */
async function anIndex(isOld = false) {
  const db = new DatabaseSync(':memory:');
  const open = () => sqliteSearchIndex(db, (text) => text, undefined, LIMITS);
  const text = (i: number) => (i % 2 === 0 ? 'bog fen' : 'bog');
  await open().write(
    'c',
    Array.from({ length: RECORDS }, (_, i) =>
      seen(`r${i}`, `http://a.example/${i}`, { text: text(i), language: 'en' }),
    ),
  );
  if (isOld) db.exec('DROP TABLE frequencies_1');
  const index = open();
  const prepare = vi.spyOn(db, 'prepare');
  /** Returns whether FTS5 has scored a query. */
  const isScoredBySql = async (words: string[], more: Partial<IndexQuery> = {}) => {
    prepare.mockClear();
    await index.search('c', { words: words.map((word) => [word]), filters: {}, from: 0, size: 5, ...more });
    return prepare.mock.calls.some(([sql]) => sql.includes('bm25('));
  };
  return isScoredBySql;
}

test('lets FTS5 score few hits, and ranks many in memory, however small the crawl is', async () => {
  const isScoredBySql = await anIndex();
  expect(await isScoredBySql(['fen'])).toBe(true);
  expect(await isScoredBySql(['bog'])).toBe(false);
  expect(await isScoredBySql(['fen', 'fen'])).toBe(false);
  expect(await isScoredBySql(['fen'], { filters: { language: 'en' } })).toBe(true);
  expect(await isScoredBySql(['bog'], { filters: { language: 'en' } })).toBe(false);
});

test('lets FTS5 score more hits in a folder of an earlier version, which memory would rank slowly', async () => {
  const isScoredBySql = await anIndex(true);
  expect(await isScoredBySql(['bog'])).toBe(true);
  expect(await isScoredBySql(['bog', 'fen'])).toBe(true);
  expect(await isScoredBySql(['bog', 'fen', 'fen'])).toBe(false);
});

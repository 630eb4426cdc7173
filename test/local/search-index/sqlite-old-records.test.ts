import { expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../../shared/search/search.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const HIDDEN = 'pages that an earlier version has indexed are not found; thresher reindex adds them';
const NOT_EXCLUDED = 'pages that an earlier version has indexed count as without it; thresher reindex adds it';

const detailOf = (q: string) => (q.includes(' -') ? NOT_EXCLUDED : HIDDEN);

test.each(['changed:2020-01-01', 'moss OR changed:2020-01-01', 'moss -changed:2020-01-01'])(
  'a search for %s says that an index of an earlier version lacks the days of fetches',
  async (q) => {
    const db = openDatabase(':memory:');
    const index = sqliteSearchIndex(db, (text) => text);
    const ask = async () => (await search({ crawl: 'bogs', q }, { index })).notice?.ignored ?? [];
    await index.write('bogs', [seen('moss', 'http://a.example/')]);
    expect(await ask()).toEqual([]);
    db.exec('UPDATE record_1 SET fetchedDay = NULL');
    await index.write('bogs', [seen('fern', 'http://b.example/')]);
    expect(await ask()).toEqual([{ operator: 'changed:', detail: detailOf(q) }]);
    // A page that is fetched again gets its day.
    await index.write('bogs', [seen('moss', 'http://a.example/', { at: Date.now() })]);
    expect(await ask()).toEqual([]);
  },
);

test.each(['licence:cc0', 'moss OR license:cc0', 'moss -licence:any'])(
  'a search for %s says that an index of an earlier version lacks the licences',
  async (q) => {
    const db = openDatabase(':memory:');
    const index = sqliteSearchIndex(db, (text) => text);
    const ask = async (by = index) => (await search({ crawl: 'bogs', q }, { index: by })).notice?.ignored ?? [];
    await index.write('bogs', [seen('moss', 'http://a.example/')]);
    expect(await ask()).toEqual([]);
    db.exec('DROP INDEX record_1_facets; ALTER TABLE record_1 DROP COLUMN licence');
    const later = sqliteSearchIndex(db, (text) => text);
    expect(await ask(later)).toEqual([{ operator: 'licence:', detail: detailOf(q) }]);
    // A page that is fetched again gets its licence.
    await later.write('bogs', [seen('moss', 'http://a.example/', { at: Date.now(), about: { licence: 'CC0' } })]);
    expect(await ask(later)).toEqual([]);
    expect((await search({ crawl: 'bogs', q: 'licence:cc0' }, { index: later })).total).toBe(1);
  },
);

test('a search without the filter says nothing of it', async () => {
  const db = openDatabase(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  await index.write('bogs', [seen('moss', 'http://a.example/')]);
  db.exec('UPDATE record_1 SET fetchedDay = NULL');
  expect(await search({ crawl: 'bogs', q: 'text' }, { index })).not.toHaveProperty('notice');
});

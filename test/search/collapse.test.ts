import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

test('pages through hosts, and knows the last page', async () => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await index.write(
    'main',
    Array.from({ length: 12 }, (_, i) =>
      seen(`x${i}`, `http://h${i % 4}.example/${i}`, { text: 'red', simhash: '0123456789abcdef' }),
    ),
  );
  const ask = (from: number) =>
    search({ crawl: 'main', q: 'red', collapse: 'host', from, size: 2 }, { index }, { nearBits: 6 });
  const first = await ask(0);
  expect([first.total, first.next, first.hits.map(({ others }) => others)]).toEqual([12, 2, [2, 2]]);
  const last = await ask(2);
  expect([last.hits.length, last.next]).toEqual([2, null]);
  const hosts = [...first.hits, ...last.hits].map(({ host }) => host);
  expect(new Set(hosts).size).toBe(4);
});

test('sorts by date also what relevance would rank otherwise', async () => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await index.write('main', [
    seen('best', 'http://a.example/', { text: 'red', date: '2001' }),
    seen('list', 'http://b.example/', { text: 'red red', date: '2020', genre: 'listing' }),
  ]);
  const ids = async (sort: 'date' | '-date') =>
    (await search({ crawl: 'main', q: 'red', sort }, { index })).hits.map(({ id }) => id);
  expect(await ids('-date')).toEqual(['list', 'best']);
  expect(await ids('date')).toEqual(['best', 'list']);
});

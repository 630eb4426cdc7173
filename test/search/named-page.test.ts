import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { searchCrawls } from '../../shared/search/search-crawls.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const MOSS = 'http://www.moss.example/a/b.html?x=1';
const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
await index.write('main', [
  seen('moss', MOSS, { title: 'Sphagnum', text: 'green' }),
  seen('fen', 'https://fen.example/', { title: 'Wetlands', text: 'wet' }),
  seen('gone', 'http://gone.example/', { unavailableAfter: 1 }),
]);
const ask = (q: string, rest: object = {}) => search({ crawl: 'main', q, ...rest }, { index }, { nowMs: 2 });

test.each([
  [MOSS, 'moss'],
  [` ${MOSS}#part `, 'moss'],
  [MOSS.replace('http:', 'HTTPS:'), 'moss'],
  ['www.moss.example/a/b.html?x=1', 'moss'],
  ['https://fen.example', 'fen'],
  ['fen.example/', 'fen'],
  ['FEN.example/#top', 'fen'],
])('names the page of the URL %s', async (q, id) => {
  const { page } = await ask(q);
  expect(page).toMatchObject({ id, title: id === 'moss' ? 'Sphagnum' : 'Wetlands' });
});

test.each([
  'http://fen.example/other',
  'http://gone.example/',
  'fen.example',
  'Node.js',
  'and/or',
  'https://',
  'http://[',
  'see https://fen.example/',
  '',
])('names no page for %j', async (q) => {
  expect(await ask(q)).not.toHaveProperty('page');
});

test('names a page with the first hits only, and not if it is the first of them', async () => {
  expect(await ask(MOSS, { from: 1 })).not.toHaveProperty('page');
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await own.write('main', [seen('a', 'http://fen.example/', { title: 'fen.example' })]);
  const { hits, page } = await search({ crawl: 'main', q: 'http://fen.example/' }, { index: own });
  expect([hits.map(({ id }) => id), page]).toEqual([['a'], undefined]);
});

test('names the crawl of the page if several are searched', async () => {
  const { page } = await searchCrawls(['other', 'main'], { q: MOSS }, ({ crawl, ...rest }) =>
    search({ crawl, ...rest }, { index }),
  );
  expect(page).toEqual({ id: 'moss', url: MOSS, title: 'Sphagnum', crawl: 'main' });
});

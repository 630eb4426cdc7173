import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { identifierOf } from '../../shared/search/identifiers/identifier.ts';
import { search } from '../../shared/search/search.ts';
import { searchCrawls } from '../../shared/search/search-crawls.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const MOSS = 'http://www.moss.example/a/b.html?x=1';
const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
await index.write('main', [
  seen('moss', MOSS, { title: 'Sphagnum', text: 'green' }),
  seen('fen', 'https://fen.example/', { title: 'Wetlands', text: 'wet' }),
  seen('staff', 'http://intranet:8080/staff', { title: 'Wetlands', text: 'wet wet' }),
  seen('stage', 'http://127.0.0.1:8080/', { title: 'Wetlands', text: 'wet wet wet' }),
  seen('gone', 'http://gone.example/', { unavailableAfter: 1 }),
  seen('paper', 'http://journal.example/7', {
    title: 'Growth',
    about: { doi: '10.5555/Moss.2021-07', issn: '2049-3630' },
  }),
  seen('other', 'http://journal.example/8', { title: 'Decay', about: { doi: '10.5555/moss.2021.07' } }),
  seen('citing', 'http://list.example/', { text: 'We read doi:10.5555/moss.2021-07 in 2021.' }),
  seen('book', 'http://book.example/', { text: 'ISBN 978-3-16-148410-0, bound.' }),
  seen('declared', 'http://declared.example/', { about: { isbn: '9780306406157' } }),
  seen('wrong hyphens', 'http://shop.example/', { text: 'ISBN-13: 978-0306406157' }),
  seen('new book', 'http://new.example/', { text: 'It has the ISBN 979-8-88888-888-9.' }),
  seen('old book', 'http://old.example/', { text: 'The number is 316148410X.' }),
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
  ['intranet:8080/staff', 'staff'],
  ['127.0.0.1:8080/', 'stage'],
])('names the page of the URL %s', async (q, id) => {
  const { page } = await ask(q);
  expect(page).toMatchObject({ id, title: id === 'moss' ? 'Sphagnum' : 'Wetlands' });
});

test.each([
  '10.5555/moss.2021-07',
  'doi:10.5555/moss.2021-07',
  'DOI 10.5555/MOSS.2021-07.',
  'https://doi.org/10.5555/moss.2021-07',
  'dx.doi.org/10.5555/moss.2021-07',
])('names the page that declares the DOI %s, and finds those that have it', async (q) => {
  const { page, hits } = await ask(q);
  // Words of both papers are the same; those that only cite one come as hits.
  expect([page?.id, hits[0]?.id]).toContain('paper');
  expect(hits.map(({ id }) => id).sort()).toEqual(['citing', 'other', 'paper']);
});

test.each([
  ['2049-3630', ['paper']],
  ['ISSN: 2049-3630', ['paper']],
  ['2049\u20133630', ['paper']],
  ['e-ISSN 2049\u00ad3630.', ['paper']],
  ['２０４９－３６３０', ['paper']],
  ['2049 3630', ['paper']],
  ['ISSN 20493630', ['paper']],
  ['978-3-16-148410-0', ['book', 'old book']],
  ['978\u20103\u201116\u2212148410\u20140', ['book', 'old book']],
  ['978 \u2013 3 16\u00a0148410\u00ad0', ['book', 'old book']],
  ['ISBN 9783161484100', ['book', 'old book']],
  ['urn:isbn:9783161484100', ['book', 'old book']],
  ['3-16-148410-X', ['book', 'old book']],
  ['isbn 316148410x', ['book', 'old book']],
  ['9780306406157', ['declared', 'wrong hyphens']],
  ['0-306-40615-2', ['declared', 'wrong hyphens']],
  ['9798888888889', ['new book']],
  ['doi:10.5555/unknown.2021', []],
])('finds the pages with the identifier %s', async (q, ids) => {
  const { hits, page } = await ask(q);
  expect(hits.map(({ id }) => id).sort()).toEqual(ids);
  expect(page).toBeUndefined();
});

test.each([
  ['2021-2023', 'has two years'],
  ['2049-3631', 'has another check digit'],
  ['978-3-16-148410-1', 'has another check digit'],
  ['20493630', 'may be any number'],
  ['moss 10.5555/moss.2021-07', 'has words beside it'],
  ['10.5555 moss', 'is no DOI'],
  [`10.5555/${'7'.repeat(400)}`, 'is longer than an identifier'],
])('searches %j as words, because it %s', (q) => {
  expect(identifierOf(q)).toBeUndefined();
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

import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexQuery, SearchIndex } from '../../../shared/ports/search-index.ts';
import { search } from '../../../shared/search/search.ts';
import { searchCrawls } from '../../../shared/search/search-crawls.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const ask = (q: string, rest: object = {}) => search({ crawl: 'main', q, ...rest }, { index });

beforeAll(async () => {
  const page = (name: string) =>
    seen(name, `http://${name}.example/`, { title: name, text: 'A plant.', classes: [{ class: name, score: 3 }] });
  await index.write('main', ['CP.Drosera', 'CP.Drosophyllum', 'Moss', 'CP.Nepenthes'].map(page));
  await index.write('bogs', ['Peat'].map(page));
});

test.each([
  ['class:Drosera', ['class:Drosera: no page has this class; similar classes are CP.Drosera']],
  ['class:cp.drosera', ['class:cp.drosera: no page has this class; similar classes are CP.Drosera']],
  ['plant class:MOSS', ['class:MOSS: no page has this class; similar classes are Moss']],
  [
    '+plant +(class:Mos OR class:Nepentes)',
    [
      'class:Mos: no page has this class; similar classes are Moss',
      'class:Nepentes: no page has this class; similar classes are CP.Nepenthes',
    ],
  ],
  ['class:Zygomorphous', ['class:Zygomorphous: no page has this class']],
  // A class above those of pages.
  ['class:CP', []],
  ['class:Moss sedge class:CP', []],
  // Something is found.
  ['plant -class:Drosera', []],
  ['class:Drosera OR class:Moss', []],
])('a search for %s names classes: %j', async (q, named) => {
  const { notice } = await ask(q);
  expect((notice?.ignored ?? []).map(({ operator, detail }) => `${operator}: ${detail}`)).toEqual(named);
});

test('names classes for a filter of the request', async () => {
  const { total, notice } = await ask('plant', { class: 'drosera' });
  expect([total, notice?.ignored]).toEqual([
    0,
    [{ operator: 'class:drosera', detail: 'no page has this class; similar classes are CP.Drosera' }],
  ]);
});

test('names at most five classes, the nearest first', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const names = ['A.Mossy', 'A.moss', 'B.Moss', 'C.Moss', 'D.Moss', 'E.Moss', 'F.Fern'];
  await own.write(
    'main',
    names.map((name) => seen(name, `http://${name}.example/`, { classes: [{ class: name, score: 1 }] })),
  );
  const { notice } = await search({ crawl: 'main', q: 'class:Moss' }, { index: own });
  const near = notice!.ignored[0]!.detail.replace(/.* are /, '').split(', ');
  expect(near).toHaveLength(5);
  expect(new Set(near)).toEqual(new Set(['A.moss', 'B.Moss', 'C.Moss', 'D.Moss', 'E.Moss']));
});

test('of crawls that are searched together, each class of one of them is known', async () => {
  const together = (q: string) => searchCrawls(['main', 'bogs'], { q }, (request) => search(request, { index }));
  expect(await together('class:Peat')).not.toHaveProperty('notice');
  expect((await together('class:PEAT')).notice?.ignored).toEqual([
    { operator: 'class:PEAT', detail: 'no page has this class; similar classes are Peat' },
  ]);
});

/** Searches crawls together and returns the searches of the index. */
async function indexSearches(crawls: readonly string[], q: string) {
  const queries: IndexQuery[] = [];
  const counting: SearchIndex = {
    ...index,
    search(crawl, query) {
      queries.push(query);
      return index.search(crawl, query);
    },
  };
  await searchCrawls(crawls, { q }, (request) => search(request, { index: counting }));
  return queries;
}

const comparesClasses = ({ facets }: IndexQuery) => facets?.names.includes('class') ?? false;

test('looks up classes once for all crawls, so the searches grow with their number and not with its square', async () => {
  const crawls = ['main', 'bogs', ...Array.from({ length: 14 }, (_, i) => `empty${i}`)];
  const searchesOf = async (n: number) => (await indexSearches(crawls.slice(0, n), 'class:PEAT')).length;
  const [four, eight, sixteen] = [await searchesOf(4), await searchesOf(8), await searchesOf(16)];
  expect(sixteen - eight).toBe(2 * (eight - four));
  expect((await indexSearches(crawls, 'class:PEAT')).filter(comparesClasses)).toHaveLength(crawls.length);
});

test('looks up no classes if one of several crawls has hits', async () => {
  const q = 'class:Peat OR class:Mos';
  const { total, notice } = await searchCrawls(['main', 'bogs'], { q }, (request) => search(request, { index }));
  expect([total, notice]).toEqual([1, undefined]);
  expect((await indexSearches(['main', 'bogs'], q)).filter(comparesClasses)).toEqual([]);
});

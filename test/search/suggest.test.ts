import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { suggest } from '../../shared/search/suggest.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const PAGES: [language: string, title: string][] = [
  ['de', 'Café an der Isar'],
  ['de', 'Cafe am Markt'],
  ['de', 'München leuchtet'],
  ['de', 'Straße'],
  ['da', 'Ærøskøbing'],
  ['tr', 'İstanbul ve ağaç'],
  ['vi', 'Việt Nam'],
  ['pl', 'Łódź'],
  ['ru', 'Ёлка'],
  ['el', 'Ήλιος'],
  ['ar', 'أحمد'],
  ['fa', 'كتاب'],
];

beforeAll(async () => {
  await index.write(
    'main',
    PAGES.map(([language, title], i) => seen(`p${i}`, `http://a.example/${i}`, { title, text: title, language })),
  );
});

const suggested = async (q: string, languages: string[]) =>
  (await suggest({ crawl: 'main', q, size: 8 }, index, languages)).map(({ query }) => query);

test.each<[typed: string, languages: string[], suggested: string[]]>([
  ['das cafe', ['de'], ['das café']],
  ['das café', ['de'], []],
  ['caf', ['de'], ['cafe', 'café']],
  ['munchen', ['de'], ['münchen']],
  ['Muenchen', ['de', 'en'], ['münchen']],
  ['strasse', ['de'], ['straße']],
  ['aeroskobing', ['da'], ['ærøskøbing']],
  ['istanb', ['tr'], ['istanbul']],
  ['agac', ['tr'], ['ağaç']],
  ['viet', ['vi'], ['việt']],
  ['lodz', ['pl'], ['łódź']],
  ['елка', ['en'], ['ёлка']],
  ['ηλιος', ['en'], ['ήλιος']],
  ['احمد', ['en'], ['أحمد']],
  ['کتاب', ['en'], ['كتاب']],
])('%s suggests words with other spellings', async (typed, languages, expected) => {
  expect(await suggested(typed, languages)).toEqual(expected);
});

test.each([
  ['cafe', ['de'], 'p0'],
  ['Muenchen', ['de', 'en'], 'p2'],
  ['aeroskobing', ['da'], 'p4'],
  ['елка', ['en'], 'p8'],
  ['احمد', ['en'], 'p10'],
])('the search finds what is suggested for %s', async (q, languages, id) => {
  const { hits } = await search({ crawl: 'main', q }, { index }, { languages });
  expect(hits.map((hit) => hit.id)).toContain(id);
});

test('spells umlauts out in German only', async () => {
  expect(await suggested('muenchen', ['en', 'sv'])).toEqual([]);
});

test('suggests words with the accents that were typed first', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const titles = [
    'Öppettider',
    ...Array.from({ length: 30 }, (_, i) => `Options op${'abcdefghijklmnopqrstuvwxyzåäö'[i] ?? 'zz'}x`),
  ];
  await pages.write(
    'main',
    titles.map((title, i) => seen(`p${i}`, `http://a.example/${i}`, { title, text: `${title} ${i}`, language: 'sv' })),
  );
  const begun = async (q: string) => (await suggest({ crawl: 'main', q, size: 2 }, pages, ['en', 'sv']))[0]?.query;
  expect(await begun('öp')).toBe('öppettider');
  expect(await begun('op')).toBe('options');
});

test('suggests words of pages with the preceding words first', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const titles = [...Array.from({ length: 9 }, (_, i) => `Visitors in ${2010 + i}`), 'Guidade visningar för skolor'];
  await pages.write(
    'main',
    titles.map((title, i) => seen(`p${i}`, `http://a.example/${i}`, { title, text: `${title}.`, language: 'sv' })),
  );
  const begun = async (q: string) => await suggest({ crawl: 'main', q, size: 8 }, pages, ['sv', 'en']);
  expect(await begun('guidade vis')).toEqual([
    { query: 'guidade visningar', records: 1 },
    { query: 'guidade visitors', records: 9 },
    { query: 'Guidade visningar för skolor', records: 1 },
  ]);
  expect(await begun('"guidad vis')).toMatchObject([{ query: '"guidad visningar' }, {}]);
  expect(await begun('-guidade vis')).toMatchObject([{ query: '-guidade visitors' }, {}]);
  expect(await begun('guidade OR moss vis')).toMatchObject([{ query: 'guidade OR moss visitors' }, {}]);
  expect(await begun('site:a.example guidade vis')).toMatchObject([{ query: 'site:a.example guidade visningar' }, {}]);
  expect(await begun('nothing vis')).toMatchObject([{ query: 'nothing visitors' }, { query: 'nothing visningar' }]);
  expect(await begun('vis')).toMatchObject([{ query: 'visitors' }, { query: 'visningar' }]);
});

test('suggests the titles that contain several words as they were typed', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const titles = [
    ...['The Venus flytrap in winter', 'Care of the Vénus  Flytrap', 'Care of the Vénus Flytrap', 'Venus Flytrap'],
    ...[
      'Venus and the flytrap',
      'Intravenus flytraps',
      'Venus flytrap AND sundew',
      `Venus flytrap ${'moss '.repeat(30)}`,
    ],
  ];
  const flytraps = titles.map((title, i) =>
    seen(`p${i}`, `http://a.example/${i}`, { title, text: `Text ${i}.`, language: 'en' }),
  );
  const passing = { title: 'Venus flytrap sale', text: 'Sale.', language: 'en', unavailableAfter: 1 };
  await pages.write('main', [...flytraps, seen('passing', 'http://a.example/sale', passing)]);
  const begun = async (q: string, size = 8) => {
    const found = await suggest({ crawl: 'main', q, size }, pages, ['en']);
    // The completed queries begin as they were typed.
    return found.filter(({ query }) => /^[A-Z]/.test(query));
  };
  const [care, winter] = [
    { query: 'Care of the Vénus Flytrap', records: 2 },
    { query: 'The Venus flytrap in winter', records: 1 },
  ];
  const byQuery = (a: { query: string }, b: { query: string }) => (a.query < b.query ? -1 : 1);
  expect((await begun('venus fly')).sort(byQuery)).toEqual([care, winter]);
  expect((await begun('venus flytrap')).sort(byQuery)).toEqual([care, winter]);
  expect(await begun('venus fly', 2)).toHaveLength(1);
  expect(await begun('venus')).toEqual([]);
});

test('suggests no title that is a completed query', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const titles = ['Slow sundews', 'Slow sundews!', 'Slow sundials', 'Slow sundowns', 'Slow sundowns of the bog'];
  await pages.write(
    'main',
    titles.map((title, i) => seen(`p${i}`, `http://a.example/${i}`, { title, text: `Text ${i}.`, language: 'en' })),
  );
  const begun = async (size: number) =>
    (await suggest({ crawl: 'main', q: 'slow sund', size }, pages, ['en'])).map(({ query }) => query);
  expect((await begun(8)).sort()).toEqual([
    ...['Slow sundowns of the bog', 'slow sundews', 'slow sundials', 'slow sundowns'],
  ]);
  // A word that has no place leaves it to its title.
  const three = (await begun(2)).map((query) => query.toLowerCase());
  expect(new Set(three).size).toBe(2);
});

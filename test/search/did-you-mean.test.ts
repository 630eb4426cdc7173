import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { WordQuery } from '../../shared/ports/search-index.ts';
import { didYouMean } from '../../shared/search/did-you-mean.ts';
import { search } from '../../shared/search/search.ts';
import { suggest } from '../../shared/search/suggest.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);

beforeAll(async () => {
  const page = (id: string, title: string) => seen(id, `http://${id}.example/`, { title, text: title, language: 'en' });
  await index.write('main', [
    ...Array.from({ length: 12 }, (_, i) => page(`c${i}`, 'Carnivorous plants of the bogs')),
    page('p', 'Planets'),
    page('m', 'A moss'),
  ]);
});

const corrected = async (q: string) => (await didYouMean('main', q, index, ['en']))?.query;

test.each([
  ['carnviorous', 'carnivorous'],
  ['Carnivorus PLNATS', 'carnivorous plants'],
  ['"carnivorus plants" -moss', '"carnivorous plants" -moss'],
  ['(arnivorous OR moss) AND bogs', '(carnivorous OR moss) AND bogs'],
  ['planets', 'plants'],
  ['title:moss planst', 'title:moss plants'],
])('%s: offers %s', async (q, query) => {
  expect(await corrected(q)).toBe(query);
});

test.each([
  'carnivorous plants',
  'title:plnts',
  'plnts*',
  'plnts~',
  'mos',
  'zzzzzzzz',
  '',
  'http://plnts.example/',
  '植物',
])('offers nothing for %s', async (q) => {
  expect(await corrected(q)).toBeUndefined();
});

test.each([
  ['Bibliothek', ['de'], '*bibliothek'],
  ['alte Bibliothek', ['en', 'de'], 'alte *bibliothek'],
  ['Rechtsschutz', ['de'], 'rechtsschutz*'],
  ['Versicherung', ['de'], '*versicherung'],
  // The word is more frequent than its compounds, or is not searched by itself.
  ['Moore', ['de'], undefined],
  ['"alte Bibliothek"', ['de'], undefined],
  // A pattern would stand for more than the word.
  ['Bibliothek-Ausweis', ['de'], undefined],
  ['Ausweis/Bibliothek', ['de'], undefined],
  // Compounds of English are several words.
  ['Bibliothek', ['en'], undefined],
])('offers compounds for %s in %j: %s', async (q, languages, query) => {
  const german = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const texts = ['Universitätsbibliothek', 'Rechtsschutzversicherungen', 'Moore', 'Hochmoore', 'alte Briefe'];
  await german.write(
    'main',
    texts.map((text, i) => seen(`${i}`, `http://${i}.example/`, { text, language: 'de' })),
  );
  const offered = await didYouMean('main', q, german, languages);
  expect(offered?.query).toBe(query);
  if (offered)
    expect((await search({ crawl: 'main', q: offered.query }, { index: german }, { languages })).total).toBeGreaterThan(
      0,
    );
});

test('offers no compounds for a word with a short stem, which other words end in by chance', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const texts = ['Semikolon', 'Klon', 'Salon', 'Ballon', 'Gehaltslöhne'];
  await pages.write(
    'main',
    texts.map((text, i) => seen(`${i}`, `http://${i}.example/`, { text, language: 'de' })),
  );
  expect(await didYouMean('main', 'löner', pages, ['sv', 'de'])).toBeUndefined();
});

test('offers no stop word, which a search does not look for', async () => {
  const pages = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, title: string) =>
    seen(id, `http://${id}.example/`, { title, text: `${title} ${id}`, language: 'de' });
  const frequent = Array.from({ length: 12 }, (_, i) => page(`w${i}`, 'Wenn Moore wachsen'));
  await pages.write('main', [...frequent, page('o', 'Das Moor')]);
  expect(await didYouMean('main', 'Wann wachsen Moore', pages, ['de'])).toBeUndefined();
  expect((await didYouMean('main', 'Wann wachsenn Moore', pages, ['de']))?.query).toBe('Wann wachsen Moore');
});

test('names what it replaces, and searches for what was asked', async () => {
  const answer = await search({ crawl: 'main', q: 'mosss' }, { index });
  expect(answer).toMatchObject({ total: 0, didYouMean: { query: 'moss', replaced: [{ word: 'mosss', by: 'moss' }] } });
  expect(await search({ crawl: 'main', q: 'moss' }, { index })).not.toHaveProperty('didYouMean');
});

test.each([
  ['planst', undefined],
  ['Planst moss', undefined],
  // A word of a text of several words, and another form of a word.
  ['mossy', undefined],
  ['carnviorous planst', 'carnivorous planst'],
])('does not replace words of synonyms: %s', async (q, query) => {
  const synonyms = [
    ['planst', 'sundew'],
    ['the wettest mossies', 'bog'],
  ];
  const answer = await search({ crawl: 'main', q }, { index }, { synonyms });
  expect(answer.didYouMean?.query).toBe(query);
});

test('suggests words of titles for the last word, without stop words', async () => {
  const ask = async (q: string, size = 5) =>
    (await suggest({ crawl: 'main', q, size }, index, ['en'])).map(({ query, records }) => `${query} ${records}`);
  expect(await ask('pl')).toEqual(['plants 12', 'planets 1']);
  expect(await ask('pl', 1)).toEqual(['plants 12']);
  expect(await ask('moss AND "Carn')).toEqual(['moss AND "carnivorous 12']);
  expect(await ask('th')).toEqual([]);
  expect(await ask('of')).toEqual([]);
  for (const q of ['', 'moss ', 'lang:e', 'moss']) expect(await ask(q)).toEqual([]);
  for (const before of ["l'", 'l’', 'node.', '(', '"'])
    expect(await ask(`${before}pl`, 1)).toEqual([`${before}plants 12`]);
});

test('suggests and corrects words with composed and with combining marks alike', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const pages = ['Ångström', 'Ångström'.normalize('NFD')].map((title, i) =>
    seen(`a${i}`, `http://a${i}.example/`, { title, text: 'physics' }),
  );
  await own.write('main', pages);
  for (const q of ['ångs', 'ångs'.normalize('NFD'), 'ÅNGS'])
    expect(await suggest({ crawl: 'main', q, size: 5 }, own, [])).toEqual([{ query: 'ångström', records: 2 }]);
  expect((await didYouMean('main', 'ångströn'.normalize('NFD'), own, ['en']))?.query).toBe('ångström');
});

test('suggests words that begin with a Turkish İ', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await own.write('main', [seen('a', 'http://a.example/', { title: 'İstanbul', text: 'x' })]);
  for (const q of ['istan', 'İstan', 'ISTAN'])
    expect(await suggest({ crawl: 'main', q, size: 5 }, own, [])).toEqual([{ query: 'istanbul', records: 1 }]);
});

test('looks up no word that is longer than those of titles, and at most three words', async () => {
  const asked: WordQuery[] = [];
  const counting = {
    titleWords: async (_crawl: string, query: WordQuery) => {
      asked.push(query);
      return [];
    },
    countMatches: index.countMatches,
    search: index.search,
  };
  const long = 'pl'.repeat(30);
  expect(await suggest({ crawl: 'main', q: long, size: 5 }, counting, [])).toEqual([]);
  expect(await didYouMean('main', long, counting, [])).toBeUndefined();
  expect(asked).toEqual([]);
  await didYouMean('main', 'aaaaa bbbbb ccccc ddddd eeeee', counting, []);
  expect(new Set(asked.map((query) => 'similarTo' in query && query.similarTo)).size).toBe(3);
});

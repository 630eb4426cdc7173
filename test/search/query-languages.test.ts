import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { queryLanguages } from '../../shared/search/query-languages.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

/** An index that has the languages, and counts how often it was asked for them. */
function indexOf(...languages: string[]) {
  const index = {
    calls: 0,
    languages: async () => {
      index.calls++;
      return languages;
    },
  };
  return index;
}

test.each<[string, string[], string[], string[]]>([
  ['those that the settings name', ['sv'], ['en', 'de'], ['sv']],
  ['those of the pages, in the order of their frequency', [], ['de', 'en'], ['de', 'en']],
  ['no languages without rules, and none that the script of a word tells', [], ['und', 'ru', 'af', 'de', 'ar'], ['de']],
  ['English if there is no other', [], ['zh', 'und'], ['en']],
  ['English for an empty index', [], [], ['en']],
])('reads queries in %s', async (_, named, pages, expected) => {
  expect(await queryLanguages(indexOf(...pages), () => 0)('main', named)).toEqual(expected);
});

test('reads queries in at most 12 languages', async () => {
  const pages = 'ca cs da de en es et eu fi fr ga hr hu id it'.split(' ');
  expect(await queryLanguages(indexOf(...pages), () => 0)('main', [])).toEqual(pages.slice(0, 12));
});

test('asks an index for its languages once a minute', async () => {
  let now = 0;
  const index = indexOf('de');
  const languagesOf = queryLanguages(index, () => now);
  for (now of [0, 1_000, 59_999]) await languagesOf('main', []);
  expect(index.calls).toBe(1);
  now = 60_000;
  await languagesOf('main', []);
  expect(index.calls).toBe(2);
  await languagesOf('other', []);
  expect(index.calls).toBe(3);
});

test('asks again after a failure', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(['de'])];
  const languagesOf = queryLanguages({ languages: () => answers.shift()! }, () => 0);
  await expect(languagesOf('main', [])).rejects.toThrow('away');
  expect(await languagesOf('main', [])).toEqual(['de']);
});

test('finds the words of pages in several languages as they are written there', async () => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, language: string, text: string) => seen(id, `http://${id}.example/`, { language, text });
  await index.write('main', [
    page('a', 'en', 'universities'),
    page('b', 'de', 'Kindergärten'),
    page('c', 'sv', 'böcker'),
    page('d', 'tr', 'kitaplar'),
  ]);
  const languages = await queryLanguages(index, () => 0)('main', []);
  const find = async (q: string) =>
    (await search({ crawl: 'main', q }, { index }, { languages })).hits.map(({ id }) => id).join();
  expect(await Promise.all(['university', 'Kindergärten', 'böcker', 'kitaplar', 'kitap'].map(find))).toEqual([
    'a',
    'b',
    'c',
    'd',
    'd',
  ]);
});

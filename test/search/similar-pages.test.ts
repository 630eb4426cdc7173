import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { similarPages } from '../../shared/search/similar-pages.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const [ONE, NEAR] = ['0123456789abcdef', '0123456789abcdee'];

beforeAll(async () => {
  const page = (id: string, title: string, text: string, rest = {}) =>
    seen(id, `http://${id}.example/`, { title, text, language: 'en', ...rest });
  await index.write('main', [
    page('sundew', 'Sundews', 'Sundews are carnivorous plants with sticky leaves.', { simhash: ONE }),
    page('mirror', 'Sundews', 'Sundews are carnivorous plants with sticky leaves!', { simhash: NEAR }),
    page('traps', 'Sticky traps', 'Sticky leaves of carnivorous sundews catch flies.'),
    page('gone', 'Sticky sundews', 'Sundews with sticky leaves.', { unavailableAfter: 5 }),
    page('moss', 'Moss', 'Plants of the forest.'),
    page('cars', 'Cars', 'Engines and wheels.'),
    page('alone', 'Xylophone', 'Zither.'),
  ]);
});

const similarTo = async (id: string, size = 5) => {
  const record = (await index.get('main', id))!;
  return (await similarPages('main', record, index, { size, nowMs: 10 })).map((page) => page.id);
};

test('finds pages with the typical words of a page, without near-duplicates and pages that are no longer available', async () => {
  expect(await similarTo('sundew')).toEqual(['traps', 'moss']);
  expect(await similarTo('sundew', 1)).toEqual(['traps']);
});

test('finds nothing for a page whose words no other page has', async () => {
  expect(await similarTo('alone')).toEqual([]);
});

import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const SYNONYMS = [
  ['Handy', 'Mobiltelefon'],
  ['holidays', 'Urlaub', 'semester'],
];

beforeAll(async () => {
  const page = (id: string, language: string, title: string, text: string) =>
    seen(id, `http://${id}.example/`, { title, text, language });
  await index.write('main', [
    page('phones', 'de', 'Mobiltelefone', 'Alte Mobiltelefone und ein Vertrag.'),
    page('handy', 'de', 'Notizen', 'Das Handy liegt im Büro.'),
    page('urlaub', 'de', 'Antrag', 'Der Urlaub wird beantragt.'),
    page('semester', 'sv', 'Semesterpolicy', 'Semestern ska sökas i tid.'),
    page('other', 'de', 'Vertrag', 'Ein Vertrag über Strom.'),
  ]);
});

const found = async (q: string, synonyms = SYNONYMS) => {
  const { hits } = await search({ crawl: 'main', q }, { index }, { languages: ['de', 'sv', 'en'], synonyms });
  return hits.map(({ id }) => id).sort();
};

test.each([
  ['Handy', ['handy', 'phones']],
  ['Handys', ['handy', 'phones']],
  ['mobiltelefon', ['handy', 'phones']],
  ['holiday', ['semester', 'urlaub']],
  ['+handy vertrag', ['handy', 'phones']],
  ['handy AND vertrag', ['phones']],
  ['title:handy', ['phones']],
  ['vertrag -handy', ['other']],
  ['"das Handy"', ['handy']],
  ['Strom', ['other']],
])('%s finds pages with synonyms of its words', async (q, expected) => {
  expect(await found(q)).toEqual(expected);
});

test('words without synonyms are searched alone', async () => {
  expect(await found('Handy', [])).toEqual(['handy']);
});

test('a page with all words of a query by their synonyms comes before pages with some', async () => {
  const { hits } = await search(
    { crawl: 'main', q: 'Handy Vertrag' },
    { index },
    { languages: ['de'], synonyms: SYNONYMS },
  );
  expect(hits[0]?.id).toBe('phones');
  expect(hits[0]?.marks.length).toBeGreaterThan(1);
});

test.each([
  [[['VPN', 'Fernzugang']], undefined],
  [[['휴가', 'holidays']], 'a single word'],
  [[['отпуск', 'Ferien']], undefined],
  [[['休暇', 'holidays']], 'a single word'],
  [[['E-Mail', 'Mail']], 'a single word'],
  [[['PC', 'personal computer']], 'a single word'],
  [[['PC']], '2'],
])('synonyms %j are valid, or refused with a reason: %s', (synonyms, fault) => {
  const read = () => readSettings({ seeds: ['http://a.example/'], search: { synonyms } });
  if (fault === undefined) expect(read().search.synonyms).toEqual(synonyms);
  else expect(read).toThrow(fault);
});

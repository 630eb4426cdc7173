import { beforeAll, describe, expect, test } from 'vitest';
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

describe('synonyms of several words', () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const groups = [
    ['RDM', 'research data management', 'Forschungsdatenmanagement'],
    ['E-Mail', 'electronic mail'],
    ['FAQ', 'questions and answers'],
    ['休暇', 'holidays'],
  ];

  beforeAll(async () => {
    const texts: Record<string, string> = {
      abbreviated: 'An RDM policy of the university.',
      spelt: 'A policy for research data management and more.',
      parts: 'The management of data. A policy for research.',
      policy: 'Our policy.',
      email: 'Send an email.',
      electronic: 'Electronic mail and paper.',
      faq: 'The FAQ of the shop.',
      answers: 'Questions and answers of the shop.',
      japanese: '休暇について',
      holiday: 'A holiday in spring.',
    };
    await own.write(
      'main',
      Object.entries(texts).map(([id, text]) =>
        seen(id, `http://${id}.example/`, { title: 'Page', text, language: id === 'japanese' ? 'ja' : 'en' }),
      ),
    );
  });

  const ask = (q: string, rest = {}) =>
    search({ crawl: 'main', q, ...rest }, { index: own }, { languages: ['en', 'de'], synonyms: groups });
  const ids = async (q: string, rest = {}) => (await ask(q, rest)).hits.map(({ id }) => id).sort();

  test.each([
    ['RDM', ['abbreviated', 'spelt']],
    ['Forschungsdatenmanagement', ['abbreviated', 'spelt']],
    ['"research data management"', ['abbreviated', 'spelt']],
    ['"research data"', ['spelt']],
    ['+RDM policy', ['abbreviated', 'spelt']],
    ['RDM AND policy', ['abbreviated', 'spelt']],
    ['text:RDM', ['abbreviated', 'spelt']],
    ['policy -RDM', ['parts', 'policy']],
    ['RDM policy', ['abbreviated', 'parts', 'policy', 'spelt']],
    ['research data management', ['abbreviated', 'parts', 'spelt']],
    ['data management', ['parts', 'spelt']],
    ['rdm*', ['abbreviated']],
    ['email', ['electronic', 'email']],
    ['e-mail', ['electronic', 'email']],
    ['"electronic mail"', ['electronic', 'email']],
    ['FAQ', ['answers', 'faq']],
    ['"questions and answers"', ['answers', 'faq']],
    ['休暇', ['holiday', 'japanese']],
    ['holidays', ['holiday', 'japanese']],
  ])('%s finds %j', async (q, expected) => {
    expect(await ids(q)).toEqual(expected);
    expect(await ids(q, { sort: '-fetched' })).toEqual(expected);
  });

  test('pages with all words of a query by their synonyms come first', async () => {
    for (const q of ['RDM policy', 'research data management policy']) {
      const { hits } = await ask(q);
      const first = hits.slice(0, q.startsWith('RDM') ? 2 : 3).map(({ id }) => id);
      expect(first).toEqual(expect.arrayContaining(['abbreviated', 'spelt']));
    }
  });

  test('hits mark the words of synonyms', async () => {
    const { hits } = await ask('RDM');
    const marked = hits.map(({ snippet, marks }) => marks.map(([start, end]) => snippet.slice(start, end)).join(' '));
    expect(marked.sort()).toEqual(['RDM', 'research data management']);
  });

  test('the score of a page with the phrase is that of a word', async () => {
    const { hits } = await ask('RDM', { explain: true });
    const spelt = hits.find(({ id }) => id === 'spelt')!;
    const words = spelt.explanation!.filter(({ part }) => part === 'word').map((part) => part.words);
    expect(words).toEqual(['research data manag']);
  });
});

test.each([
  [[['VPN', 'Fernzugang']], undefined],
  [[['휴가', 'holidays']], undefined],
  [[['отпуск', 'Ferien']], undefined],
  [[['休暇', 'holidays']], undefined],
  [[['E-Mail', 'Mail']], undefined],
  [[['PC', 'personal computer']], undefined],
  [[['PC', '---']], 'a word'],
  [[['PC', '']], 'a word'],
  [[['PC']], '2'],
])('synonyms %j are valid, or refused with a reason: %s', (synonyms, fault) => {
  const read = () => readSettings({ seeds: ['http://a.example/'], search: { synonyms } });
  if (fault === undefined) expect(read().search.synonyms).toEqual(synonyms);
  else expect(read).toThrow(fault);
});

test('a word in one finds pages that write it with a hyphen, and the reverse', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, language: string, text: string) =>
    seen(id, `http://${id}.example/`, { title: id, text, language });
  await own.write('main', [
    page('hyphen', 'de', 'Schreiben Sie eine E-Mail an das Büro.'),
    page('inOne', 'en', 'Send an email to the office.'),
    page('apart', 'en', 'The mail has the letter e.'),
  ]);
  const ids = async (q: string) => {
    const { hits } = await search({ crawl: 'main', q }, { index: own }, { languages: ['en', 'de'] });
    return hits.map(({ id }) => id).sort();
  };
  expect(await ids('email')).toEqual(['hyphen', 'inOne']);
  expect(await ids('+Emails')).toEqual(['hyphen', 'inOne']);
  expect(await ids('"e-mail"')).toEqual(['hyphen', 'inOne']);
  expect(await ids('mail -email')).toEqual(['apart']);
  const { hits } = await search({ crawl: 'main', q: 'email' }, { index: own });
  const { snippet, marks } = hits.find(({ id }) => id === 'hyphen')!;
  expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual(['E', 'Mail']);
});

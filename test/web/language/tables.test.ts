import { describe, expect, test } from 'vitest';
import { GENRES } from '../../../shared/clean/document-fields.ts';
import { DOCUMENT_TYPES } from '../../../shared/clean/document-type.ts';
import { FACETS } from '../../../shared/index/facets.ts';
import { SEARCH_FILTERS } from '../../../shared/index/search-fields.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { readQuestion } from '../../../shared/search/question.ts';
import { search } from '../../../shared/search/search.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { parseParameters } from '../../../web/api/parse-parameters.ts';
import * as problems from '../../../web/api/problem.ts';
import { parseSearchQuery } from '../../../web/api/search-query.ts';
import { createApp } from '../../../web/app.ts';
import { EN } from '../../../web/language/en.ts';
import { loadTable } from '../../../web/language/load-table.ts';
import { localeOf } from '../../../web/language/locale.ts';
import { type Key, LANGUAGES } from '../../../web/language/table.ts';
import { VERSIONS_PARAMETERS } from '../../../web/versions/versions-route.ts';
import { aHit, aWorld } from '../fixtures.ts';

const others = LANGUAGES.filter((language) => language !== 'en');
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe.each(others)('the table of %s', (language) => {
  test('has the keys of the English table, and no empty text', async () => {
    const table = await loadTable(language);
    expect(Object.keys(table).sort()).toEqual(Object.keys(EN).sort());
    expect(Object.entries(table).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has the same placeholders in each text', async () => {
    const table = await loadTable(language);
    const wrong = (Object.keys(EN) as Key[]).filter(
      (key) => placeholders(table[key]).join() !== placeholders(EN[key]).join(),
    );
    expect(wrong).toEqual([]);
  });

  test('translates every problem', async () => {
    const { message } = await localeOf(language);
    const made = [
      problems.notAllowed('GET'),
      problems.tooManyRequests(3),
      problems.notAcceptable(['html', 'json'], undefined),
      problems.hostRefused('search.example'),
    ];
    const all = [...Object.values(problems), ...made].filter(
      (one): one is problems.Problem => typeof one === 'object' && 'title' in one,
    );
    expect(all.length).toBeGreaterThan(12);
    const untranslated = all.flatMap(({ title, detail }) => [title, detail]).filter((text) => message(text) === text);
    expect(untranslated).toEqual([]);
  });

  test('translates the faults of parameters, and keeps their values', async () => {
    const { message } = await localeOf(language);
    const given = {
      ...{ size: '0', from: 'x', sort: 'x', collapse: 'x', explain: 'x', facets: 'x', facetSize: 'x' },
      ...{ lang: 'xyzzy', type: 'x', genre: 'x', class: 'x'.repeat(201), site: 'a b', after: 'x', before: 'x' },
      q: 'lang:xyzzy x',
    };
    const faults = [
      ...parseSearchQuery(given).faults,
      ...parseSearchQuery({ q: 'x'.repeat(1001) }).faults,
      ...parseSearchQuery({ q: 'date:x..y' }).faults,
      ...parseParameters(VERSIONS_PARAMETERS, { a: 'x' }).faults,
    ];
    expect(faults.length).toBeGreaterThan(14);
    expect(faults.filter(({ detail }) => message(detail) === detail)).toEqual([]);
    expect(message('must be a whole number from 1 to 100')).toContain('100');
    expect(message('lang:xyzzy must be the code of a language (ISO 639), such as en, de or zh')).toMatch(
      /^lang:xyzzy /,
    );
  });

  test('translates what a query could not apply', async () => {
    const { message } = await localeOf(language);
    const queries = [
      'editor:Ada',
      '+the',
      'a*',
      'e*',
      'ab~',
      'waa~2',
      'moss^2',
      'title:"a*"',
      `${'('.repeat(300)}x`,
      'x AND '.repeat(300),
    ];
    const details = queries.flatMap((q) => readQuestion(q, ['en']).ignored.map(({ detail }) => detail));
    expect(details.length).toBeGreaterThan(3);
    expect(details.filter((detail) => message(detail) === detail)).toEqual([]);
  });

  test('translates what an index could not apply', async () => {
    const { message } = await localeOf(language);
    const index = {
      ...sqliteSearchIndex(openDatabase(':memory:'), analyzeToString),
      similarWords: async (_crawl: string, _query: object, limit: number) => Array<string>(limit).fill('moss'),
      search: async (_crawl: string, { collapse }: { collapse?: 'host' }) => {
        return { total: 0, hits: [], limited: ['m*s'], ...(collapse && { notCollapsed: true as const }) };
      },
    };
    const { notice } = await search({ crawl: 'main', q: 'moss~', collapse: 'host' }, { index });
    const details = notice?.ignored.map(({ detail }) => detail) ?? [];
    expect(details).toHaveLength(3);
    expect(details.filter((detail) => message(detail) === detail)).toEqual([]);
  });
});

test('names every type of documents, genre, filter and facet', () => {
  const keys = [
    ...DOCUMENT_TYPES.map((type) => `type.${type}`),
    ...GENRES.map((genre) => `genre.${genre}`),
    ...SEARCH_FILTERS.map(({ name }) => `filter.${name}`),
    ...FACETS.map(({ name }) => `facet.${name}`),
  ];
  expect(keys.filter((key) => !Object.hasOwn(EN, key))).toEqual([]);
});

test('says in the language of the page which words of a query only rank', async () => {
  const { ports } = aWorld({ hits: [aHit()] });
  const app = createApp({
    ...ports,
    search: async (request) => ({
      ...(await ports.search(request)),
      ...readQuestion('"sticky leaves" moss', ['en']),
      facets: {},
    }),
  });
  const shown = async (language: string) =>
    /class="understood">(.*?)<\/p>/.exec(await (await app.request(`/search?q=sundews&ui=${language}`)).text())?.[1];
  expect(await shown('en')).toBe('Understood as <strong>&quot;sticky leaves&quot;, ranked by moss</strong>');
  expect(await shown('de')).toBe('Verstanden als <strong>&quot;sticky leaves&quot;, geordnet nach moss</strong>');
});

test('leaves an unknown message as it is', async () => {
  expect((await localeOf('sv')).message('something else')).toBe('something else');
});

test('chooses the plural form by the language', async () => {
  const { plural } = await localeOf('sv');
  expect([plural('hit.similar', 1), plural('hit.similar', 1234)]).toEqual([
    '1 liknande sida',
    '1\u00a0234 liknande sidor',
  ]);
});

test('formats numbers and dates for the language', async () => {
  const [sv, de] = await Promise.all([localeOf('sv'), localeOf('de')]);
  expect([sv.count(1_234_567), de.count(1_234_567)]).toEqual(['1\u00a0234\u00a0567', '1.234.567']);
  expect([sv.day('2021-06-03'), de.day('2021-06')]).toEqual(['3 juni 2021', 'Juni 2021']);
  expect([sv.bytes(34_567_890), de.score(4.25)]).toEqual(['34,6 MB', '4,25']);
  expect([sv.languageName('de'), de.languageName('sv')]).toEqual(['tyska', 'Schwedisch']);
});

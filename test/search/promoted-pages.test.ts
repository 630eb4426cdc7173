import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { search } from '../../shared/search/search.ts';
import { searchCrawls } from '../../shared/search/search-crawls.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const { promotions, synonyms } = readSettings({
  seeds: ['http://a.example/'],
  search: {
    synonyms: [['library', 'Bibliothek']],
    promotions: [
      { queries: ['opening hours', 'library'], urls: ['https://hours.example/#top', 'http://gone.example/'] },
      { queries: ['10.5555/Moss', 'ISSN 2049-3630', '978-3-16-148410-0'], urls: ['http://moss.example/'] },
      { queries: ['open'], urls: ['http://hours.example/', 'http://moss.example/'] },
    ],
  },
}).search;

beforeAll(async () => {
  const page = (id: string, title: string, text: string) =>
    seen(id, `http://${id}.example/`, { title, text, language: 'en' });
  await index.write('main', [
    page('hours', 'Visit us', 'We are here from nine to five.'),
    page('moss', 'Moss', 'Peat moss.'),
  ]);
  await index.write('other', [page('hours', 'Visit us', 'We are here from nine to five.')]);
});

const ask = (request: Partial<SearchRequest>) =>
  search({ crawl: 'main', q: '', ...request }, { index }, { languages: ['en', 'de'], promotions, synonyms });
const promoted = async (q: string, request: Partial<SearchRequest> = {}) =>
  (await ask({ q, ...request })).promoted?.map(({ id }) => id);

test.each([
  ['opening hours', ['hours']],
  ['Hours opening', ['hours']],
  ['the library', ['hours']],
  ['Bibliothek', ['hours']],
  ['opens', ['hours', 'moss']],
  ['opening hours today', undefined],
  ['hours', undefined],
  ['moss', undefined],
  ['10.5555/moss', ['moss']],
  ['https://doi.org/10.5555/MOSS', ['moss']],
  ['2049\u20133630', ['moss']],
  ['316148410X', ['moss']],
  ['10.5555/moss2', undefined],
  ['', undefined],
])('%s promotes %j', async (q, expected) => {
  expect(await promoted(q)).toEqual(expected);
});

test('promotes pages that the query does not find, by their addresses with either scheme', async () => {
  const answer = await ask({ q: 'opening hours' });
  expect(answer).toMatchObject({
    total: 0,
    promoted: [{ id: 'hours', url: 'http://hours.example/', title: 'Visit us' }],
  });
});

test.each<[Partial<SearchRequest>]>([[{ from: 10 }], [{ site: 'moss.example' }], [{ sort: '-date' }]])(
  'promotes nothing on later pages, with filters or with an order: %j',
  async (request) => {
    expect(await promoted('library', request)).toBeUndefined();
  },
);

test('promotes nothing for a query with operators', async () => {
  expect(await promoted('"opening hours"')).toBeUndefined();
  expect(await promoted('library OR moss')).toBeUndefined();
});

test('several crawls promote each page once', async () => {
  const answer = await searchCrawls(['main', 'other'], { q: 'library' }, (request) => ask(request));
  expect(answer.promoted).toEqual([{ id: 'hours', url: 'http://hours.example/', title: 'Visit us', crawl: 'main' }]);
});

test('looks up the first ten addresses of the settings for a query that many promotions list', async () => {
  const many = Array.from({ length: 1_000 }, (_, i) => ({
    queries: i === 1 ? ['hours open'] : ['open hours'],
    urls: [`http://${i}.example/a`, `http://${i}.example/b`],
  }));
  const asked = new Set<string>();
  const findByUrl = async (crawl: string, url: string) => {
    asked.add(url.replace('https:', 'http:'));
    return index.findByUrl(crawl, url);
  };
  const options = { languages: ['en'], promotions: many };
  await search({ crawl: 'main', q: 'open hours' }, { index: { ...index, findByUrl } }, options);
  expect([...asked]).toEqual(many.slice(0, 5).flatMap(({ urls }) => urls));
});

test('shows the hits if there is no time for promoted pages', async () => {
  const findByUrl = () => Promise.reject(new Error('the engine is away'));
  const optionally = (part: () => Promise<unknown>) => part().catch(() => undefined) as never;
  const answer = await search(
    { crawl: 'main', q: 'open moss' },
    { index: { ...index, findByUrl } },
    { promotions: [{ queries: ['open moss'], urls: ['http://hours.example/'] }], optionally },
  );
  expect(answer.hits.map(({ id }) => id)).toEqual(['moss']);
  expect(answer.promoted).toBeUndefined();
});

test('refuses promotions whose queries would take long to read', () => {
  const read = (length: number) =>
    readSettings({
      seeds: ['http://a.example/'],
      search: {
        promotions: Array.from({ length }, () => ({
          queries: Array.from({ length: 20 }, () => 'x'.repeat(200)),
          urls: ['http://a.example/'],
        })),
      },
    });
  expect(read(25).search.promotions).toHaveLength(25);
  expect(() => read(26)).toThrow('search.promotions: all queries together may have at most 100,000 characters');
});

test.each([
  [{ queries: [], urls: ['http://a.example/'] }, 'queries'],
  [{ queries: ['a'], urls: [] }, 'urls'],
  [{ queries: ['a'], urls: ['/hours'] }, 'must be an absolute URL, such as https://example.org/hours'],
  [{ queries: ['a'], urls: ['ftp://a.example/'] }, 'must be an absolute URL'],
])('refuses %j', (promotion, fault) => {
  const read = () => readSettings({ seeds: ['http://a.example/'], search: { promotions: [promotion] } });
  expect(read).toThrow(fault);
});

test.each([
  ['https://Hours.example/', false],
  ['https://hours.example:443/', false],
  ['https://bücher.example/', false],
  ['https://hours.example/öffnen', false],
  ['hours.example/', false],
  ['https://hours.exa', true],
  ['https://hours.example/%C3%B6ffnen?page=', true],
])('a boost for %s may fit URLs: %s', (prefix, isRead) => {
  const read = () =>
    readSettings({ seeds: ['http://a.example/'], search: { ranking: { urlBoosts: [{ prefix, boost: 0.2 }] } } });
  if (isRead) expect(read().search.ranking.urlBoosts).toEqual([{ prefix, boost: 0.2 }]);
  else expect(read).toThrow('search.ranking.urlBoosts.0.prefix: must be the beginning of URLs');
});

import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { documentTypeOf } from '../../shared/clean/document-type.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aWorld } from './fixtures.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 1, 12);

let app: ReturnType<typeof createApp>;
let withoutTimes: ReturnType<typeof createApp>;
let faults: unknown[];

beforeAll(async () => {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const page = (n: number, fields: Parameters<typeof seen>[2] = {}) =>
    seen(`x${n}`, `http://h${n % 20}.example/${n}`, { at: START + n * HOUR, language: 'en', ...fields });
  await index.write('garden', [
    ...Array.from({ length: 20 }, (_, n) => page(n)),
    page(20, { language: 'sv', date: '2021-06-03', type: documentTypeOf('application/pdf') }),
    page(21, { date: '2023', classes: [{ class: 'Plants.Sundews', score: 1 }] }),
    page(40, { date: '2021' }),
  ]);
  const { world, ports } = aWorld({ crawls: ['moss', 'garden'] });
  faults = world.faults;
  const given = { ...ports, search: (request: Parameters<typeof ports.search>[0]) => search(request, { index }) };
  app = createApp({ ...given, fetchTimes: (crawl) => index.fetchTimes(crawl, 4) });
  withoutTimes = createApp({
    ...given,
    fetchTimes: async () => {
      throw new Error('the index is down');
    },
  });
});

const pageOf = async (path: string) => (await app.request(path)).text();

/** Returns the values of a list of the page, as `label count → href`. */
function listOf(html: string, heading: string): string[] {
  const [, list = ''] = new RegExp(`<h2>${heading}</h2><ul>(.*?)</ul>`, 's').exec(html) ?? [];
  return [...list.matchAll(/<li>(?:<a href="([^"]*)">)?([^<]*?)(?:<\/a>)? <span>(\d+)</g)].map(([, href, label, n]) =>
    `${label} ${n} ${href ?? ''}`.trim(),
  );
}

test('lists the values of each facet with their counts, as links to the filtered search', async () => {
  const html = await pageOf('/collection?crawl=garden');
  expect(listOf(html, 'Language')).toEqual([
    'English 22 /search?q=&amp;crawl=garden&amp;lang=en',
    'Swedish 1 /search?q=&amp;crawl=garden&amp;lang=sv',
  ]);
  expect(listOf(html, 'Type')[1]).toBe('PDF 1 /search?q=&amp;crawl=garden&amp;type=pdf');
  expect(listOf(html, 'Class')).toEqual([
    'Plants 1 /search?q=&amp;crawl=garden&amp;class=Plants',
    'Plants.Sundews 1 /search?q=&amp;crawl=garden&amp;class=Plants.Sundews',
  ]);
  expect(html).toContain('<a href="/browse?crawl=garden">Browse all classes</a>');
  const found = await app.request('/search?q=&crawl=garden&lang=sv&format=json');
  expect(await found.json()).toMatchObject({ total: 1 });
});

test('lists the years from the newest on, and the pages without a date', async () => {
  expect(listOf(await pageOf('/collection?crawl=garden'), 'Year')).toEqual([
    '2023 1 /search?q=&amp;crawl=garden&amp;after=2023&amp;before=2024',
    '2021 2 /search?q=&amp;crawl=garden&amp;after=2021&amp;before=2022',
    'Without a date 20',
  ]);
});

test('shows twelve values of a facet and how many more there are', async () => {
  const html = await pageOf('/collection?crawl=garden');
  expect(listOf(html, 'Site')).toHaveLength(12);
  expect(listOf(html, 'Site')[0]).toMatch(/^h0\.example 3 /);
  expect(html).toContain('<p class="small">and 8 more</p>');
});

test('says how much there is and how fresh it is', async () => {
  const html = await pageOf('/collection?crawl=garden');
  const figures = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(?:<time[^>]*>)?([^<]*)/g)].map(([, a, b]) => `${a}: ${b}`);
  expect(figures).toEqual([
    'Searchable: 23',
    'Sites: 20',
    'Languages: 2',
    'Types: 2',
    'First fetch: 1 May 2026',
    'Last fetch: 3 May 2026',
  ]);
});

test('draws the pages over time, in words and as a table', async () => {
  const html = await pageOf('/collection?crawl=garden');
  const bars = [...html.matchAll(/<rect x="(\d+)" y="(\d+)" width="8" height="(\d+)"\/>/g)];
  // Ten pages in the first ten hours, ten in the second, two in the third and one in the last.
  expect(bars.map(([, ...numbers]) => numbers.map(Number))).toEqual([
    [0, 0, 100],
    [10, 0, 100],
    [20, 80, 20],
    [30, 90, 10],
  ]);
  expect(html).toContain('Each bar stands for 10 h 0 min. The highest bar stands for 10 pages.');
  const rows = [...html.matchAll(/<tr><th scope="row"><time datetime="([^"]+)">[^<]*<\/time><\/th><td>(\d+)</g)];
  expect(rows.map(([, at, n]) => `${at!.slice(0, 16)} ${n}`)).toEqual([
    '2026-05-01T12:00 10',
    '2026-05-01T22:00 10',
    '2026-05-02T08:00 2',
    '2026-05-02T18:00 1',
  ]);
  expect(html).toMatch(/<svg [^>]*role="img" aria-labelledby="times-title times-words"><title id="times-title">/);
});

test('answers the same in JSON', async () => {
  const answer = await app.request('/collection?crawl=garden&format=json');
  expect(await answer.json()).toMatchObject({
    crawl: 'garden',
    records: 23,
    firstFetch: '2026-05-01T12:00:00.000Z',
    lastFetch: '2026-05-03T04:00:00.000Z',
    fetches: [10, 10, 2, 1],
    facets: {
      language: [
        { value: 'en', count: 22 },
        { value: 'sv', count: 1 },
      ],
    },
  });
});

test('of an empty crawl says that nothing was collected', async () => {
  const html = await pageOf('/collection');
  expect(html).toContain('<dt>Searchable</dt><dd>0</dd>');
  expect(html).toContain('Nothing has been crawled yet');
  expect(html).not.toContain('<svg viewBox="0 0 38');
  const json = await (await app.request('/collection?format=json')).json();
  expect(json).toMatchObject({ records: 0, firstFetch: null, lastFetch: null, fetches: [] });
});

test('leads from the header of each page there, and to that of the other crawls', async () => {
  expect(await pageOf('/help?crawl=garden')).toContain('<a href="/collection?crawl=garden">Collection</a>');
  expect(await pageOf('/collection?crawl=garden')).toContain('<a href="/collection?crawl=moss">moss</a>');
});

test('the crawl page has the chart, too, and stays if the index cannot tell the times', async () => {
  expect(await pageOf('/crawl?crawl=garden')).toContain('<h2>Pages over time</h2>');
  const html = await (await withoutTimes.request('/crawl?crawl=garden')).text();
  expect(html).toContain('<h1>garden</h1>');
  expect(html).not.toContain('Pages over time');
  expect(faults).toEqual([new Error('the index is down')]);
});

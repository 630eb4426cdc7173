import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aWorld } from './fixtures.ts';

const page = (n: number, fields: Parameters<typeof seen>[2]) =>
  seen(`x${n}`, `http://h${n % 3}.example/${n}`, { title: 'sundews', text: `sundews ${n}`, ...fields });

async function open() {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write('garden', [
    page(1, { language: 'sv', date: '2021-06-03' }),
    page(2, { language: 'en', date: '2021', genre: 'forum', author: 'Mary Treat; Ann' }),
    page(3, { language: 'en', date: '1999' }),
  ]);
  const app = createApp({ ...aWorld({}).ports, search: (request) => search(request, { index }) });
  return (path: string) => app.request(path);
}

test('shows the values that narrow a query as links, with their counts', async () => {
  const html = await (await (await open())('/search?q=sundews')).text();
  expect(html).toContain('<a href="/search?q=sundews&amp;lang=en">English</a> <span>2</span>');
  expect(html).toContain('<a href="/search?q=sundews&amp;after=2021&amp;before=2022">2021</a> <span>2</span>');
  expect(html).toContain('<a href="/search?q=sundews&amp;genre=forum">Forum</a> <span>1</span>');
  expect(html).toContain('<a href="/search?q=sundews&amp;author=Mary+Treat">Mary Treat</a> <span>1</span>');
  expect(html).toContain('<a href="/search?q=sundews&amp;site=h1.example">h1.example</a> <span>1</span>');
  // All pages are of one type.
  expect(html).not.toContain('<h2>Type</h2>');
});

test('offers neither a filter by site nor one hit per site if all hits are of one site', async () => {
  const ask = await open();
  const all = await (await ask('/search?q=sundews')).text();
  const one = await (await ask('/search?q=sundews&genre=forum')).text();
  for (const offered of ['title="Only from this site"', 'One result per site']) {
    expect(all).toContain(offered);
    expect(one).not.toContain(offered);
  }
  expect(one).toContain('h2.example/2');
  expect(await (await ask('/search?q=sundews&genre=forum&collapse=host')).text()).toContain('All results of each site');
});

test('counts what the filters leave, and marks the active value', async () => {
  const html = await (await (await open())('/search?q=sundews&after=2021&before=2022')).text();
  expect(html).toContain('Remove the filter Dated from 2021');
  expect(html).toContain('&amp;lang=sv">Swedish</a> <span>1</span>');
  expect(html).not.toContain('1999');
  const one = await (await (await open())('/search?q=sundews&lang=sv')).text();
  expect(one).not.toContain('<h2>Language</h2>');
});

const ALL_FACETS = ['class', 'host', 'type', 'language', 'year', 'genre', 'author', 'licence', 'field'];

test('has in JSON the facets that the request names', async () => {
  const ask = async (parameters: string) => (await open())(`/search?q=sundews&format=json${parameters}`);
  expect(await (await ask('')).json()).toMatchObject({ facets: {} });
  const { facets } = (await (await ask('&facets=language,year&facetSize=1')).json()) as { facets: object };
  expect(facets).toEqual({ language: [{ value: 'en', count: 2 }], year: [{ value: '2021', count: 2 }] });
  const all = (await (await ask('&facets=all')).json()) as { facets: object };
  expect(Object.keys(all.facets)).toEqual(ALL_FACETS);
  for (const fault of ['&facets=colour', '&facetSize=0', '&facetSize=1001'])
    expect((await ask(fault)).status).toBe(400);
});

test('/facets counts the values of all hits, all facets unless the request names some', async () => {
  const ask = await open();
  const answer = await ask('/facets?q=sundews&after=2021');
  expect(answer.headers.get('content-type')).toBe('application/json');
  const { query, total, facets } = (await answer.json()) as { query: string; total: number; facets: object };
  expect([query, total]).toEqual(['sundews', 2]);
  expect(facets).toMatchObject({ year: [{ value: '2021', count: 2 }], genre: [{ value: 'forum', count: 1 }] });
  expect(Object.keys(facets)).toEqual(ALL_FACETS);
  const one = await (await ask('/facets?facets=language&facetSize=1&size=0')).json();
  expect(one).toEqual({ query: '', total: 3, facets: { language: [{ value: 'en', count: 2 }] } });
  expect((await ask('/facets?facets=colour')).status).toBe(400);
  expect((await ask('/facets?crawl=other')).status).toBe(404);
  expect((await ask('/facets?format=csv')).status).toBe(406);
});

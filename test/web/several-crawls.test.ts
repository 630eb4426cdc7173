import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

const { world, ports } = aWorld({ hits: [aHit()], crawls: ['garden', 'docs', 'moss'] });
const app = createApp({
  ...ports,
  // Each crawl has another text.
  search: async (request) => {
    const answer = await ports.search(request);
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, id: `in-${request.crawl}` })) };
  },
});

test('searches several crawls together, and links each hit to its own crawl', async () => {
  const text = await (await app.request('/search?q=sundews&crawl=docs,moss')).text();
  expect(world.requests.slice(-2).map(({ crawl, together }) => [crawl, together])).toEqual([
    ['docs', ['docs', 'moss']],
    ['moss', ['docs', 'moss']],
  ]);
  expect(text).toContain('2 results');
  expect(text).toContain('href="/record/in-moss?crawl=moss"');
  expect(text).toContain('href="/cached/in-docs?crawl=docs"');
  expect(text).toContain('<li>Crawl: moss</li>');
  // Other pages show one crawl.
  expect(text).toContain('href="/crawl?crawl=docs"');
  expect(text).toContain('<option value="docs,moss" selected>docs, moss</option>');
  expect(text).toContain('<option value="garden,docs,moss">All crawls</option>');
  expect(text).toMatch(/href="\/search\?q=sundews&amp;crawl=docs%2Cmoss&amp;site=/);
});

test('the start page names the crawls that can be searched', async () => {
  const text = await (await app.request('/?crawl=docs')).text();
  expect(text).toContain('<a href="/?crawl=moss">moss</a>');
  expect(text).toContain('<span aria-current="page">docs</span>');
});

test('spaces around the names of crawls do not count', async () => {
  const answer = (await (await app.request('/search?q=&crawl=%20garden,%20docs&format=json')).json()) as {
    hits: { crawl: string }[];
  };
  expect(answer.hits.map(({ crawl }) => crawl)).toEqual(['garden', 'docs']);
});

test('answers in JSON and as a feed with the crawl of each hit', async () => {
  const answer = (await (await app.request('/search?q=&crawl=garden,docs&format=json')).json()) as {
    hits: { crawl: string; record: string }[];
  };
  expect(answer.hits.map(({ crawl, record }) => [crawl, new URL(record).search])).toEqual([
    ['garden', '?crawl=garden'],
    ['docs', '?crawl=docs'],
  ]);
  const feed = await (await app.request('/feed?q=&crawl=garden,docs')).text();
  expect(feed).toContain('record/in-docs?crawl=docs');
  // A description is that of one crawl.
  expect(feed).toContain('/opensearch.xml?crawl=garden"');
});

test.each([
  ['garden,none', 'There is no crawl none.'],
  ['nix,docs,none', 'There is no crawl nix, none.'],
  ['docs, none', 'There is no crawl none.'],
  ['none', 'There is no crawl none.'],
  ['garden,', 'A search can name up to 16 crawls, each once'],
  [',', 'A search can name up to 16 crawls, each once'],
  ['garden,garden', 'A search can name up to 16 crawls, each once'],
])('a search of the crawls %s is refused: %s', async (crawl, detail) => {
  const answer = await app.request(`/search?q=&crawl=${crawl}&format=json`);
  expect(answer.status).toBe(404);
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail);
});

test('the page of a refused search names the crawl in the language of the reader', async () => {
  const answer = await app.request('/search?q=&crawl=docs,<none>', { headers: { 'accept-language': 'de' } });
  expect(await answer.text()).toContain('Es gibt keinen Crawl &lt;none&gt;.');
});

test.each(['/crawl', '/browse', '/record/x'])('%s shows one crawl only', async (path) => {
  expect((await app.request(`${path}?crawl=garden,docs`)).status).toBe(404);
});

test('several crawls can be read to the thousandth hit', async () => {
  expect((await app.request('/search?q=&crawl=garden,docs&from=991&size=10')).status).toBe(400);
  expect((await app.request('/search?q=&crawl=garden,docs&from=990&size=10')).status).toBe(200);
});

test('facets and suggestions take several crawls', async () => {
  expect((await app.request('/facets?q=&crawl=garden,docs')).status).toBe(200);
  expect((await app.request('/suggest?q=su&crawl=garden,docs')).status).toBe(200);
});

test('searches at most sixteen crawls together', async () => {
  const names = Array.from({ length: 17 }, (_, i) => `c${i}`);
  const many = createApp(aWorld({ hits: [aHit()], crawls: names }).ports);
  expect((await many.request(`/search?q=x&crawl=${names.slice(1).join(',')}`)).status).toBe(200);
  const refused = await many.request(`/search?q=x&crawl=${names.join(',')}&format=json`);
  expect([refused.status, await refused.json()]).toMatchObject([404, { detail: expect.stringContaining('up to 16') }]);
  expect(await (await many.request('/search?q=x')).text()).not.toContain('All crawls');
});

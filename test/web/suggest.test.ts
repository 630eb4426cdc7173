import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

const asked: object[] = [];
const app = createApp({
  ...aWorld({ hits: [aHit()], crawls: ['garden', 'docs'] }).ports,
  suggest: async (request) => {
    asked.push(request);
    return [
      { query: 'moss plants', records: 1200 },
      { query: 'moss planets', records: 1 },
    ];
  },
});

test('answers in the form of OpenSearch Suggestions', async () => {
  const answer = await app.request('http://h/suggest?q=moss+pl&crawl=docs');
  expect(answer.headers.get('content-type')).toBe('application/x-suggestions+json');
  expect(await answer.json()).toEqual([
    'moss pl',
    ['moss plants', 'moss planets'],
    ['1,200 titles', '1 title'],
    ['http://h/search?q=moss+plants&crawl=docs', 'http://h/search?q=moss+planets&crawl=docs'],
  ]);
  expect(asked).toEqual([{ crawl: 'docs', q: 'moss pl', size: 8 }]);
});

test('refuses long queries and unknown crawls', async () => {
  expect((await app.request(`/suggest?q=${'a'.repeat(1001)}`)).status).toBe(400);
  expect((await app.request('/suggest?q=a&size=21')).status).toBe(400);
  expect((await app.request('/suggest?q=a&crawl=none')).status).toBe(404);
});

test('shows another query as a link, and what it replaces', async () => {
  const { ports } = aWorld({ hits: [aHit()] });
  const didYouMean = { query: 'sundews "<b>', replaced: [{ word: 'sundwes', by: 'sundews' }] };
  const offering = createApp({
    ...ports,
    search: async (request) => ({ ...(await ports.search(request)), didYouMean }),
  });
  const html = await (await offering.request('/search?q=sundwes&lang=en')).text();
  expect(html).toContain(
    'Did you mean <a href="/search?q=sundews+%22%3Cb%3E&amp;lang=en">sundews &quot;&lt;b&gt;</a>? “sundwes” is on hardly any page.',
  );
});

test('links to the page whose URL the query is', async () => {
  const { ports } = aWorld({ hits: [aHit()] });
  const page = { id: 'moss', url: 'http://a.example/', title: 'Moss <b>', crawl: 'docs' };
  const naming = createApp({ ...ports, search: async (request) => ({ ...(await ports.search(request)), page }) });
  const html = await (await naming.request('/search?q=http://a.example/')).text();
  expect(html).toContain('in the collection: <a href="/record/moss?crawl=docs"><bdi>Moss &lt;b&gt;</bdi></a></p>');
  const json = (await (await naming.request('/search?q=http://a.example/&format=json')).json()) as object;
  expect(json).toMatchObject({ page });
});

import { describe, expect, test } from 'vitest';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import type { SearchAnswer, SearchRequest } from '../../shared/search/answer.ts';
import { describeUnknownClass } from '../../shared/search/notices/unknown-classes.ts';
import { createApp } from '../../web/app.ts';
import { aHit, aWorld } from './fixtures.ts';

const many = (n: number) => Array.from({ length: n }, (_, i) => aHit({ id: `id${i}`, title: `Plant ${i}` }));
const open = (given: Parameters<typeof aWorld>[0] = { hits: [aHit()] }) => {
  const { world, ports } = aWorld(given);
  const app = createApp(ports);
  return { world, ports, app, page: async (path: string) => (await app.request(path)).text() };
};
const JSON_TYPE = { headers: { accept: 'application/json' } };

test('shows a focused search box and the number of searchable pages', async () => {
  const html = await open().page('/');
  expect(html).toMatch(/<input type="search" name="q"[^>]* autofocus>/);
  expect(html).toContain('1 page can be searched');
});

test('says on the start page and in a 404 that nothing has been crawled', async () => {
  const { app, page } = open({ crawls: [] });
  expect(await page('/')).toContain('Nothing has been crawled yet');
  const answer = await app.request('/search?q=x');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Nothing has been crawled yet');
});

test('shows title, marked snippet, host, date, language, score, URL and cached copy of a hit', async () => {
  const html = await open().page('/search?q=sundews');
  expect(html).toContain('<a href="http://plants.example/drosera" rel="noreferrer">Sundews</a>');
  expect(html).toContain('<mark>Sundews</mark> catch flies');
  expect(html).toContain('>plants.example</a>');
  expect(html).toContain('<time datetime="2021-06-03">3 Jun 2021</time>');
  expect(html).toContain('<li>English</li>');
  expect(html).toContain('Score 4.25');
  expect(html).toContain('<bdi dir="ltr">plants.example/drosera</bdi>');
  expect(html).toContain(`href="/cached/${'a'.repeat(64)}"`);
});

test('cuts a long title of a hit', async () => {
  const html = await open({ hits: [aHit({ title: `${'long '.repeat(100)}end` })] }).page('/search?q=sundews');
  expect(html).toContain(`${'long '.repeat(40)} …</a>`);
  expect(html).not.toContain('long end');
});

test('passes all filters of the URL to the search, without empty ones', async () => {
  const { world, app } = open();
  await app.request(
    '/search?q=a&lang=SV&site=https://Plants.example/x&type=text/html&class=b&after=2020&before=2021-02-03&from=20&size=5',
  );
  await app.request('/search?q=a&lang=&site=+&size=');
  const facets = { facets: FACET_NAMES, facetSize: 8 };
  expect(world.requests).toEqual([
    {
      ...facets,
      crawl: 'garden',
      q: 'a',
      language: 'sv',
      site: 'plants.example',
      type: 'html',
      class: 'b',
      after: '2020',
      before: '2021-02-03',
      from: 20,
      size: 5,
    },
    { ...facets, crawl: 'garden', q: 'a', from: 0, size: 10 },
  ]);
});

test('shows all pages, newest first, without a query', async () => {
  const html = await open().page('/search');
  expect(html).toContain('newest first');
  expect(html).toContain('Sundews');
});

test('shows what of a query was not applied, on a page with hits and without', async () => {
  const { ports } = open();
  const notice = { ignored: [{ operator: 'b:<b>"', detail: 'there is no field b:' }], searched: 'sundews' };
  const understood = 'sundews AND NOT <b>';
  const search = async (request: SearchRequest) => ({ ...(await ports.search(request)), notice, understood });
  const app = createApp({ ...ports, search });
  for (const query of ['sundews', 'nothing']) {
    const html = await (await app.request(`/search?q=${query}`)).text();
    expect(html).toContain('Understood as <strong>sundews AND NOT &lt;b&gt;</strong>');
    expect(html).toContain('Searched for the words <strong>sundews</strong>');
    expect(html).toContain('<code>b:&lt;b&gt;&quot;</code>: there is no field b:');
  }
  const answer = await app.request('/search?q=sundews', JSON_TYPE);
  expect(await answer.json()).toMatchObject({ notice, understood });
  expect(await open().page('/search?q=sundews')).not.toContain('class="notice"');
});

test.each([
  { near: ['CP.Drosera'], others: [], isApplied: true },
  { near: [], others: [], isApplied: true },
  { near: [], others: [{ operator: 'b:c', detail: 'there is no field b:' }], isApplied: false },
])('a class that no page has counts as applied: %j', async ({ near, others, isApplied }) => {
  const { ports } = open();
  const ofClass = { operator: 'class:Drosera', detail: describeUnknownClass({ name: 'Drosera', near }) };
  const notice = { ignored: [...others, ofClass], searched: '' };
  const search = async (request: SearchRequest) => ({ ...(await ports.search(request)), notice });
  const html = await (await createApp({ ...ports, search }).request('/search?q=class%3ADrosera')).text();
  expect(html).toContain(`<code>class:Drosera</code>: ${ofClass.detail}`);
  expect(html.includes('Parts of the query were not applied.')).toBe(!isApplied);
});

test('reads a filter by its name on the command line', async () => {
  const { world, app } = open();
  await app.request('/search?q=a&language=sv');
  expect(world.requests).toMatchObject([{ language: 'sv' }]);
});

describe('returns JSON at the same URL', () => {
  test.each([
    ['/search?q=sundews&format=json', {}],
    ['/search?q=sundews', { headers: { accept: 'application/json' } }],
    ['/search?q=sundews', { headers: { accept: 'application/json, text/html;q=0.9, */*;q=0.1' } }],
  ])('%s with %j', async (path, init) => {
    const answer = await open().app.request(path, init);
    expect(answer.headers.get('content-type')).toMatch('application/json');
    const { hits, ...rest } = (await answer.json()) as SearchAnswer;
    expect(rest).toEqual({ query: 'sundews', total: 1, from: 0, facets: {}, next: null });
    const links = { record: expect.stringContaining('/record/'), cached: expect.stringContaining('/cached/') };
    expect(hits).toEqual([{ ...aHit(), ...links }]);
  });

  test.each([
    ['/search?q=x', {}],
    ['/search?q=x', { headers: { accept: '*/*' } }],
    ['/search?q=x', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }],
    ['/search?q=x&format=html', JSON_TYPE],
  ])('returns HTML for %s with %j', async (path, init) => {
    const answer = await open().app.request(path, init);
    expect(answer.headers.get('content-type')).toMatch('text/html');
    expect(answer.headers.get('vary')).toMatch(/\baccept(?:,|$)/);
  });
});

describe('answers an error to a program with a problem document', () => {
  const CURL = { headers: { accept: '*/*' } };
  test.each([
    '/search?q=x&size=0&format=csv',
    '/search?q=x&size=0&format=ris',
    '/search?q=x&size=0&format=rss',
    '/search?q=x&format=no-such-format',
    '/feed?q=x&size=0',
    '/facets?q=x&size=0&facets=no-such-facet',
    '/suggest?q=x&crawl=none',
    '/annotations?crawl=none',
    '/annotations/none?crawl=none',
  ])('%s', async (path) => {
    const answer = await open().app.request(path, CURL);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('but to a browser that follows a link to a file with a page', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/search?q=x&size=0&format=csv', '/feed?q=x&size=0']) {
      const answer = await open().app.request(path, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=UTF-8']);
    }
  });
});

describe('answers 400 with the invalid parameter, without a search', () => {
  test.each([
    [`q=${'x'.repeat(1001)}`, 'q'],
    ['size=0', 'size'],
    ['size=101', 'size'],
    ['size=ten', 'size'],
    ['size=1e1', 'size'],
    ['from=-1', 'from'],
    ['from=1.5', 'from'],
    ['from=9991', 'from'],
    ['from=99999999999999999999', 'from'],
    ['lang=english', 'lang'],
    ['lang=zz', 'lang'],
    ['language=english', 'language'],
    ['site=a%20b', 'site'],
    ['site=a/b', 'site'],
    ['type=text/html;x', 'type'],
    ['type=webpage', 'type'],
    ['q=type:webpage', 'q'],
    ['q=lang:english', 'q'],
    [`class=${'x'.repeat(201)}`, 'class'],
    [`site=http://a.example/${'x'.repeat(1000)}`, 'site'],
    ['after=yesterday', 'after'],
    ['after=2023-02-29', 'after'],
    ['before=2024-13-01', 'before'],
  ])('%s', async (query, parameter) => {
    const { app, world } = open();
    const answer = await app.request(`/search?q=x&${query}`.replace('q=x&q=', 'q='), JSON_TYPE);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const problem = (await answer.json()) as { status: number; errors: { parameter: string }[] };
    expect(problem).toMatchObject({
      type: 'urn:problem-type:thresher:invalid-parameters',
      status: 400,
      errors: [{ parameter }],
    });
    expect(world.requests).toEqual([]);
  });

  test.each([
    'from=9990',
    'size=100',
    'after=2024-02-29',
    'after=2024',
    'before=2024-02-29T12:00:00Z',
    'type=pdf',
    'type=application/pdf',
    'site=a.example:8080',
  ])('accepts %s', async (query) => expect((await open().app.request(`/search?q=x&${query}`)).status).toBe(200));

  test('reports all faults at once on a page that keeps the query', async () => {
    const answer = await open().app.request('/search?q=sundews&size=1000&lang=english&site=a.example');
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('whole number from 1 to 100');
    expect(html).toContain('the code of a language');
    expect(html).toContain('value="sundews"');
    expect(html).toContain('value="a.example"');
  });
});

describe('crawls', () => {
  test('searches the named crawl and keeps it in links', async () => {
    const { world, page } = open({ crawls: ['garden', 'a & b'], hits: many(11) });
    const html = await page('/search?q=plant&crawl=a+%26+b');
    expect(world.requests[0]?.crawl).toBe('a & b');
    expect(html).toContain('href="/search?q=plant&amp;crawl=a+%26+b&amp;from=10"');
    expect(html).toContain('href="/cached/id0?crawl=a+%26+b"');
    expect(html).toContain('<option value="a &amp; b" selected>');
  });

  test('answers 404 for a crawl that is not public', async () => {
    const { world, app } = open();
    for (const path of ['/search?q=x&crawl=secret', '/crawl?crawl=secret', '/cached/a?crawl=..%2Fgarden']) {
      expect((await app.request(path)).status, path).toBe(404);
    }
    expect(world.requests).toEqual([]);
  });
});

describe('the pager', () => {
  const links = (html: string) =>
    [...html.matchAll(/<a (?:rel="(\w+)" )?href="\/search\?q=plant&amp;from=(\d+)"/g)].map((m) => [m[1], m[2]]);

  test('is absent if there is one page', async () => {
    expect(await open({ hits: many(10) }).page('/search?q=plant')).not.toContain('class="pager"');
  });

  test('links the next pages from the first', async () => {
    const html = await open({ hits: many(25) }).page('/search?q=plant');
    expect(html).toContain('1–10 of 25 results');
    expect(html).toContain('<span aria-current="page">1</span>');
    expect(links(html)).toEqual([
      [undefined, '10'],
      [undefined, '20'],
      ['next', '10'],
    ]);
  });

  test('links back from the last page', async () => {
    const html = await open({ hits: many(25) }).page('/search?q=plant&from=20');
    expect(html).toContain('21–25 of 25 results');
    expect(html).toContain('<ol class="hits" start="21">');
    expect(html).toContain('rel="prev" href="/search?q=plant&amp;from=10"');
    expect(html).not.toContain('rel="next"');
  });

  test('does not link past the depth limit', async () => {
    const html = await open({ hits: many(10_020) }).page('/search?q=plant&from=9990');
    expect(html).toContain('9,991–10,000 of 10,020');
    expect(html).not.toContain('rel="next"');
    expect(Math.max(...links(html).map(([, from]) => Number(from)))).toBeLessThanOrEqual(9990);
  });

  test('says past the end that there are no more results', async () => {
    const html = await open({ hits: many(5) }).page('/search?q=plant&from=50');
    expect(html).toContain('There are no more results');
    expect(html).toContain('href="/search?q=plant"');
  });

  test('keeps filters and size', async () => {
    const html = await open({ hits: many(25) }).page('/search?q=plant&lang=en&size=5');
    expect(html).toContain('href="/search?q=plant&amp;lang=en&amp;from=5&amp;size=5"');
    expect(html).toContain('<input type="hidden" name="size" value="5">');
  });
});

test('offers to drop the filters if nothing is found', async () => {
  const html = await open().page('/search?q=zzz&lang=sv');
  expect(html).toContain('Nothing found for “zzz”');
  expect(html).toContain('<a href="/search?q=zzz">Search without filters</a>');
  expect(html).toContain('aria-label="Remove the filter Language Swedish"');
});

test('answers 503 with Retry-After, on a page that reloads, if the search engine is unavailable', async () => {
  const { ports } = aWorld({});
  const asleep = new Error('no answer in 7 s');
  const app = createApp({
    ...ports,
    search: () => Promise.reject(asleep),
    isSearchUnavailable: (error) => error === asleep,
  });
  const page = await app.request('/search?q=sundew');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="10">');
  const answer = await app.request('/search?q=sundew', { headers: { accept: 'application/json' } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:thresher:search-unavailable', status: 503 });
});

test('shows no score if the query has no words to score', async () => {
  const { ports } = aWorld({ hits: [aHit({ score: 0 })] });
  const html = await (await createApp(ports).request('/search?q=')).text();
  expect(html).toContain('Sundews');
  expect(html).not.toContain('Score');
});

test('the page of a search that took too long keeps the query and does not run it again', async () => {
  const { ports } = aWorld({ crawls: ['garden', 'bog'] });
  const app = createApp({ ...ports, search: () => Promise.reject(new Error('slow')), isSearchTimeout: () => true });
  const page = await app.request('/search?q=sund*+moss&lang=sv&crawl=garden,bog');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10']);
  const html = await page.text();
  expect(html).not.toContain('http-equiv="refresh"');
  expect(html).toContain('value="sund* moss"');
  expect(html).toMatch(/name="lang"[^>]*value="sv"|value="sv" selected/);
  const browse = await app.request('/browse?class=x');
  expect([browse.status, (await browse.text()).includes('refresh')]).toEqual([503, false]);
});

test('answers 500 without details and logs the error', async () => {
  const { world, ports } = aWorld({});
  const fault = new Error('table secrets is locked');
  const app = createApp({ ...ports, search: () => Promise.reject(fault) });
  for (const init of [{}, JSON_TYPE]) {
    const answer = await app.request('/search?q=x', init);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secrets');
  }
  expect(world.faults).toEqual([fault, fault]);
});

test('answers 404 for unknown URLs and 405 for other methods', async () => {
  const { app } = open();
  const missing = await app.request('/nothing', JSON_TYPE);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  expect(await (await app.request('/nothing')).text()).toContain('There is no page at this URL');
  const posted = await app.request('/search?q=x', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await app.request('/search?q=x', { method: 'HEAD' })).status).toBe(200);
});

test('lists the similar pages of a hit', async () => {
  const similar = ['x', 'y'].map((id) => ({ id, url: `http://copy.example/<${id}>`, title: id }));
  const html = await open({ hits: [aHit({ similar })] }).page('/search?q=sundews');
  expect(html).toContain('2 similar pages');
  expect(html).toContain('copy.example/');
  expect(html).not.toContain('<x>');
  expect(await open().page('/search?q=sundews')).not.toContain('similar');
});

test('shows pages that are promoted for the query above the hits, with links to them', async () => {
  const { ports } = aWorld({ hits: [aHit()] });
  const promoted = [
    { id: 'x', url: 'http://plants.example/hours?a=1&b=2', title: 'Visit <b>us' },
    { id: 'y', url: 'http://plants.example/map', title: '' },
  ];
  const app = createApp({ ...ports, search: async (request) => ({ ...(await ports.search(request)), promoted }) });
  const html = await (await app.request('/search?q=sundews')).text();
  const line =
    '<p class="meant">Recommended: <a href="http://plants.example/hours?a=1&amp;b=2" rel="noreferrer"><bdi>Visit &lt;b&gt;us</bdi></a></p>';
  expect(html).toContain(line);
  expect(html.indexOf(line)).toBeLessThan(html.indexOf('<ol class="hits"'));
  expect(html).toContain('<bdi>plants.example/map</bdi>');
  expect(await (await app.request('/search?q=sundews', JSON_TYPE)).json()).toMatchObject({ promoted });
});

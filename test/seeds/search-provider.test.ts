import { expect, test } from 'vitest';
import type { FoundSeed } from '../../shared/seeds/found-seed.ts';
import {
  fillTemplate,
  parseOpenSearchDescription,
  searchTemplateFrom,
} from '../../shared/seeds/opensearch-description.ts';
import { type SearchProvider, seedsFromQuery } from '../../shared/seeds/search-provider.ts';
import { type FetchedDocument, openSearchProvider, searxngProvider } from '../../shared/seeds/web-provider.ts';

const RULES = { first: 200, dropDocuments: true };

async function all(provider: SearchProvider, rules: Partial<typeof RULES> = {}, query = 'peat bogs') {
  const seeds: FoundSeed[] = [];
  for await (const seed of seedsFromQuery(query, provider, { ...RULES, ...rules })) seeds.push(seed);
  return seeds;
}

/** Serves the first page whose key is part of the requested URL. */
function web(pages: Record<string, string>) {
  const requested: string[] = [];
  const get = async (url: string): Promise<FetchedDocument> => {
    requested.push(url);
    const [, body = '{"results":[]}'] = Object.entries(pages).find(([part]) => url.includes(part)) ?? [];
    return { url, body: Buffer.from(body), contentType: '' };
  };
  return { requested, get };
}

const results = (...urls: string[]) => JSON.stringify({ results: urls.map((url) => ({ url, title: `T ${url}` })) });

test('requests pages from SearXNG until a page has nothing new', async () => {
  const { requested, get } = web({
    'pageno=1': results('http://a.example/', 'http://b.example/'),
    'pageno=2': results('http://b.example/', 'http://c.example/'),
  });
  const seeds = await all(searxngProvider('http://searx.example/x', get));
  expect(seeds.map(({ url, at }) => [url, at])).toEqual([
    ['http://a.example/', 1],
    ['http://b.example/', 2],
    ['http://c.example/', 3],
  ]);
  expect(requested[0]).toBe('http://searx.example/x/search?q=peat+bogs&format=json&pageno=1');
  expect(requested).toHaveLength(3);
  expect(seeds[0]!.about).toEqual({ title: 'T http://a.example/', query: 'peat bogs', by: 'searx.example' });
});

test('drops documents and does not count them', async () => {
  const { requested, get } = web({
    'pageno=1': results('http://a.example/x.PDF?y', 'http://b.example/', 'http://c.example/'),
  });
  const provider = searxngProvider('http://searx.example', get);
  expect((await all(provider, { first: 1 })).map(({ url }) => url)).toEqual(['http://b.example/']);
  expect(requested).toHaveLength(1);
  const kept = await all(provider, { dropDocuments: false });
  expect(kept.map(({ url }) => url)).toContain('http://a.example/x.PDF?y');
});

test('stops at an engine without paging, or with endless results', async () => {
  const same = web({ '': results('http://a.example/') });
  await all(searxngProvider('http://searx.example', same.get));
  expect(same.requested).toHaveLength(2);
  let n = 0;
  const endless: SearchProvider = { name: 'x', search: async () => [{ url: `http://a.example/${n++}` }] };
  expect(await all(endless, { first: 10_000 })).toHaveLength(100);
});

test('reports a response that is not JSON', async () => {
  const { get } = web({ '': '<html>no JSON for you</html>' });
  await expect(all(searxngProvider('http://searx.example', get))).rejects.toThrow('does it allow format=json?');
});

const DESCRIPTION = `<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Bogs</ShortName>
<Url type="text/html" template="http://s.example/?q={searchTerms}&amp;p={startPage?}"/>
<Url type="application/x-suggestions+json" rel="suggestions" template="http://s.example/s?q={searchTerms}"/>
<Url type="application/rss+xml" indexOffset="0" template="http://s.example/rss?q={searchTerms}&amp;from={startIndex?}&amp;l={language?}&amp;z={own:thing?}"/>
</OpenSearchDescription>`;

test('chooses the preferred format of a description', () => {
  expect(parseOpenSearchDescription(Buffer.from(DESCRIPTION))).toEqual({
    template: 'http://s.example/rss?q={searchTerms}&from={startIndex?}&l={language?}&z={own:thing?}',
    indexOffset: 0,
    pageOffset: 1,
  });
  expect(parseOpenSearchDescription(Buffer.from('<html></html>'))).toBeUndefined();
});

test('fills in a template, and leaves unknown parameters empty', () => {
  const template = 'http://s.example/?q={searchTerms}&p={startPage?}&l={language?}&z={own:thing?}';
  expect(fillTemplate(template, { searchTerms: 'å & b', startPage: 2 })).toBe(
    'http://s.example/?q=%C3%A5%20%26%20b&p=2&l=*&z=',
  );
});

const RSS =
  '<rss><channel><item><link>http://a.example/</link></item><item><link>http://b.example/</link></item></channel></rss>';

test('reads results in RSS and continues after them', async () => {
  const { requested, get } = web({ 'from=0': RSS, 'from=2': '<rss><channel></channel></rss>' });
  const seeds = await all(openSearchProvider(parseOpenSearchDescription(Buffer.from(DESCRIPTION))!, get));
  expect(seeds.map(({ url }) => url)).toEqual(['http://a.example/', 'http://b.example/']);
  expect(requested.map((url) => new URL(url).searchParams.get('from'))).toEqual(['0', '2']);
});

test('reads the external links of a result page, also those through the engine', async () => {
  const page = `<html><body><a href="/about">About</a><a href="http://a.example/">A</a>
    <a href="/url?q=http%3A%2F%2Fb.example%2Fx&amp;z=1">B</a><a href="mailto:x@y">C</a></body></html>`;
  const { requested, get } = web({ '': page });
  const seeds = await all(openSearchProvider(searchTemplateFrom('http://s.example/?q={searchTerms}'), get));
  expect(seeds.map(({ url }) => url)).toEqual(['http://a.example/', 'http://b.example/x']);
  expect(requested).toHaveLength(1);
});

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../shared/clean/clean-options.ts';
import { sniffMediaType } from '../../shared/clean/decode/media-type.ts';
import { parseFoundList, parseListCapture } from '../../shared/clean/list-capture.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { Url } from '../../shared/url/url.ts';
import { cpuTimeOf } from '../cpu-time.ts';

const XML = 'application/xml';

function captureOf(
  body: string | Uint8Array,
  change: Partial<Capture['note']>,
  type: string,
  more: Partial<Capture> = {},
): Capture {
  return {
    url: 'http://bog.example/list' as Url,
    headers: [['Content-Type', type]],
    body: Buffer.from(body),
    truncated: false,
    note: { depth: 0, class: 1, ...change },
    ...more,
  } as unknown as Capture;
}

const read = (
  body: string | Uint8Array,
  change: Partial<Capture['note']> = {},
  type = XML,
  more: Partial<Capture> = {},
  options = OPTIONS,
) => parseListCapture(captureOf(body, change, type, more), options);

/** Reads a body that was fetched as a page. */
const readPage = (body: string, type = XML, options = OPTIONS) =>
  parseFoundList(captureOf(body, {}, type), sniffMediaType(type, Buffer.from(body)), options);

const SET = `<?xml version="1.0"?><!-- made by hand --><urlset><url><loc>http://bog.example/a?utm_source=x</loc>
  <lastmod>2024-02-03</lastmod><priority>0.9</priority></url><url><loc>http://bog.example/a</loc></url></urlset>`;
const LISTED = [{ url: 'http://bog.example/a', lastModified: Date.UTC(2024, 1, 3), priority: 0.9 }];
const INDEX = '<sitemapindex><sitemap><loc>/one.xml</loc></sitemap><sitemap><loc>/list</loc></sitemap></sitemapindex>';

const listNote = { kind: 'sitemap' as const };

test('lists the distinct normalised URLs of a sitemap', () => {
  expect(read(SET, listNote)).toEqual({ kind: 'list', urls: LISTED, lists: [], reason: null });
});

test.each([...[XML, 'text/xml', 'text/html', 'text/plain', 'application/octet-stream', '']])(
  'recognises a sitemap that was fetched as a page by its beginning, as "%s"',
  (type) => {
    expect(readPage(SET, type)).toMatchObject({ urls: LISTED });
    expect(readPage(`<?xml version="1.0"?>\n${SET}`, type)).toMatchObject({ urls: LISTED });
    expect(readPage(INDEX, type)?.lists).toEqual(['http://bog.example/one.xml']);
  },
);

test.each(['application/feed+json', 'application/json; charset=utf-8'])(
  'recognises a JSON Feed that was fetched as a page, as "%s"',
  (type) => {
    const feed =
      '{"title":"Bogs","version":"https:\\/\\/jsonfeed.org\\/version\\/1.1","items":[{"id":"1","url":"/a"}]}';
    expect(readPage(feed, type)?.urls).toEqual([{ url: 'http://bog.example/a' }]);
    expect(readPage(feed.replace('jsonfeed.org', 'bog.example'), type)).toBeUndefined();
  },
);

const RSS = '<rss version="2.0"><channel><item><link>/a</link></item></channel></rss>';
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="alternate" href="/a"/></entry></feed>';
const RDF =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="/a"><link>/a</link></item></rdf:RDF>';

describe('recognises a feed that was fetched as a page', () => {
  const types = [
    ...['text/xml', XML, 'application/rss+xml; charset=utf-8', 'application/atom+xml', 'text/html', 'text/plain'],
    ...['application/rdf+xml', 'application/octet-stream', ''],
  ];
  const feeds = { RSS, Atom: ATOM, 'RSS 1.0': RDF };
  test.each(types.flatMap((type) => Object.entries(feeds).map(([name, body]) => [name, type, body] as const)))(
    '%s as "%s"',
    (_, type, body) => {
      const found = { kind: 'list', urls: [{ url: 'http://bog.example/a' }], lists: [], reason: null };
      expect(readPage(body, type)).toEqual(found);
      expect(readPage(`<?xml version="1.0"?>\n<!-- by hand -->\n${body}`, type)).toEqual(found);
    },
  );

  test('with a document type', () => {
    expect(readPage(`<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY nbsp "&#160;">]>${RSS}`)?.urls).toHaveLength(1);
  });
});

test.each([
  ['RDF that is no feed', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', 'application/rdf+xml'],
  ['XML that quotes a feed', `<?xml version="1.0"?><article><pre>${RSS}</pre></article>`, XML],
  ['a page that quotes a feed', `<pre>${RSS}</pre>`, 'text/html'],
  ['an image', `<?xml version="1.0"?><svg>${RSS}</svg>`, 'image/svg+xml'],
  ['XHTML', `<?xml version="1.0"?><html>${RSS}</html>`, 'application/xhtml+xml'],
  ['JSON sent as a feed', '{"error": "http://bog.example/a"}', 'application/rss+xml'],
])('takes no list for %s', (_, body, type) => expect(readPage(body, type)).toBeUndefined());

test('decides quickly on XML with many comments or processing instructions', async () => {
  for (const part of ['<!---->', '<?xml?>'])
    expect(await cpuTimeOf(() => expect(readPage(`${part.repeat(200)}<x>`)).toBeUndefined()), part).toBeLessThan(1_000);
});

test.each<[what: string, body: string | Uint8Array, type: string, urls: string[], lists: string[]]>([
  ['an index, without its own URL', INDEX, XML, [], ['http://bog.example/one.xml']],
  ['a compressed sitemap of any type', gzipSync(SET), 'application/x-gzip', ['http://bog.example/a'], []],
  [
    'lines of text',
    'http://bog.example/a\nhttp://bog.example/b\n',
    'text/plain',
    ['http://bog.example/a', 'http://bog.example/b'],
    [],
  ],
  ['RSS', '<rss><channel><item><link>/a</link></item></channel></rss>', 'text/xml', ['http://bog.example/a'], []],
  [
    'a JSON Feed with its next page',
    '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/a"},{"external_url":"http://x.example/"},{"id":"http://bog.example/c"},7],"next_url":"?p=2"}',
    'application/feed+json',
    ['http://bog.example/a', 'http://x.example/', 'http://bog.example/c'],
    ['http://bog.example/list?p=2'],
  ],
  [
    'OPML with feeds as lists and their sites as pages',
    '<opml version="2.0"><body><outline text="Bogs"><outline type="rss" xmlUrl="http://bog.example/rss" htmlUrl="http://bog.example/"/></outline></body></opml>',
    'text/x-opml',
    ['http://bog.example/'],
    ['http://bog.example/rss'],
  ],
])('reads %s', (_, body, type, urls, lists) => {
  const line = read(body, listNote, type);
  expect({ ...line, urls: line?.urls.map(({ url }) => url) }).toEqual({ kind: 'list', urls, lists, reason: null });
});

test.each<[what: string, body: string, more: Partial<Capture>, reason: string, count: number]>([
  ['a page instead of a list', '<html><body>Not here</body></html>', {}, 'not-a-sitemap', 0],
  ['JSON that is no feed', '{"error": "gone"}', {}, 'not-a-sitemap', 0],
  ['an empty body', '', {}, 'no-content', 0],
  ['a truncated list, with the URLs before the cut', SET.slice(0, -40), { truncated: true }, 'truncated', 1],
  [
    'an unknown content coding',
    'BZh91AY',
    {
      headers: [
        ['Content-Type', XML],
        ['Content-Encoding', 'x-own'],
      ],
    },
    'encoding',
    0,
  ],
])('gives a reason for %s', (_, body, more, reason, count) => {
  const line = read(body, listNote, XML, more);
  expect([line?.reason, line?.urls.length]).toEqual([reason, count]);
});

describe('a list that is longer than a page may be', () => {
  const limits = { ...OPTIONS, maxBytes: 2_000, maxListBytes: 20_000 };
  const setOf = (entries: number) =>
    `<urlset>${Array.from({ length: entries }, (_, n) => `<url><loc>http://bog.example/${n}</loc></url>`).join('')}</urlset>`;
  const gzipped: Partial<Capture> = {
    headers: [
      ['Content-Type', XML],
      ['Content-Encoding', 'gzip'],
    ],
  };

  test.each<[what: string, body: string | Uint8Array, more: Partial<Capture>]>([
    ['plain', setOf(200), {}],
    ['as a gzip file', gzipSync(setOf(200)), {}],
    ['with Content-Encoding: gzip', gzipSync(setOf(200)), gzipped],
  ])('is read to its end: %s', (_, body, more) => {
    const line = read(body, listNote, XML, more, limits);
    expect([line?.urls.length, line?.reason]).toEqual([200, null]);
  });

  test('is not read if it was fetched as a page', () => {
    expect(readPage(setOf(200), XML, limits)).toBeUndefined();
  });

  test('is read up to the limit of lists', () => {
    const line = read(gzipSync(setOf(1_000)), listNote, XML, {}, limits);
    expect(line?.reason).toBe('too-large');
    expect(line?.urls.length).toBeGreaterThan(300);
    expect(line?.urls.length).toBeLessThan(500);
  });
});

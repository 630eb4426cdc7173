import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import type { SearchHit } from '../../shared/search/answer.ts';
import { createApp } from '../../web/app.ts';
import { aCapture, aHit, aRecord, aStatus, aWorld } from './fixtures.ts';

const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}\${7}`;

/** Returns the names of all elements, and all attributes as `name=value`, as a browser parses them. */
function seen(html: string): { elements: Set<string>; attributes: string[] } {
  const elements = new Set<string>();
  const attributes: string[] = [];
  type Node = { name?: string; attribs?: Record<string, string>; children?: Node[] };
  const walk = (node: Node) => {
    if (node.name) elements.add(node.name);
    for (const [name, value] of Object.entries(node.attribs ?? {})) attributes.push(`${name}=${value}`);
    for (const child of node.children ?? []) walk(child);
  };
  walk(parseDocument(html) as unknown as Node);
  return { elements, attributes };
}

const get = async (path: string, hit: Partial<SearchHit> = {}) => {
  const record = aRecord({ id: 'x', title: EVIL, url: EVIL });
  const { ports } = aWorld({
    hits: [aHit(hit)],
    records: [record],
    captures: { x: aCapture(EVIL) },
    crawls: ['garden', EVIL],
    status: aStatus({ outcomes: { [EVIL]: 1 }, reasons: { [EVIL]: 2 }, verdicts: { constructor: 1 } }),
  });
  return (await createApp(ports).request(path)).text();
};

const q = encodeURIComponent(EVIL);
const everywhere: Partial<SearchHit> = {
  title: EVIL,
  snippet: EVIL,
  marks: [[0, 5]],
  host: EVIL,
  language: EVIL,
  type: EVIL as SearchHit['type'],
  date: EVIL,
  classes: [{ class: EVIL, score: 1 }],
  urls: [EVIL, 'http://other.example/'],
  id: EVIL,
};

test.each([
  ['a query', `/search?q=${q}`],
  ['a query without results', `/search?q=${q}&from=50`],
  ['filters', `/search?q=x&class=${q}&site=%22%3E%3Cimg%3E`],
  ['faults', `/search?q=${q}&lang=${q}&size=${q}&after=${q}`],
  ['all fields of a hit and the name of a crawl', `/search?q=&crawl=${q}`],
  ['a crawl and its counts', `/crawl?crawl=${q}`],
  ['an id', `/cached/${q}`],
  ['a cached copy', `/cached/x`],
  ['a URL', `/${q}`],
])('escapes markup in %s', async (_, path) => {
  const html = await get(path, everywhere);
  const { elements, attributes } = seen(html);
  expect(elements.has('img')).toBe(false);
  expect(attributes.filter((attribute) => /^on/.test(attribute))).toEqual([]);
  const sources = attributes.filter((attribute) => attribute.startsWith('src='));
  expect(sources).not.toEqual([]);
  expect(sources.filter((source) => !source.startsWith('src=/'))).toEqual([]);
  expect(html).not.toContain('<script>');
});

test('explains no verdict with a property that every object has', async () => {
  expect(await get('/crawl')).toContain('<code>constructor</code><small></small>');
});

describe('links a hit only if its URL is http or https', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'no address at all',
    '//elsewhere.example/',
    '/search?q=own',
  ])('does not link %j', async (url) => {
    const html = await get('/search?q=', { url, urls: [url, `${url}#2`] });
    const { attributes } = seen(html);
    const links = attributes.filter((attribute) => attribute.startsWith('href='));
    expect(
      links.every((link) =>
        /^href=\/(search\?|feed\?|opensearch|help|advanced|record\/|cached\/|collection|crawl|style|icon|$)|^href=#(main|refine)$/.test(
          link,
        ),
      ),
    ).toBe(true);
    expect(links).not.toContain('href=/search?q=own');
    expect(html).toContain('Sundews');
  });

  test('links http and https', async () => {
    const html = await get('/search?q=', { url: 'https://a.example/?a=1&b="2"' });
    expect(html).toContain('href="https://a.example/?a=1&amp;b=%222%22"');
  });
});

test('shows a URL decoded unless it contains deceptive characters', async () => {
  expect(await get('/search?q=', { url: 'http://a.example/k%C3%B6tt' })).toContain(
    '<bdi dir="ltr">a.example/kött</bdi>',
  );
  const marks = encodeURIComponent('e\u0301\u0302\u0303\u0304');
  for (const hidden of ['%E2%80%AE', '%00', '%20', '%E2%80%8B', '%FF', '%E3%85%A4', '%E2%A0%80', marks]) {
    expect(await get('/search?q=', { url: `http://a.example/${hidden}x` })).toContain(
      `<bdi dir="ltr">a.example/${hidden}x</bdi>`,
    );
  }
});

test('shows a URL from left to right, so that its host comes first', async () => {
  const html = await get('/search?q=', {
    url: 'http://1.2.3.4/%D7%90',
    urls: ['http://1.2.3.4/%D7%90', 'http://5.6.7.8/%D7%91'],
  });
  expect(html).toContain('<bdi dir="ltr">1.2.3.4/א</bdi>');
  expect(html).toMatch(/<li><bdi dir="ltr"><a [^>]*>5\.6\.7\.8\/ב<\/a><\/bdi>/);
});

test.each(['', ' \n', '\u3164', '\u2800\u200b', '\u202e\u2066', '\u0301'])(
  'shows the URL in place of the title %j',
  async (title) => {
    expect(await get('/search?q=', { title, url: 'http://a.example/' })).toMatch(/<h2[^>]*><a [^>]*>a\.example<\/a>/);
  },
);

describe('marks', () => {
  test.each<[marks: SearchHit['marks'], html: string]>([
    [[], 'abc def'],
    [[[0, 3]], '<mark>abc</mark> def'],
    [
      [
        [4, 7],
        [0, 3],
      ],
      '<mark>abc</mark> <mark>def</mark>',
    ],
    [
      [
        [0, 5],
        [4, 7],
      ],
      '<mark>abc d</mark>ef',
    ],
    [[[5, 2]], 'abc def'],
    [[[-1, 2]], 'abc def'],
    [[[4, 99]], 'abc def'],
    [[[Number.NaN, 2]], 'abc def'],
  ])('keeps the text complete with marks %j', async (marks, html) => {
    expect(await get('/search?q=', { snippet: 'abc def', marks })).toContain(`dir="auto">${html}</p>`);
  });

  test('escapes marked text', async () => {
    expect(await get('/search?q=', { snippet: '<b>&', marks: [[0, 4]] })).toContain('<mark>&lt;b&gt;&amp;</mark>');
  });
});

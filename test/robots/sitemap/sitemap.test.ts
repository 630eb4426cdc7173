import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSitemap, SITEMAP_LIMITS } from '../../../shared/robots/sitemap/sitemap.ts';
import { collectSitemap, evaluateSitemapQuery } from '../../../shared/robots/sitemap/sitemap-query.ts';
import type { SitemapLimits, SitemapUrl } from '../../../shared/robots/sitemap/sitemap-types.ts';
import { anyText } from '../../any-text.ts';
import { fewOrMany, longTest } from '../../long-test.ts';

const url = 'http://h.example/maps/sitemap.xml';
const bytes = (body: string | Uint8Array) => (typeof body === 'string' ? Buffer.from(body) : body);
const read = (body: string | Uint8Array, contentType?: string) =>
  collectSitemap({ url, body: bytes(body), contentType });
const urlsOf = (body: string | Uint8Array, contentType?: string) =>
  read(body, contentType).urls.map((found) => found.url);

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const set = (inside: string) => `${XML}<urlset ${NS}>${inside}</urlset>`;
const a = '<url><loc>http://h.example/a</loc></url>';
const b = '<url><loc>http://h.example/b</loc></url>';
const AB = ['http://h.example/a', 'http://h.example/b'];
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('finds two URLs in', () => {
  test.each<[string, string | Uint8Array]>([
    ['a sitemap', set(a + b)],
    ['a sitemap without a declaration or namespace', `<urlset>${a}${b}</urlset>`],
    ['a sitemap with an unknown namespace', `<urlset xmlns="http://x.example/1">${a}${b}</urlset>`],
    [
      'a sitemap with prefixes',
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">${prefixed(a + b)}</s:urlset>`,
    ],
    ['a sitemap with undeclared prefixes', `<s:urlset>${prefixed(a + b)}</s:urlset>`],
    [
      'upper case',
      set(a + b)
        .toUpperCase()
        .replaceAll(/HTTP:\/\/H\.EXAMPLE\/[AB]/g, (found) => found.toLowerCase()),
    ],
    ['a packed sitemap', gzipSync(set(a + b))],
    ['a sitemap packed twice', gzipSync(gzipSync(set(a + b)))],
    [
      'a sitemap packed in two members',
      Buffer.concat([gzipSync(set(a).replace('</urlset>', '')), gzipSync(`${b}</urlset>`)]),
    ],
    ['a sitemap with a byte order mark', `\ufeff${set(a + b)}`],
    ['UTF-16 little endian', utf16(set(a + b))],
    ['UTF-16 big endian', utf16(set(a + b)).swap16()],
    ['UTF-16 without a mark', Buffer.from(set(a + b), 'utf16le')],
    ['a sitemap after white space and server messages', `\n\nWarning: x in /y.php on line 3\n${set(a + b)}`],
    ['comments and instructions', set(`<!-- <url><loc>http://h.example/no</loc></url> --><?x <loc>?>${a}<!---->${b}`)],
    ['URLs with white space around them', set(a + b.replace('http', '\n\t http').replace('/b<', '/b \n<'))],
    ['CDATA', set(a + b.replace('http://h.example/b', '<![CDATA[http://h.example/b]]>'))],
    ['a url element inside loc', set(a + b.replace('<loc>', '<loc><url>').replace('</loc>', '</url></loc>'))],
    ['URLs without loc', set('<url>\nhttp://h.example/a\n</url><url>http://h.example/b</url>')],
    ['relative URLs', set('<url><loc>/a</loc></url><url><loc>../b</loc></url>')],
    ['unclosed elements', `<urlset><url><loc>http://h.example/a<url><loc>http://h.example/b<url>`],
    ['unclosed loc elements', set('<url><loc>http://h.example/a</url><url><loc>http://h.example/b</url>')],
    [
      'unclosed fields',
      set('<url><loc>http://h.example/a<lastmod>2001<priority></url><url><loc>http://h.example/b</url>'),
    ],
    ['wrongly nested end tags', set(`<x>${a}</y></url></url>${b}</z>`)],
    ['two roots', set(a) + set(b)],
    ['no root', a + b],
    [
      'a sitemap with invalid entries',
      set(`${a}<url></url><url><loc></loc></url><url><loc>http://[</loc></url><url><loc>mailto:x</loc></url>${b}`),
    ],
    ['control characters', set(`${a}\0\x01<url>\x0b<loc>http://h.example/b</loc></url>`)],
    ['text', 'http://h.example/a\nhttp://h.example/b'],
    ['text with other line endings', 'http://h.example/a\r\n\r\n  http://h.example/b  \rnothing\r'],
    ['text with dates after the URLs', 'http://h.example/a\t2024-01-01\nhttp://h.example/b http://h.example/c\n'],
    ['packed text', gzipSync('http://h.example/a\nhttp://h.example/b\n')],
    ['text with a byte order mark', '\ufeffhttp://h.example/a\nhttp://h.example/b\n'],
    [
      'RSS',
      `<rss version="2.0"><channel><link>http://h.example/</link><image><url>http://h.example/i</url></image>
      <item><link>http://h.example/a</link></item><item><guid isPermaLink="false">http://h.example/b</guid></item>
      <item><guid>7bd204c6</guid></item></channel></rss>`,
    ],
    [
      'RSS with Atom links',
      `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link href="http://h.example/f" rel="self"/>
      <item><atom:link href="http://h.example/c"/><link>http://h.example/a</link><source url="http://x.example/">X</source></item>
      <item><link>http://h.example/b</link></item></channel></rss>`,
    ],
    [
      'RSS 1.0',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="http://h.example/c"><link>http://h.example/c</link><items><rdf:Seq><rdf:li resource="http://h.example/d"/></rdf:Seq></items></channel>
      <item rdf:about="http://h.example/x"><link>http://h.example/a</link></item><item rdf:about="http://h.example/b"/></rdf:RDF>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://h.example/"/><id>http://h.example/id</id>
      <entry><link rel="edit" href="/e"/><link rel="alternate" href="/c"/><link href="/a"/><source><link href="/s"/></source></entry>
      <entry><link rel="enclosure" href="/f"/><link rel="alternate" href="/b"/></entry><entry><link rel="self" href="/g"/></entry></feed>`,
    ],
  ])('%s', (_kind, body) => {
    expect(read(body)).toMatchObject({ reason: undefined });
    expect(urlsOf(body)).toEqual(AB);
    // A wrong content type makes no difference.
    expect(urlsOf(body, 'application/pdf')).toEqual(AB);
  });
});

function prefixed(xml: string): string {
  return xml.replaceAll(/<(\/?)(?=\w)/g, '<$1s:');
}

test.each([
  ['an escaped ampersand', 'http://h.example/?a=1&amp;b=2', 'http://h.example/?a=1&b=2'],
  ['a bare ampersand', 'http://h.example/?a=1&b=2', 'http://h.example/?a=1&b=2'],
  ['an ampersand before the name of an HTML entity', 'http://h.example/?a=1&copy=2', 'http://h.example/?a=1&copy=2'],
  ['numeric character references', 'http://h.example/&#97;&#x62;', 'http://h.example/ab'],
  ['partial CDATA', 'http://h.example/?a<![CDATA[=1&b=2]]>', 'http://h.example/?a=1&b=2'],
  ['non-ASCII letters', 'http://bücher.example/ü', 'http://xn--bcher-kva.example/%C3%BC'],
  ['a space', 'http://h.example/a b', 'http://h.example/a%20b'],
])('reads %s in a URL', (_what, written, found) => {
  expect(urlsOf(set(`<url><loc>${written}</loc></url>`))).toEqual([found]);
});

test('reads all metadata of a URL', () => {
  const body = `<urlset ${NS} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"
    xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>
    <image:image><image:loc>/i.jpg</image:loc><image:title>Pic</image:title></image:image><image:image><image:loc>/j.jpg</image:loc></image:image>
    <v:video><v:title>Film</v:title><v:player_loc>/p</v:player_loc><v:content_loc>/f.mp4</v:content_loc></v:video>
    <loc>http://h.example/a</loc><lastmod><![CDATA[2004-10-01T18:23:17+00:00]]></lastmod><changefreq>Daily</changefreq><priority>0.8</priority>
    <n:news><n:publication><n:name>The Paper</n:name><n:language>en</n:language></n:publication>
      <n:publication_date>2008-12-23</n:publication_date><n:title>Merger &amp; more</n:title></n:news>
    <xhtml:link rel="alternate" hreflang="de" href="http://h.example/de?a=1&amp;b"/><xhtml:link rel="alternate" href="/en"/>
    <xhtml:link rel="stylesheet" href="/x.css"/></url></urlset>`;
  expect(read(body).urls).toEqual([
    {
      url: 'http://h.example/a',
      lastModified: '2004-10-01T18:23:17+00:00',
      changeFrequency: 'daily',
      priority: 0.8,
      alternates: [
        { url: 'http://h.example/de?a=1&b', language: 'de' },
        { url: 'http://h.example/en', language: null },
      ],
      images: ['http://h.example/i.jpg', 'http://h.example/j.jpg'],
      videos: ['http://h.example/f.mp4'],
      news: { title: 'Merger & more', name: 'The Paper', language: 'en', published: '2008-12-23' },
    } satisfies SitemapUrl,
  ]);
});

test('finds the URL beside extensions without a prefix', () => {
  const image =
    '<image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>http://h.example/i.jpg</loc></image>';
  expect(read(set(`<url>${image}<loc>http://h.example/a</loc></url>`)).urls).toEqual([
    { url: 'http://h.example/a', images: ['http://h.example/i.jpg'] },
  ]);
});

test('drops invalid metadata', () => {
  const wrong = '<lastmod>yesterday</lastmod><changefreq>often</changefreq><priority>high</priority>';
  expect(read(set(`<url><loc>http://h.example/a</loc>${wrong}</url>`)).urls).toEqual([{ url: 'http://h.example/a' }]);
  expect(read(set('<url><loc>/a</loc><priority>7</priority></url>')).urls).toEqual([{ url: 'http://h.example/a' }]);
});

test('reads sitemaps of an index with their dates', () => {
  const body = `<sitemapindex ${NS}><sitemap><loc>http://h.example/1.xml.gz</loc><lastmod>2005-01-01</lastmod></sitemap>
    <sitemap>\nhttp://h.example/2?a&amp;b\n</sitemap><sitemap><loc>/3</loc><las`;
  expect(read(body)).toEqual({
    urls: [],
    sitemaps: [
      { url: 'http://h.example/1.xml.gz', lastModified: '2005-01-01' },
      { url: 'http://h.example/2?a&b' },
      { url: 'http://h.example/3' },
    ],
    reason: undefined,
  });
});

test('resolves links against `xml:base` of the feed, the entry and the link', () => {
  const entry = (attributes: string, link: string) => `<entry ${attributes}><link ${link}/></entry>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example/blog/">
    ${entry('', 'href="one"')}${entry('xml:base="2024/"', 'href="two"')}
    ${entry('xml:base="/2024/"', 'xml:base="http://c.example/" href="three"')}${entry('xml:base="mailto:x"', 'href="/four"')}</feed>`;
  expect(urlsOf(feed)).toEqual([
    'http://b.example/blog/one',
    'http://b.example/blog/2024/two',
    'http://c.example/three',
    'http://b.example/four',
  ]);
  const rss = '<rss xml:base="http://b.example/x/"><channel><item><link>five</link></item></channel></rss>';
  expect(urlsOf(rss)).toEqual(['http://b.example/x/five']);
});

test('reads dates of RSS and Atom', () => {
  const rss =
    '<rss><channel><pubDate>Thu, 05 Jan 2017 12:34:50 GMT</pubDate><item><link>/a</link><pubDate>Thu, 05 Jan 17 13:34:52 +0100</pubDate></item></channel></rss>';
  expect(read(rss).urls).toEqual([{ url: 'http://h.example/a', lastModified: '2017-01-05T12:34:52Z' }]);
  const atom =
    '<feed><entry><link href="/a"/><published>2001-01-01</published><updated>2003-12-13T18:30:02Z</updated></entry><entry><link href="/b"/><published>2001-01-01T00:00Z</published></entry></feed>';
  expect(read(atom).urls.map(({ lastModified }) => lastModified)).toEqual([
    '2003-12-13T18:30:02Z',
    '2001-01-01T00:00Z',
  ]);
});

describe('reads complete entries of a file truncated', () => {
  test.each([
    ['in a URL', `${XML}<urlset>${a}${b}<url><loc>http://h.example/cut-o`, AB],
    ['in CDATA', `<urlset>${a}${b}<url><loc><![CDATA[http://h.example/cut-o`, AB],
    ['in a tag after a URL', `<urlset>${a}<url><loc>http://h.example/b</lo`, AB],
    ['after a URL', `<urlset>${a}<url><loc>http://h.example/b</loc>`, AB],
    ['in an attribute', `<urlset>${a}${b}<url x="http://h.example/`, AB],
  ])('%s', (_where, body, urls) => {
    expect(urlsOf(body)).toEqual(urls);
  });

  test('in packed data', () => {
    const many = set(
      Array.from({ length: 5_000 }, (_, i) => `<url><loc>http://h.example/${(i * 7919) % 10_007}</loc></url>`).join(''),
    );
    const packed = gzipSync(many);
    const half = read(packed.subarray(0, packed.length / 2));
    expect(half.reason).toBe('truncated');
    expect(half.urls.length).toBeGreaterThan(1_000);
    expect(read(packed.fill(0x55, packed.length - 4)).reason).toBe('truncated');
  });
});

const lines = Array.from({ length: 20_000 }, (_, i) => `http://h.example/${(i * 7919) % 20_011}`);
const packedLines = gzipSync(`${lines.join('\n')}\n`);
const spoiled = (at: number) => Buffer.from(packedLines).fill(0xff, at, at + 4);

test.each<[string, Uint8Array]>([
  ['trailing data', Buffer.concat([packedLines, Buffer.from('junk')])],
  ['a page after it', Buffer.concat([packedLines, Buffer.from('<p>'.repeat(1_000))])],
  ['a wrong checksum', spoiled(packedLines.length - 8)],
  ['a wrong length', spoiled(packedLines.length - 4)],
  ['a truncated trailer', packedLines.subarray(0, -4)],
])('reads all content of a packed file with %s', (_what, body) => {
  const { urls, reason } = read(body);
  expect([urls.length, reason]).toEqual([lines.length, 'truncated']);
});

test('reads a damaged packed file up to the damage', () => {
  expect(read(spoiled(Math.floor(packedLines.length * 0.9))).urls.length).toBeGreaterThan(17_000);
});

test.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', 'no-content'],
  ['a page', '<!DOCTYPE html><html><body><a href="http://h.example/a">A</a></body></html>', 'not-a-sitemap'],
  ['words', 'this is no sitemap', 'not-a-sitemap'],
  [
    'other XML',
    '<?xml version="1.0"?><catalog><product><loc>http://h.example/a</loc></product></catalog>',
    'not-a-sitemap',
  ],
  ['bytes', Uint8Array.from({ length: 5_000 }, (_, i) => (i * 31) % 256), 'not-a-sitemap'],
  ['damaged gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), 'encoding'],
])('refuses %s', (_what, body, reason) => {
  expect(read(body)).toEqual({ urls: [], sitemaps: [], reason });
});

const openings = [`<!-- ${b}`, `<url><loc><![CDATA[/x</loc></url>${b}`, `<url x="><loc>/x</loc></url>${b}`];

test.each([
  ['a comment', openings[0]!],
  ['CDATA', openings[1]!],
  ['a quote', openings[2]!],
  ['a comment that is long', `<!-- ${'ü'.repeat(100_000)}${b}`],
  ['each of them', `${openings[0]}`.replace(b, '') + openings[1]!.replace(b, '') + openings[2]],
])('reads entries after %s that is never closed', (_what, opening) => {
  const body = `<urlset>${a}${opening}</urlset>`;
  expect({ urls: urlsOf(body), reason: read(body).reason }).toEqual({ urls: AB, reason: 'truncated' });
});

test('gives up after too many unclosed openings', () => {
  const body = `<urlset>${a}${'<!-- '.repeat(9)}${b}`;
  expect({ urls: urlsOf(body), reason: read(body).reason }).toEqual({ urls: [AB[0]], reason: 'truncated' });
});

test('accepts an empty sitemap', () => {
  expect(read(set(''))).toEqual({ urls: [], sitemaps: [], reason: undefined });
});

test('never expands declared entities or reads external ones', () => {
  const outside = `<!DOCTYPE urlset [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>`;
  const laughs =
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
  for (const doctype of [outside, laughs]) {
    const body = `${XML}${doctype}<urlset>${a}<url><loc>&xxe;</loc></url><url><loc>http://h.example/&c;</loc></url></urlset>`;
    expect(urlsOf(body)).toEqual(['http://h.example/a']);
  }
});

function limited(body: Uint8Array, limits: SitemapLimits): { urls: number; reason: string | undefined } {
  let urls = 0;
  const reason = readSitemap({ url, body }, { url: () => urls++, sitemap: () => {} }, limits);
  return { urls, reason };
}

test('keeps entries up to the limits', () => {
  const body = Buffer.from(set(a.repeat(100)));
  expect(limited(body, { maxBytes: 1e6, maxEntries: 100 })).toEqual({ urls: 100, reason: undefined });
  expect(limited(body, { maxBytes: 1e6, maxEntries: 99 })).toEqual({ urls: 99, reason: 'too-large' });
  expect(limited(body, { maxBytes: 1000, maxEntries: 100 })).toMatchObject({ urls: 22, reason: 'too-large' });
  expect(limited(gzipSync(body), { maxBytes: 1000, maxEntries: 100 })).toMatchObject({ reason: 'too-large' });
});

/** Large enough that quadratic time would exceed the test timeout. */
const MANY = fewOrMany(10_000, 200_000);

longTest('refuses a file that unpacks to more than the limit', () => {
  expect(read(gzipSync(Buffer.alloc(SITEMAP_LIMITS.maxBytes + 1), { level: 1 })).reason).toBe('too-large');
});

test('reads hostile files in linear time', () => {
  expect(urlsOf(`<urlset>${'<x>'.repeat(MANY)}${a}`)).toEqual([AB[0]]);
  expect(urlsOf(`<urlset>${'<url>'.repeat(MANY)}${a}`)).toEqual([AB[0]]);
  expect(urlsOf(`<urlset ${'x="1" '.repeat(MANY)}>${a}`)).toEqual([AB[0]]);
  expect(urlsOf(`<urlset><url><loc>${'x'.repeat(10 * MANY)}</loc></url>${a}`)).toContain(AB[0]);
  expect(urlsOf(`<urlset>${'&'.repeat(3 * MANY)}${'<'.repeat(3 * MANY)}>${a}`)).toEqual([AB[0]]);
  expect(urlsOf(`${'http://'.repeat(MANY)}\n${AB[0]}`)).toEqual([AB[0]]);
});

test('reads tokens across chunk boundaries', () => {
  // Chunks are 64 KiB. Each length of the filler puts another character at the boundary.
  for (let filler = 65_400; filler < 65_560; filler += fewOrMany(3, 1)) {
    const body = `<urlset><!--${'x'.repeat(filler)}--><url x='ü'><loc>http://h.example/?ü&amp;b</loc></url>${b}</urlset>`;
    expect(urlsOf(body)).toEqual(['http://h.example/?%C3%BC&b', AB[1]]);
  }
});

test('accepts any bytes and emits only valid URLs', () => {
  const word = fc.constantFrom(
    ...[
      '<urlset>',
      '<url>',
      '<loc>',
      '</loc>',
      '</url>',
      '<sitemap>',
      '<rss>',
      '<item>',
      '<link>',
      '<feed>',
      '<entry>',
    ],
    ...[
      '<link href="',
      '">',
      '/>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&amp;',
      '&',
      '<',
      '>',
      'http://h.example/',
      ':',
      '\n',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, anyText(3)), { maxLength: 40 }), (words) => {
      for (const found of urlsOf(words.join(''))) expect(URL.parse(found)?.href).toBe(found);
    }),
    { numRuns: fewOrMany(100, 500) },
  );
});

test('answers a query by the entries of a list, or by why it is none', () => {
  expect(evaluateSitemapQuery({ id: 4, url, body: Buffer.from(set(a)) })).toEqual({
    id: 4,
    urls: [{ url: AB[0] }],
    sitemaps: [],
  });
  expect(evaluateSitemapQuery({ id: 5, url, body: Buffer.from('<html>') })).toEqual({
    id: 5,
    urls: [],
    sitemaps: [],
    reason: 'not-a-sitemap',
  });
});

import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage, convertPage } from '../../../shared/clean/clean-page.ts';
import { EMPTY_CONTENT } from '../../../shared/clean/content.ts';
import type { FetchedPage } from '../../../shared/clean/fetched-page.ts';
import { withoutControls } from '../../../shared/clean/metadata/without-controls.ts';
import type { Url } from '../../../shared/url/url.ts';

const OPTIONS = { ...DEFAULT_CLEAN_OPTIONS, pageLimits: { ...DEFAULT_CLEAN_OPTIONS.pageLimits, maxMedia: 10 } };
const PROSE = 'Sundews grow in the bog and catch small flies with sticky leaves every summer. '.repeat(10);
/** Control characters in the JSON of a document, which has no tabs here. */
const ESCAPED = /\\u00[01][0-9a-f]|\\[bfr]|[\x7f-\x9f]/;

const pageOf = (html: string, headers: FetchedPage['headers'] = []): FetchedPage => ({
  url: 'http://bog.example/' as Url,
  headers: [['content-type', 'text/html; charset=utf-8'], ...headers],
  body: Buffer.from(html),
});

const htmlWith = (mark: string) => `<html><head><title>Sun${mark}dews of the bog</title>
<meta name="author" content="Ada${mark} Writer"><meta name="description" content="About${mark} sundews">
<meta name="keywords" content="sun${mark}dew, ${mark}"><meta name="odd${mark}" scheme="s${mark}" content="c${mark}">
<meta property="og:site_name" content="Bog${mark} Notes"><link rel="alternate" type="application/rss+xml" title="Fe${mark}ed" href="/feed">
</head><body><h1>Sun${mark}dews of the bog</h1><p>${PROSE}</p><h2>Mo${mark}ss</h2><p>te${mark}xt <a href="/moss">mo${mark}ss</a></p>
<img src="a.png" alt="im${mark}age"><pre>co${mark}de</pre><p>${PROSE}</p></body></html>`;

test.each([
  ['bytes', '\0\x01\x08\x1b\x7f'],
  ['character references', '&#1;&#8;&#27;&#x7f;'],
])('a page with control characters as %s has none in its document', (_, mark) => {
  const document = cleanPage(pageOf(htmlWith(mark)), OPTIONS);
  expect(JSON.stringify(document)).not.toMatch(ESCAPED);
  expect(document).toMatchObject({
    title: 'Sundews of the bog',
    author: 'Ada Writer',
    publisher: 'Bog Notes',
    description: 'About sundews',
    keywords: ['sundew'],
    headings: ['Sundews of the bog', 'Moss'],
    text: expect.stringContaining('text moss\n\ncode'),
    links: [{ anchor: 'Feed' }, { anchor: 'moss' }],
    media: [{ alt: 'image' }],
    metadata: { odd: ['c'] },
    about: { qualified: [{ name: 'odd', scheme: 's', content: 'c' }] },
  });
});

test('a page with &#0; has a replacement character, as in browsers', () => {
  expect(cleanPage(pageOf(htmlWith('&#0;')), OPTIONS).title).toBe('Sun\ufffddews of the bog');
});

test('JSON-LD with escaped control characters gives metadata without them', () => {
  const article = {
    '@type': 'Article',
    headline: 'Sun\0dews of the bog',
    author: { '@type': 'Person', name: 'Ada\x1b Writer' },
  };
  const json = JSON.stringify({ '@context': 'https://schema.org', ...article, description: 'Ab\x01out' });
  const page = pageOf(`<script type="application/ld+json">${json}</script><p>${PROSE}</p>`);
  const document = cleanPage(page, OPTIONS);
  expect(JSON.stringify(document)).not.toMatch(ESCAPED);
  expect(document).toMatchObject({ title: 'Sundews of the bog', author: 'Ada Writer' });
  expect(document.about?.things).toMatchObject([{ headline: 'Sundews of the bog', description: 'About' }]);
});

test('converted documents and response headers of archives lose them, too', async () => {
  const converted = {
    ...{
      title: 'Sun\x1bdews',
      author: '\x01',
      date: null,
      modified: null,
      description: 'a\x1fb',
      keywords: ['\0', 'bog'],
    },
    ...{
      language: null,
      charset: null,
      links: [{ href: '/moss', anchor: 'mo\0ss' }],
      metadata: { 'ti\0tle': ['x\x02'] },
    },
    parts: [{ kind: 'code' as const, text: 'one\r\n\ttwo\x1b' }],
  };
  const limits = { timeoutMs: 1, memoryMb: 1, unpackedBytes: 1, maxText: 1_000, maxLinks: 10 };
  const job = { bytes: new Uint8Array(0), mimeType: 'application/rtf', contentType: '', limits };
  const converter = { convert: async () => converted, close: async () => undefined };
  const document = await convertPage({ page: pageOf('', [['server', 'ng\x1binx']]), job }, converter, OPTIONS);
  expect(document).toMatchObject({
    ...{ title: 'Sundews', author: null, description: 'a b', keywords: ['bog'], text: 'one\n\ttwo' },
    ...{ links: [{ anchor: 'moss' }], metadata: { title: ['x'] }, about: { server: 'nginx' } },
  });
});

test('texts of items and fields keep their lines, and other values become one line', () => {
  const content = { ...EMPTY_CONTENT, text: 'a', title: 'one\rtwo', items: [{ text: ['one\x07\r\n\n\ttwo '] }] };
  const fields = { body: ['one\ntwo\x01'] };
  expect(withoutControls({ ...content, fields })).toMatchObject({
    ...{ title: 'one two', items: [{ text: ['one\n\n\ttwo'] }], fields: { body: ['one\ntwo'] } },
  });
});

test('content without control characters stays the same object', () => {
  const content = { ...EMPTY_CONTENT, text: 'one\n\ttwo', title: '', keywords: [''] };
  expect(withoutControls(content)).toBe(content);
});

test('lone surrogates of escapes in JSON and of cut texts become U+FFFD', () => {
  const long = {
    '@type': 'NewsArticle',
    headline: 'Moss \ud83d',
    author: 'Ada \ude00',
    description: `${'a'.repeat(499)}\u{1f331}`,
  };
  const html = `<script type="application/ld+json">${JSON.stringify(long)}</script><p>${PROSE}</p>`;
  const document = cleanPage(pageOf(html), OPTIONS);
  expect(document).toMatchObject({ title: 'Moss \ufffd', description: `${'a'.repeat(499)}\ufffd` });
  expect(JSON.stringify(document)).not.toMatch(/\\ud[89a-f]/);
});

test('lone surrogates in given HTML become U+FFFD, and pairs stay', () => {
  const { text } = cleanHtml('http://bog.example/' as Url, '<p>moss \ud83d fen \u{1f331}', OPTIONS);
  expect(text).toBe('moss \ufffd fen \u{1f331}');
});

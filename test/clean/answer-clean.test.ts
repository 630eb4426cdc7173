import { describe, expect, test } from 'vitest';
import { answerClean } from '../../shared/clean/answer-clean.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { Converter } from '../../shared/ports/converter.ts';
import { hammingDistance } from '../../shared/search/hamming-distance.ts';

/** Returns the bytes of a document as its text. Pages do not use it. */
const CONVERTER: Converter = {
  convert: async ({ mimeType }) => ({ reason: 'encrypted', detail: mimeType }),
  close: async () => undefined,
};

const answer = (question: unknown) => answerClean(question, DEFAULT_CLEAN_OPTIONS, CONVERTER);

/** The fields of an answer. Other programs read them, so the list is fixed. */
const FIELDS = [
  ...['id', 'url', 'title', 'text', 'markdown', 'language', 'charset', 'author', 'date', 'description', 'keywords'],
  ...['headings', 'links', 'metadata', 'mimeType', 'digest', 'simhash', 'canonical', 'robots', 'reason'],
  ...['modified', 'sources'],
];

test('an answer has all fields even if the page is empty', async () => {
  for (const html of ['', '<title>T</title><p>x'])
    expect(Object.keys(await answer({ id: 7, url: 'http://a.example/', html }))).toEqual(
      expect.arrayContaining([...FIELDS]),
    );
  const bytes = { id: 7, url: 'http://a.example/', bodyBase64: '', contentType: 'text/html' };
  expect(Object.keys(await answer(bytes))).toEqual(expect.arrayContaining([...FIELDS]));
});

test('an answer has the id of its question and the normalised URL', async () => {
  expect(await answer({ id: { any: 1 }, url: 'HTTP://A.example:80/b/../c#d', html: '<a href=e>f</a>' })).toMatchObject({
    id: { any: 1 },
    url: 'http://a.example/c',
    links: [{ url: 'http://a.example/e', anchor: 'f', rel: '' }],
  });
});

test('reads a body by its declared type and its bytes', async () => {
  const bodyBase64 = Buffer.from([0x93, 0x61, 0x94]).toString('base64');
  expect(
    await answer({ id: 1, url: 'http://a.example/', bodyBase64, contentType: 'text/html; charset=cp1252' }),
  ).toMatchObject({
    text: '“a”',
    charset: 'windows-1252',
  });
});

test.each<[string, Record<string, string | string[]>]>([
  ['AWS WAF', { 'X-Amzn-Waf-Action': 'challenge' }],
  ['Cloudflare', { 'cf-mitigated': ['challenge'] }],
])('does not extract a check for browsers of %s', async (_service, headers) => {
  const html = '<title>Just a moment</title><p>Checking your browser';
  const given = { id: 1, url: 'http://a.example/', headers: { ...headers, 'content-type': 'text/html' } };
  const expected = { id: 1, reason: 'bot-check', text: '', title: null, links: [], mimeType: 'text/html' };
  const bodyBase64 = Buffer.from(html).toString('base64');
  for (const body of [{ html }, { bodyBase64 }]) {
    const answered = await answer({ ...given, ...body });
    expect(answered).toMatchObject(expected);
    expect(Object.keys(answered)).toEqual(expect.arrayContaining([...FIELDS]));
  }
  expect(await answer({ ...given, headers: { 'content-type': 'text/html' }, html })).toMatchObject({ reason: null });
});

test('uses headers and the rest of the response with HTML as with bytes', async () => {
  const html = '<p>x';
  const rest = {
    ...{ id: 1, url: 'http://a.example/', truncated: true },
    headers: { 'X-Robots-Tag': ['noarchive', 'other: nosnippet'], 'Content-Language': 'sv' },
  };
  const bodyBase64 = Buffer.from(html).toString('base64');
  const bytes = await answer({ ...rest, bodyBase64, contentType: 'text/html' });
  expect(await answer({ ...rest, html })).toMatchObject({
    ...{ robots: ['noarchive'], declaredLanguage: 'sv', truncated: 'body' },
    about: bytes.about,
  });
  expect(bytes).toMatchObject({ robots: ['noarchive'], declaredLanguage: 'sv', truncated: 'body' });
  await expect(answer({ ...rest, html, headers: 'x' })).rejects.toThrow('headers: expected an object');
});

test.each(['contentType', 'headers', 'address'])('treats null for %s as absent', async (field) => {
  const bytes = { id: 1, url: 'http://a.example/', bodyBase64: Buffer.from('<p>x').toString('base64') };
  expect(await answer({ ...bytes, [field]: null })).toEqual(await answer(bytes));
});

test('passes documents to the converter', async () => {
  const bodyBase64 = Buffer.from('%PDF-1.4\n').toString('base64');
  expect(await answer({ id: 1, url: 'http://a.example/', bodyBase64, contentType: 'application/pdf' })).toMatchObject({
    id: 1,
    mimeType: 'application/pdf',
    reason: 'encrypted',
  });
});

test('keeps a URL that cannot be crawled as given', async () => {
  expect(await answer({ id: 1, url: 'file:///x', html: '<p>text</p><a href=y>z</a>' })).toMatchObject({
    url: 'file:///x',
    text: 'text\n\nz',
  });
});

describe('rejects a malformed question with the reason', () => {
  test.each([
    [null, /object/],
    [[], /object/],
    ['x', /object/],
    [{ html: '' }, /url/],
    [{ url: 1, html: '' }, /url/],
    [{ url: 'http://a.example/' }, /bodyBase64/],
    [{ url: 'http://a.example/', bodyBase64: '*' }, /invalid Base64/],
    [{ url: 'http://a.example/', bodyBase64: '', contentType: 1 }, /contentType/],
    [{ url: 'http://a.example/', bodyBase64: '', address: 1 }, /address: expected a string/],
    [{ url: 'http://a.example/', bodyBase64: '', truncated: 1 }, /truncated: expected true or false/],
    [{ url: 'http://a.example/', bodyBase64: '', headers: [] }, /headers: expected an object such as/],
  ])('%j', async (question, message) => {
    await expect(answer(question)).rejects.toThrow(message);
  });
});

test('a page has near fingerprints in two templates, and SHA-256 and MD5 digests', async () => {
  const sentences = Array.from({ length: 30 }, (_, i) => `Moss number ${i} grows on stone ${i * 7} by the water.`);
  const body = `<article><h1>Moss</h1><p>${sentences.join('</p><p>')}</p></article>`;
  const menu = '<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>';
  const [plain, framed] = await Promise.all(
    [body, `${menu}${body}`].map((html) => answer({ id: 1, url: 'http://a.example/', html })),
  );
  expect(plain).toMatchObject({
    simhash: expect.stringMatching(/^[0-9a-f]{16}$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    md5: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(hammingDistance(plain!.simhash!, framed!.simhash!)).toBeLessThanOrEqual(6);
});

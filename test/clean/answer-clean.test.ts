import { describe, expect, test } from 'vitest';
import { answerClean } from '../../shared/clean/answer-clean.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { Converter } from '../../shared/ports/converter.ts';
import { hammingDistance } from '../../shared/search/hamming-distance.ts';

/** A document is what it was given; pages do without it. */
const CONVERTER: Converter = {
  convert: async ({ mimeType }) => ({ reason: 'encrypted', detail: mimeType }),
  close: async () => undefined,
};

const answer = (question: unknown) => answerClean(question, DEFAULT_CLEAN_OPTIONS, CONVERTER);

/** The shape is fixed: other programs read it. */
const FIELDS = [
  ...['id', 'url', 'title', 'text', 'markdown', 'language', 'charset', 'author', 'date', 'description', 'keywords'],
  ...['headings', 'links', 'metadata', 'mimeType', 'digest', 'simhash', 'canonical', 'robots', 'reason'],
  ...['modified', 'sources'],
];

test('an answer has all its fields, also of nothing', async () => {
  for (const html of ['', '<title>T</title><p>x'])
    expect(Object.keys(await answer({ id: 7, url: 'http://a.example/', html }))).toEqual(
      expect.arrayContaining([...FIELDS]),
    );
  const bytes = { id: 7, url: 'http://a.example/', bodyBase64: '', contentType: 'text/html' };
  expect(Object.keys(await answer(bytes))).toEqual(expect.arrayContaining([...FIELDS]));
});

test('an answer has the id of its question and the normalised address', async () => {
  expect(await answer({ id: { any: 1 }, url: 'HTTP://A.example:80/b/../c#d', html: '<a href=e>f</a>' })).toMatchObject({
    id: { any: 1 },
    url: 'http://a.example/c',
    links: [{ url: 'http://a.example/e', anchor: 'f', rel: '' }],
  });
});

test('bytes are read by what their type and they themselves say', async () => {
  const bodyBase64 = Buffer.from([0x93, 0x61, 0x94]).toString('base64');
  expect(
    await answer({ id: 1, url: 'http://a.example/', bodyBase64, contentType: 'text/html; charset=cp1252' }),
  ).toMatchObject({
    text: '“a”',
    charset: 'windows-1252',
  });
});

test.each(['contentType', 'headers', 'address'])('%s may be null, which is nothing', async (field) => {
  const bytes = { id: 1, url: 'http://a.example/', bodyBase64: Buffer.from('<p>x').toString('base64') };
  expect(await answer({ ...bytes, [field]: null })).toEqual(await answer(bytes));
});

test('documents are for the converter', async () => {
  const bodyBase64 = Buffer.from('%PDF-1.4\n').toString('base64');
  expect(await answer({ id: 1, url: 'http://a.example/', bodyBase64, contentType: 'application/pdf' })).toMatchObject({
    id: 1,
    mimeType: 'application/pdf',
    reason: 'encrypted',
  });
});

test('an address that is none of ours is given back', async () => {
  expect(await answer({ id: 1, url: 'file:///x', html: '<p>text</p><a href=y>z</a>' })).toMatchObject({
    url: 'file:///x',
    text: 'text\n\nz',
  });
});

describe('a question of another shape is refused with what is wrong', () => {
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
    [{ url: 'http://a.example/', bodyBase64: '', headers: [] }, /headers: expected an object such as/],
  ])('%j', async (question, message) => {
    await expect(answer(question)).rejects.toThrow(message);
  });
});

test('a page and the same page in another frame have fingerprints that are near, and digests by SHA-256 and MD5', async () => {
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

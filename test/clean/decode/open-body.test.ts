import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { openPage } from '../../../shared/clean/clean-page.ts';
import { openBody } from '../../../shared/clean/decode/open-body.ts';
import { parseFoundList } from '../../../shared/clean/list-capture.ts';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import type { Url } from '../../../shared/url/url.ts';

const PROSE = 'Sundews grow in the bog and catch small flies with sticky leaves every summer.';
const HTML = `<title>Sundews</title><p>${PROSE}</p><p>${PROSE} <a href="moss">Moss</a></p>`;

/** A tar archive of one file (POSIX.1-1988), enough of it to be recognised. */
function tarOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('ustar', 257);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(1024)]);
}

function open(name: string, body: Uint8Array, type: string, more: [string, string][] = []) {
  const headers: [string, string][] = [...(type === '' ? [] : [['Content-Type', type] as [string, string]]), ...more];
  const opened = openPage({ url: `http://bog.example/${name}` as Url, headers, body }, OPTIONS);
  return 'job' in opened
    ? { convert: opened.job.mimeType, bytes: Buffer.from(opened.job.bytes).toString() }
    : { mimeType: opened.mimeType, reason: opened.reason, text: opened.text, title: opened.title };
}

describe.each(['application/gzip', 'application/x-gzip', 'application/octet-stream', ''])('sent as %j', (type) => {
  test('a page, text and Markdown are read', () => {
    const page = { title: 'Sundews', reason: null, text: expect.stringContaining(PROSE) };
    expect(open('page.html.gz', gzipSync(HTML), type)).toMatchObject({ ...page, mimeType: 'text/html' });
    expect(open('notes.txt.gz', gzipSync(`Sundews\n\n${PROSE}`), type)).toMatchObject({
      mimeType: 'text/plain',
      reason: null,
    });
    expect(open('notes.md.gz', gzipSync(`# Sundews\n\n${PROSE}`), type)).toMatchObject({
      ...page,
      mimeType: 'text/markdown',
    });
  });

  test('documents go to their converters', () => {
    for (const [name, content, mimeType] of [
      ['a.xml.gz', '<book><title>Moss</title></book>', 'application/xml'],
      ['a.pdf.gz', '%PDF-1.4\n1 0 obj', 'application/pdf'],
      ['a.tex.gz', '\\documentclass{article}', 'application/x-tex'],
    ] as const)
      expect(open(name, gzipSync(content), type)).toEqual({ convert: mimeType, bytes: content });
    // The default crawl has no program for PostScript.
    expect(open('a.ps.gz', gzipSync('%!PS-Adobe-3.0'), type)).toMatchObject({
      mimeType: 'application/postscript',
      reason: 'unwanted-type',
    });
  });

  test('archives, other files and a second layer stay packed', () => {
    const packed = { reason: 'unwanted-type', text: '' };
    expect(open('source.tar.gz', gzipSync(tarOf('a.txt', PROSE)), type)).toMatchObject(packed);
    expect(open('a.pdf.gz', gzipSync(tarOf('a.pdf', '%PDF-1.4\n1 0 obj\n')), type)).toMatchObject({
      ...packed,
      mimeType: 'application/x-tar',
    });
    expect(open('data.json.gz', gzipSync('{"a":1}'), type)).toMatchObject(packed);
    expect(open('README.gz', gzipSync(PROSE), type)).toMatchObject(packed);
    expect(open('a.txt.gz', gzipSync(gzipSync(PROSE)), type)).toMatchObject({
      ...packed,
      mimeType: 'application/gzip',
    });
  });
});

test('the declared type of the document counts, and the name in Content-Disposition', () => {
  const text = Buffer.from(`Moos wächst. ${PROSE}`, 'latin1');
  expect(open('a.txt.gz', gzipSync(text), 'text/plain; charset=iso-8859-1')).toMatchObject({
    text: `Moos wächst. ${PROSE}`,
  });
  const named: [string, string][] = [['Content-Disposition', 'attachment; filename="page.html.gz"']];
  expect(open('get?id=3', gzipSync(HTML), 'application/gzip', named)).toMatchObject({
    mimeType: 'text/html',
    title: 'Sundews',
  });
});

test('a gzip file whose only layer is named as content coding, or which has a coding of its own, is read', () => {
  const coded: [string, string][] = [['Content-Encoding', 'gzip']];
  for (const body of [gzipSync(HTML), gzipSync(gzipSync(HTML))])
    expect(open('page.html.gz', body, 'application/gzip', coded)).toMatchObject({
      mimeType: 'text/html',
      title: 'Sundews',
    });
});

test('a bomb is refused as too large, by the limit of bytes, the ratio, or both layers together', () => {
  const tooLarge = { reason: 'too-large', text: '' };
  const zeros = gzipSync(Buffer.alloc(OPTIONS.maxBytes + 1, 'a'));
  expect(open('bomb.txt.gz', zeros, 'application/gzip')).toMatchObject(tooLarge);
  expect(open('bomb.txt.gz', gzipSync(zeros), 'application/gzip', [['Content-Encoding', 'gzip']])).toMatchObject(
    tooLarge,
  );
  const sized = (body: Uint8Array) =>
    openBody({ url: 'http://bog.example/a.txt.gz', headers: [], body }, 1 << 30, 100) as { bytes?: Uint8Array };
  const body = gzipSync(Buffer.alloc(3 << 20, 'a'));
  expect(sized(body)).toEqual({ reason: 'too-large' });
  const noisy = gzipSync(Buffer.concat([randomBytes(40_000), Buffer.alloc(3 << 20, 'a')]));
  expect(sized(noisy).bytes?.length).toBe(40_000 + (3 << 20));
});

test('a broken file has the reason encoding, and a cut one is read as far as it goes', () => {
  const body = gzipSync(HTML);
  expect(open('a.html.gz', Buffer.concat([body.subarray(0, 10), Buffer.alloc(40, 0xff)]), '')).toMatchObject({
    reason: 'encoding',
  });
  const long = gzipSync(Buffer.from(randomBytes(30_000).toString('hex')));
  expect(open('a.txt.gz', long.subarray(0, 20_000), '')).toMatchObject({ mimeType: 'text/plain', reason: null });
});

test('a packed sitemap or feed that was fetched as a page is a list', () => {
  const urls = [{ url: 'http://bog.example/a' }];
  const body = gzipSync('<?xml version="1.0"?><urlset><url><loc>http://bog.example/a</loc></url></urlset>');
  const capture = { url: 'http://bog.example/map.xml.gz', headers: [], body, note: { depth: 0, class: 1 } };
  expect(parseFoundList(capture as unknown as Capture, 'application/xml', OPTIONS)).toMatchObject({
    kind: 'list',
    urls,
  });
});

import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compileBodyFilter } from '../../../shared/fetch/body-filter.ts';
import { type ArchiveRules, bytesToCapture, captureOf, judgeRecord } from '../../../shared/fetch/warc/archived-page.ts';
import type { StreamedRecord } from '../../../shared/fetch/warc/streamed-record.ts';
import { streamRecords } from '../../../shared/fetch/warc/warc-stream.ts';
import { decodeContent } from '../../../shared/http/content-coding.ts';
import { headerValue } from '../../../shared/http/headers.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';
import { chunked, responseRecord, warcRecord } from './foreign-warc.ts';

const MAX_BYTES = 5_000;
const rules: ArchiveRules = {
  urls: DEFAULT_URL_RULES,
  scope: ({ url }) => (url.includes('/private/') ? 'excluded' : undefined),
  refuseBody: compileBodyFilter({ types: ['text/*', 'application/pdf'], except: [], maxBytes: MAX_BYTES }),
  maxBytes: MAX_BYTES,
  latest: Date.UTC(2026, 0, 1),
};

async function recordOf(bytes: Buffer): Promise<StreamedRecord> {
  const open = async function* () {
    yield bytes;
  };
  for await (const item of streamRecords(open, () => bytesToCapture(rules))) if (item.kind === 'record') return item;
  throw new Error('no record');
}

const judge = async (bytes: Buffer) => judgeRecord(await recordOf(bytes), rules);
async function capture(bytes: Buffer) {
  const record = await recordOf(bytes);
  const judged = judgeRecord(record, rules);
  if (judged.kind !== 'page') throw new Error(JSON.stringify(judged));
  return captureOf(record, judged, { depth: 0, class: 0 }, rules);
}

const PAGE = '<p>moss and fern</p>'.repeat(20);
const URL = 'http://a.example/';

test('a response becomes a capture with its URL, time, address, headers and body', async () => {
  const found = await capture(
    responseRecord('<HTTP://A.example:80/x#part>', PAGE, { headers: ['Content-Type: text/html', 'X-A: é'] }),
  );
  expect(found).toMatchObject({
    ...{ url: 'http://a.example/x', fetchedAt: Date.parse('2020-05-01T10:00:00Z'), address: '192.0.2.7' },
    ...{ status: 200, statusText: 'OK', httpVersion: '1.1', truncated: false, record: 'response' },
    headers: [
      ['Content-Type', 'text/html'],
      ['X-A', 'Ã©'],
    ],
  });
  expect(Buffer.from(found.body).toString()).toBe(PAGE);
});

test.each<[coding: string, body: Buffer]>([
  ['gzip', gzipSync(PAGE)],
  ['br', brotliCompressSync(PAGE)],
  ['deflate', deflateSync(PAGE)],
  ['zstd', zstdCompressSync(PAGE)],
])('chunks are removed, and the content coding %s stays for the clean stage', async (coding, body) => {
  const headers = ['Content-Type: text/html', `Content-Encoding: ${coding}`, 'Transfer-Encoding: chunked'];
  const found = await capture(responseRecord(URL, chunked(body, 30), { headers }));
  const decoded = decodeContent(found.body, headerValue(found.headers, 'content-encoding')!, 1e6);
  expect('bytes' in decoded && Buffer.from(decoded.bytes).toString()).toBe(PAGE);
});

test('a body whose chunks another program has removed is kept', async () => {
  const headers = ['Content-Type: text/html', 'Transfer-Encoding: chunked'];
  expect(Buffer.from((await capture(responseRecord(URL, PAGE, { headers }))).body).toString()).toBe(PAGE);
});

test('a text that is longer than the limit is cut, also if it is chunked, and a file is refused', async () => {
  const long = 'moss '.repeat(4_000);
  for (const [body, headers] of [
    [Buffer.from(long), ['Content-Type: text/html']],
    [chunked(Buffer.from(long), 64), ['Content-Type: text/html', 'Transfer-Encoding: chunked']],
  ] as const) {
    const found = await capture(responseRecord(URL, body, { headers: [...headers] }));
    expect(found.truncated).toBe(true);
    expect(Buffer.from(found.body).toString()).toBe(long.slice(0, MAX_BYTES));
  }
  const headers = ['Content-Type: application/pdf', 'Content-Length: 10'];
  expect(await judge(responseRecord(URL, long, { headers }))).toEqual({ kind: 'refused', reason: 'too-large' });
});

test('a body that was cut inside a chunk is decoded as far as it goes', async () => {
  const whole = chunked(Buffer.from(PAGE), 100);
  const headers = ['Content-Type: text/html', 'Transfer-Encoding: chunked'];
  const more = { 'WARC-Truncated': 'time' };
  for (const length of [whole.length - 20, 106, 107, 108, 150]) {
    const found = await capture(responseRecord(URL, whole.subarray(0, length), { headers, more }));
    const text = Buffer.from(found.body).toString();
    expect(found.truncated).toBe(true);
    expect(text.length).toBeGreaterThan(99);
    expect(PAGE.startsWith(text)).toBe(true);
  }
});

test('a resource becomes a capture with the media type of its record', async () => {
  const resource = (url: string) =>
    warcRecord(
      {
        'WARC-Type': 'resource',
        'WARC-Target-URI': url,
        'WARC-Date': '2020-05-01T10:00:00Z',
        'Content-Type': 'text/plain',
      },
      'moss',
    );
  expect(await capture(resource(URL))).toMatchObject({ status: 200, headers: [['Content-Type', 'text/plain']] });
  for (const url of ['urn:view:http://a.example/', 'metadata://gnu.org/software/wget/warc/MANIFEST.txt'])
    expect(await judge(resource(url))).toEqual({ kind: 'refused', reason: 'scheme' });
});

test('a text of a WET file becomes a capture, other conversions are skipped', async () => {
  const conversion = (type: string) =>
    warcRecord(
      { 'WARC-Type': 'conversion', 'WARC-Target-URI': URL, 'WARC-Date': '2020-05-01T10:00:00Z', 'Content-Type': type },
      'Moss\nMoss grows in bogs.',
    );
  const found = await capture(conversion('text/plain'));
  expect(found).toMatchObject({ url: URL, status: 200, headers: [['Content-Type', 'text/plain']] });
  expect(Buffer.from(found.body).toString()).toBe('Moss\nMoss grows in bogs.');
  for (const type of ['text/html; charset=utf-8', 'image/png'])
    expect(await judge(conversion(type))).toEqual({ kind: 'skipped' });
});

test.each(['request', 'revisit', 'metadata', 'warcinfo', 'conversion', 'continuation'])(
  'a record of the type %s is skipped',
  async (type) => {
    const fields = { 'WARC-Type': type, 'WARC-Target-URI': URL, 'WARC-Date': '2020-05-01T10:00:00Z' };
    expect(await judge(warcRecord(fields, 'HTTP/1.1 200 OK\r\n\r\n'))).toEqual({ kind: 'skipped' });
  },
);

test.each<[status: string, reason: string]>([
  ['301 Moved Permanently', 'redirect'],
  ['304 Not Modified', 'not-modified'],
  ['404 Not Found', 'not-found'],
  ['410 Gone', 'gone'],
  ['403 Forbidden', 'client-error'],
  ['429 Too Many Requests', 'too-many-requests'],
  ['503 Service Unavailable', 'server-error'],
  ['204 No Content', 'no-content'],
  ['206 Partial Content', 'truncated'],
])('a response with status %s is refused as %s', async (status, reason) => {
  expect(await judge(responseRecord(URL, PAGE, { status }))).toEqual({ kind: 'refused', reason });
});

test('a check for browsers is refused', async () => {
  const headers = ['x-amzn-waf-action: challenge', 'Content-Type: text/html'];
  expect(await judge(responseRecord(URL, PAGE, { status: '202 Accepted', headers }))).toEqual({
    kind: 'refused',
    reason: 'bot-check',
  });
});

test('the rules of the crawl refuse URLs and media types', async () => {
  expect(await judge(responseRecord('http://a.example/private/x', PAGE))).toEqual({
    kind: 'refused',
    reason: 'excluded',
  });
  expect(await judge(responseRecord(URL, 'x', { headers: ['Content-Type: image/png'] }))).toEqual({
    kind: 'refused',
    reason: 'unwanted-type',
  });
  expect(await judge(responseRecord('dns:a.example', '20200501 a.example'))).toEqual({
    kind: 'refused',
    reason: 'scheme',
  });
});

test('a robots.txt is no page', async () => {
  expect(await judge(responseRecord('https://a.example/robots.txt', 'User-agent: *'))).toEqual({
    kind: 'refused',
    reason: 'robots.txt',
  });
  expect(await judge(responseRecord('https://a.example/x/robots.txt', PAGE))).toMatchObject({ kind: 'page' });
});

test.each([
  ['{"depth":0,"class":0,"robots":true}', { kind: 'refused', reason: 'robots.txt' }],
  ['{"depth":1,"class":0,"anchors":["robots"]}', { kind: 'page' }],
  ['{"robots":', { kind: 'page' }],
  ['null', { kind: 'page' }],
])('a file that was requested for its rules is no page, by the note %s', async (note, judged) => {
  const record = responseRecord('https://a.example/ai.txt', PAGE, { more: { 'Thresher-Note': note } });
  expect(await judge(record)).toMatchObject(judged);
});

test.each(['2020-05-01T10:00:00.25Z', '2020-05-01T10:00:00.25', '2020-05-01T12:00:00.25+02:00'])(
  'reads the date %s',
  async (date) => {
    expect(await judge(responseRecord(URL, PAGE, { date }))).toMatchObject({
      at: Date.UTC(2020, 4, 1, 10, 0, 0, 250),
    });
  },
);

test('a date in the future is damage: it would be newer than every visit', async () => {
  expect(await judge(responseRecord(URL, PAGE, { date: '2026-01-01T00:00:00Z' }))).toMatchObject({ kind: 'page' });
  expect(await judge(responseRecord(URL, PAGE, { date: '2096-01-01T00:00:00Z' }))).toEqual({
    kind: 'broken',
    detail: 'a date in the future, 2096-01-01T00:00:00.000Z (http://a.example/)',
  });
});

test('a URL with the method of another request than GET in its query is no page', async () => {
  for (const url of [`${URL}x?__wb_method=POST&__wb_post_data=YT0x`, `${URL}x?a=1&__wb_method=PUT`])
    expect(await judge(responseRecord(url, PAGE))).toEqual({ kind: 'refused', reason: 'method' });
});

test('reads a date of 14 digits', async () => {
  expect(await judge(responseRecord(URL, PAGE, { date: '20200501100000' }))).toMatchObject({
    at: Date.UTC(2020, 4, 1, 10),
  });
});

test.each<[line: string, version: string]>([
  ['HTTP/2.0 200 OK', '2'],
  ['HTTP/2 200', '2'],
  ['HTTP/1.0 200 OK', '1.0'],
  ['HTTP/1.1 200 OK', '1.1'],
])('reads the status line %s', async (line, httpVersion) => {
  const fields = { 'WARC-Type': 'response', 'WARC-Target-URI': URL, 'WARC-Date': '2020-05-01T10:00:00Z' };
  const record = warcRecord(fields, `${line}\r\nContent-Type: text/html\r\n\r\nmoss`);
  expect(await capture(record)).toMatchObject({ status: 200, httpVersion });
});

test('a record without a date is damaged, and one without an HTTP message is refused', async () => {
  for (const date of ['yesterday', '1970-01-01T00:00:00Z'])
    expect(await judge(responseRecord(URL, PAGE, { date }))).toMatchObject({ kind: 'broken' });
  const fields = { 'WARC-Type': 'response', 'WARC-Target-URI': URL, 'WARC-Date': '2020-05-01T10:00:00Z' };
  expect(await judge(warcRecord(fields, 'no message'))).toEqual({ kind: 'refused', reason: 'protocol' });
});

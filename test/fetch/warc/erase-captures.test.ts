import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import { eraseCaptures } from '../../../shared/fetch/warc/erase-captures.ts';
import { gzipMembers, memberOfLength } from '../../../shared/fetch/warc/warc-member.ts';
import { readCapture, readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { warcInfo, warcRecords } from '../../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../../shared/url/url.ts';

const AT = Date.UTC(2026, 0, 2);

const capture = (path: string, change: Partial<Capture> = {}): Capture => ({
  url: `http://bog.example${path}` as Url,
  fetchedAt: AT,
  status: 200,
  statusText: 'OK',
  httpVersion: '1.1',
  requestHeaders: [['Cookie', 'private']],
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(`the text of ${path}`),
  truncated: false,
  address: '127.0.0.1',
  record: 'response',
  payloadDigest: '0'.repeat(64),
  note: { depth: 1, class: 2 },
  ...change,
});

function objectOf(captures: readonly Capture[]) {
  let n = 0;
  const ids = () => `id${n++}`;
  const places: { offset: number; length: number }[] = [];
  const parts = [warcInfo({}, ids(), AT)];
  for (const one of captures) {
    const at = parts.reduce((sum, part) => sum + part.length, 0);
    const { bytes, response } = warcRecords(one, ids);
    parts.push(...bytes);
    places.push({ offset: at + response.offset, length: response.length });
  }
  return { object: Buffer.concat(parts), places };
}

const LONG = Buffer.alloc(300_000, 'secret');
const COMPRESSED = { body: LONG, headers: [['Content-Type', 'application/pdf']] as [string, string][] };
const captures = [
  capture('/a'),
  capture('/secret', COMPRESSED),
  capture('/b'),
  capture('/secret?error', { status: 500 }),
];

test('overwrites the captures of deleted URLs, their requests too, and moves nothing', () => {
  const { object, places } = objectOf(captures);
  const before = Buffer.from(object);
  const { bytes, captures: erased } = eraseCaptures(
    object,
    { hasUrl: (url) => url.includes('/secret'), hasResponse: () => false },
    AT,
  );
  expect(erased).toBe(2);
  expect(object).toEqual(before);
  expect(bytes!.length).toBe(object.length);
  expect(gunzipSync(bytes!).toString('latin1')).not.toMatch(/secret/);
  const found = [...readCaptures(bytes!, 'k')];
  expect(found.map((one) => one.kind === 'capture' && one.capture.url)).toEqual([
    'http://bog.example/a',
    'http://bog.example/b',
  ]);
  for (const i of [0, 2]) {
    const { offset, length } = places[i]!;
    expect(readCapture(bytes!.subarray(offset, offset + length)).url).toBe(captures[i]!.url);
  }
  expect([...gzipMembers(bytes!, 1e9)].every(({ kind }) => kind === 'member')).toBe(true);
});

test('overwrites the capture at an offset, and its request', () => {
  const { object, places } = objectOf(captures);
  const hasResponse = (offset: number) => offset === places[0]!.offset;
  const { bytes, captures: erased } = eraseCaptures(object, { hasUrl: () => false, hasResponse }, AT);
  expect(erased).toBe(1);
  expect(gunzipSync(bytes!).toString('latin1')).not.toMatch(/GET \/a /);
  expect([...readCaptures(bytes!, 'k')]).toHaveLength(3);
  const again = eraseCaptures(bytes!, { hasUrl: () => false, hasResponse }, AT);
  expect(again).toEqual({ captures: 0 });
});

test('overwrites a rendered page with its response', () => {
  const pages = [capture('/a', { rendered: Buffer.from('shown of a') }), capture('/b', { rendered: LONG })];
  const { object, places } = objectOf(pages);
  const hasResponse = (offset: number) => offset === places[1]!.offset;
  const { bytes, captures: erased } = eraseCaptures(object, { hasUrl: () => false, hasResponse }, AT);
  expect(erased).toBe(1);
  expect(gunzipSync(bytes!).toString('latin1')).not.toMatch(/secret/);
  expect([...readCaptures(bytes!, 'k')]).toMatchObject([{ capture: { rendered: Buffer.from('shown of a') } }]);
});

test.each([37, 100, 65_571, 65_572, 65_573, 65_577, 65_578, 131_112, 131_113, 131_120])(
  'writes a gzip member of exactly %i bytes',
  (length) => {
    const member = memberOfLength(length, (bytes) => Buffer.alloc(bytes, 'x'));
    expect(member.length).toBe(length);
    expect(gunzipSync(member).every((byte) => byte === 0x78)).toBe(true);
    expect([...gzipMembers(member, 1e9)]).toMatchObject([{ kind: 'member', length }]);
  },
);

import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { deflatedMember, gzipMembers, storedMember } from '../../shared/fetch/warc/warc-member.ts';
import { readCapture, readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { warcInfo, warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../shared/url/url.ts';

const AT = Date.UTC(2024, 1, 3, 4, 5, 6, 789);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function capture(change: Partial<Capture> = {}): Capture {
  const body = change.body ?? Buffer.from(`<title>A page</title>${'<p>some text of the page</p>'.repeat(80)}`);
  return {
    url: 'http://plants.example/sundews/list?page=2' as Url,
    fetchedAt: AT,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    requestHeaders: [
      ['Host', 'plants.example'],
      ['User-Agent', 'thresher'],
    ],
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: sha256(body),
    note: { depth: 3, class: 1, next: AT + 1000, was: 'record' },
    ...change,
    body,
  };
}

function counter(): () => string {
  let n = 0;
  return () => `id-${n++}`;
}

function objectOf(captures: readonly Capture[]) {
  const ids = counter();
  const pieces = [warcInfo({ software: 'thresher' }, ids(), AT)];
  const places: { offset: number; length: number }[] = [];
  for (const one of captures) {
    const start = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const { bytes, response } = warcRecords(one, ids);
    pieces.push(...bytes);
    places.push({ offset: start + response.offset, length: response.length });
  }
  return { object: Buffer.concat(pieces), places };
}

const read = (object: Uint8Array) => [...readCaptures(object, 'raw/key')];
const readWhole = (object: Uint8Array) =>
  read(object).map((found) => (found.kind === 'capture' ? found.capture : found));

describe('writing and reading', () => {
  const cases: [name: string, change: Partial<Capture>][] = [
    ['a page', {}],
    ['an empty body', { body: Buffer.alloc(0), payloadDigest: sha256(Buffer.alloc(0)) }],
    ['a body of every byte', { body: Buffer.from(Array.from({ length: 4096 }, (_, i) => i & 0xff)) }],
    [
      'a body that looks like records',
      { body: Buffer.from('\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\n\r\n'.repeat(50)) },
    ],
    ['a compressed body', { headers: [['Content-Encoding', 'gzip']], body: gzipSync('x'.repeat(200_000)) }],
    ['a stored body of several blocks', { headers: [['Content-Type', 'image/png']], body: Buffer.alloc(200_000, 7) }],
    ['HTTP/2', { httpVersion: '2' }],
    ['HTTP/1.0 without a status text', { httpVersion: '1.0', statusText: '' }],
    ['a cut body', { truncated: true }],
    ['a rendered page', { rendered: Buffer.from('<p>what scripts show: é</p>') }],
    ['a chunked answer', { headers: [['Transfer-Encoding', 'chunked']] }],
    ['Latin-1 in a header', { headers: [['X-Name', 'Jalape\u00f1o']] }],
    ['an address of IPv6', { address: '::1' }],
    ['a note with letters beyond ASCII', { note: { depth: 0, class: 7, was: 'é\u2028😀' } }],
    ['a redirect', { status: 301, statusText: 'Moved', headers: [['Location', '/elsewhere']], body: Buffer.alloc(0) }],
  ];
  test.each(cases)('%s', (_, change) => {
    const one = capture(change);
    expect(readWhole(objectOf([one]).object)).toEqual([one]);
  });

  test.each(['revisit-not-modified', 'revisit-same-digest'] as const)('%s has its profile and no body', (record) => {
    const one = capture({ record, status: record === 'revisit-not-modified' ? 304 : 200, refersToTime: AT - 1000 });
    const { object } = objectOf([one]);
    expect(readWhole(object)).toEqual([{ ...one, body: Buffer.alloc(0) }]);
    const text = gunzipSync(object).toString();
    expect(text).toContain('WARC-Type: revisit');
    expect(text).toContain('WARC-Refers-To-Date: 2024-02-03T04:05:05.789Z');
    expect(text).toContain(
      record === 'revisit-not-modified' ? '/revisit/server-not-modified' : '/revisit/identical-payload-digest',
    );
    expect(text).toContain(`WARC-Refers-To-Target-URI: ${one.url}`);
  });

  test('keeps the order of many captures and returns each location', () => {
    const captures = Array.from({ length: 20 }, (_, i) =>
      capture({
        url: `http://h${i}.example/` as Url,
        body: Buffer.from(`page ${i}`.repeat(i * 50)),
        ...(i % 3 === 1 && { rendered: Buffer.from(`rendered ${i}`.repeat(i * 40)) }),
      }),
    );
    const { object, places } = objectOf(captures);
    const found = read(object);
    expect(found.map((f) => f.place)).toEqual(places.map((place) => ({ key: 'raw/key', ...place })));
    expect(found.map((f) => f.kind === 'capture' && f.capture)).toEqual(captures);
    for (const [i, { offset, length }] of places.entries())
      expect(readCapture(object.subarray(offset, offset + length))).toEqual({ ...captures[i], requestHeaders: [] });
  });
});

describe('a written object', () => {
  test('is one gzip stream that starts with warcinfo, with a unique id for each record', () => {
    const text = gunzipSync(objectOf([capture(), capture()]).object).toString('latin1');
    expect(text.startsWith('WARC/1.1\r\nWARC-Type: warcinfo\r\n')).toBe(true);
    const ids = [...text.matchAll(/^WARC-Record-ID: <urn:uuid:([0-9a-f-]{36})>\r$/gm)].map((m) => m[1]);
    expect(new Set(ids).size).toBe(5);
    expect(text.match(/^WARC-Type: (\w+)/gm)).toEqual([
      'WARC-Type: warcinfo',
      ...['request', 'response', 'request', 'response'].map((type) => `WARC-Type: ${type}`),
    ]);
  });

  test('has a conversion record with a rendered page after its response', () => {
    const { object } = objectOf([capture({ rendered: Buffer.from('<p>shown</p>') })]);
    const text = gunzipSync(object).toString('latin1');
    const response = /^WARC-Type: response\r\nWARC-Record-ID: (.+)\r$/m.exec(text)?.[1];
    const conversion = text.slice(text.indexOf('WARC-Type: conversion'));
    expect(conversion).toContain(`WARC-Refers-To: ${response}\r\n`);
    expect(conversion).toContain('WARC-Target-URI: http://plants.example/sundews/list?page=2\r\n');
    expect(conversion).toContain('Content-Type: text/html; charset=utf-8\r\n');
    expect(conversion).toContain('\r\n\r\n<p>shown</p>\r\n\r\n');
  });

  test('renames Transfer-Encoding, as the stored body is not chunked', () => {
    const { object } = objectOf([capture({ headers: [['transfer-encoding', 'chunked']] })]);
    const text = gunzipSync(object).toString('latin1');
    expect(text).not.toMatch(/^transfer-encoding:/im);
    expect(text).toContain('X-Orig-Transfer-Encoding: chunked');
  });

  test('writes notes in ASCII and each header on one line', () => {
    const { object } = objectOf([
      capture({ note: { depth: 0, class: 0, was: 'ü\r\nWARC-Type: warcinfo' }, statusText: 'O\r\nK: 1' }),
    ]);
    const text = gunzipSync(object).toString('latin1');
    expect(text.match(/^WARC-Type: /gm)).toHaveLength(3);
    expect(text).toContain('"was":"\\u00fc\\r\\nWARC-Type: warcinfo"');
    expect(text).toContain('HTTP/1.1 200 O K: 1\r\n');
  });

  test('stores a compressed body without deflating it again', () => {
    const body = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)));
    const { bytes } = warcRecords(capture({ headers: [['Content-Encoding', 'gzip']], body }), counter());
    expect(Buffer.from(bytes[1] as Uint8Array).includes(body)).toBe(true);
  });
});

describe('objects of other programs', () => {
  const http = (head: string, body = '') => `${head}\r\n\r\n${body}`;
  const record = (type: string, fields: Record<string, string>, block: string) =>
    Buffer.from(
      `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n${Object.entries(fields)
        .map(([n, v]) => `${n}: ${v}\r\n`)
        .join('')}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`,
    );
  const response = (body: string, fields: Record<string, string> = {}) =>
    record(
      'response',
      { 'WARC-Target-URI': 'http://a.example/', 'WARC-Record-ID': '<urn:x:1>', ...fields },
      http('HTTP/1.1 200 OK\r\nContent-Type: text/html', body),
    );

  test('reads gzip without lengths, a request after its response, and skips other record types', () => {
    const object = Buffer.concat([
      gzipSync(record('warcinfo', {}, 'software: other\r\n')),
      gzipSync(response('one')),
      gzipSync(record('request', { 'WARC-Concurrent-To': '<urn:x:1>' }, http('GET / HTTP/1.1\r\nHost: a.example'))),
      gzipSync(record('metadata', { 'WARC-Target-URI': 'http://a.example/' }, 'a: b')),
      gzipSync(record('response', { 'WARC-Target-URI': 'dns:a.example' }, '20200102030405\na.example. 1 IN A 1.2.3.4')),
      gzipSync(response('two', { 'WARC-Record-ID': '<urn:x:2>' })),
    ]);
    expect(readWhole(object)).toMatchObject([
      { body: Buffer.from('one'), requestHeaders: [['Host', 'a.example']], note: { depth: 0, class: 0 } },
      { body: Buffer.from('two'), requestHeaders: [], payloadDigest: sha256(Buffer.from('two')) },
    ]);
  });

  test('reads a name in the gzip header, a target in angle brackets, folded headers and several records in one member', () => {
    const content = Buffer.concat([
      response('one', { 'WARC-Target-URI': '<HTTP://A.example:80/b/../x#y>' }),
      record(
        'response',
        { 'WARC-Target-URI': 'http://a.example/y' },
        http('HTTP/1.1 404 Not Found\r\nX-Long: one\r\n two', 'gone'),
      ),
    ]);
    const gz = gzipSync(content);
    const named = Buffer.concat([
      gz.subarray(0, 3),
      Buffer.from([8]),
      gz.subarray(4, 10),
      Buffer.from('f\0'),
      gz.subarray(10),
    ]);
    expect(readWhole(named)).toMatchObject([
      { url: 'http://a.example/x', status: 200 },
      { url: 'http://a.example/y', status: 404, statusText: 'Not Found', headers: [['X-Long', 'one two']] },
    ]);
  });

  test.each([
    [
      'chunks are joined',
      'transfer-encoding: chunked',
      '3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
      'abc0123456789',
    ],
    ['a body that is none of chunks is left', 'transfer-encoding: chunked', '<p>no chunks</p>', '<p>no chunks</p>'],
  ])('%s', (_, header, body, expected) => {
    const object = gzipSync(
      record('response', { 'WARC-Target-URI': 'http://a.example/' }, http(`HTTP/1.1 200 OK\r\n${header}`, body)),
    );
    expect(Buffer.from((readWhole(object)[0] as Capture).body).toString()).toBe(expected);
  });
});

describe('a damaged object', () => {
  const captures = [1, 2, 3].map((i) => capture({ url: `http://h${i}.example/` as Url }));

  test.each([
    ['a flipped bit in the content', (o: Buffer, at: number) => o.writeUInt8(o.readUInt8(at + 60) ^ 0x10, at + 60)],
    ['a wrong length', (o: Buffer, at: number) => o.writeUInt32LE(0x7fffffff, at + 16)],
    ['a destroyed header', (o: Buffer, at: number) => o.fill(0x55, at, at + 12)],
  ])('loses the record that has %s and no other', (_, damage) => {
    const { object, places } = objectOf(captures);
    damage(object, places[1]?.offset as number);
    const found = read(object);
    expect(found.filter((f) => f.kind === 'capture').map((f) => f.capture.url)).toEqual([
      'http://h1.example/',
      'http://h3.example/',
    ]);
    expect(found.some((f) => f.kind === 'broken')).toBe(true);
  });

  test('has no captures of a WARC file in a broken record', () => {
    const inner = objectOf(captures).object;
    const headers: Capture['headers'] = [['content-type', 'application/gzip']];
    const outer = capture({ url: 'http://outer.example/' as Url, headers, body: inner });
    for (const following of [captures.slice(0, 1), []]) {
      const { object, places } = objectOf([outer, ...following]);
      const at = (places[0]?.offset as number) + 60;
      object.writeUInt8(object.readUInt8(at) ^ 1, at);
      expect(read(object).map((f) => (f.kind === 'capture' ? f.capture.url : f.detail))).toEqual([
        'the checksum differs',
        ...following.map(({ url }) => url),
      ]);
    }
  });

  test('that ends early yields the captures before the end', () => {
    const { object, places } = objectOf(captures);
    const found = read(object.subarray(0, (places[2]?.offset as number) + 50));
    expect(found.map((f) => f.kind)).toEqual(['capture', 'capture', 'broken']);
  });

  test('never throws, whatever its bytes', () => {
    const { object } = objectOf(captures);
    for (let i = 0; i < object.length; i += 7) {
      const bytes = Buffer.from(object);
      bytes.writeUInt8((bytes.readUInt8(i) + 101) & 0xff, i);
      expect(() => read(bytes)).not.toThrow();
    }
    expect(read(Buffer.from('no gzip at all'))).toHaveLength(1);
    expect(read(Buffer.alloc(0))).toEqual([]);
  });

  test('reading a single broken or missing record throws', () => {
    const { object, places } = objectOf(captures);
    const { offset, length } = places[0] as { offset: number; length: number };
    expect(() => readCapture(object.subarray(offset, offset + length - 9))).toThrow(/broken/);
    expect(() => readCapture(storedMember([Buffer.from('WARC/1.1\r\nContent-Length: 0\r\n\r\n')]))).toThrow(
      /no response/,
    );
  });

  test.each([0, 1, 65_534, 65_535, 65_536, 131_070, 131_071, 1_000_001])('stores %i bytes in two parts', (bytes) => {
    const content = Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 31 + (i >> 8)) & 0xff));
    const cut = bytes >> 1;
    const member = storedMember([content.subarray(0, cut), content.subarray(cut)]);
    expect(gunzipSync(member).equals(content)).toBe(true);
    expect([...gzipMembers(member, bytes)]).toMatchObject([{ kind: 'member', offset: 0, length: member.length }]);
  });

  test.each([
    ['with lengths', deflatedMember(Buffer.alloc(1 << 20))],
    ['without', gzipSync(Buffer.alloc(1 << 20))],
  ])('does not inflate a decompression bomb beyond the limit: %s', (_, bomb) => {
    expect([...gzipMembers(bomb, 1 << 20)]).toMatchObject([{ kind: 'member' }]);
    expect([...gzipMembers(bomb, (1 << 20) - 1)]).toMatchObject([{ kind: 'broken' }]);
  });
});

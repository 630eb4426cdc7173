import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createCaptureWriter } from '../../../shared/fetch/warc/capture-writer.ts';
import { type OpenBytes, streamRecords } from '../../../shared/fetch/warc/warc-stream.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fewOrMany, longTest } from '../../long-test.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { ARC_HEAD, arcRecord, compressed, responseRecord, warcRecord, zstandard } from './foreign-warc.ts';

/** Opens bytes in pieces. */
const opened = (bytes: Uint8Array, piece = 1_000): OpenBytes =>
  async function* (from) {
    for (let at = from; at < bytes.length; at += piece) yield bytes.subarray(at, Math.min(bytes.length, at + piece));
  };

/** Returns the targets of the records, and `offset: detail` of damaged places. */
async function read(bytes: Uint8Array, piece?: number): Promise<string[]> {
  const found: string[] = [];
  for await (const item of streamRecords(opened(bytes, piece), () => 64))
    found.push(
      item.kind === 'record' ? (item.fields.get('warc-target-uri') ?? item.type) : `${item.offset}: ${item.detail}`,
    );
  return found;
}

/** Text that compression does not shorten much. */
function noise(bytes: number): string {
  let state = 1;
  let text = '';
  while (text.length < bytes) {
    state = (state * 48_271) % 0x7fffffff;
    text += state.toString(36);
  }
  return text;
}

const urls = Array.from({ length: 12 }, (_, i) => `http://a.example/${i}`);
/** Length of a record that is longer than what is inflated at once. */
const LONG = fewOrMany(300_000, 3_000_000);
const records = urls.map((url, i) => responseRecord(url, noise(i === 5 ? LONG : 400)));
const startOf = (parts: readonly Buffer[], n: number) => parts.slice(0, n).reduce((sum, part) => sum + part.length, 0);

/** A dictionary has the text that records share. */
const dictionary = Buffer.from(responseRecord('http://a.example/', '').toString().repeat(3));
const zstdFile = zstdCompressSync(Buffer.concat(records), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

test.each<[what: string, bytes: Buffer]>([
  ['a member a record', compressed(...records)],
  ['a Zstandard frame a record', zstandard(records)],
  ['Zstandard with a dictionary', zstandard(records, dictionary)],
  ['Zstandard with a compressed dictionary', zstandard(records, dictionary, zstdCompressSync(dictionary))],
  ['the whole file in one Zstandard frame, with a checksum', zstdFile],
  ['the whole file in one member', gzipSync(Buffer.concat(records))],
  ['no compression', Buffer.concat(records)],
])('reads all records: %s', async (_, bytes) => {
  expect(await read(bytes, 70_000)).toEqual(urls);
  expect(await read(bytes, 999)).toEqual(urls);
});

test('keeps as much of a block as it is asked for, and tells its length', async () => {
  const bytes = compressed(
    warcRecord({ 'WARC-Type': 'resource' }, 'abcdefgh'),
    warcRecord({ 'WARC-Type': 'metadata' }, 'x'),
  );
  const keep = (fields: ReadonlyMap<string, string>) => (fields.get('warc-type') === 'resource' ? 3 : 0);
  const found = [];
  for await (const item of streamRecords(opened(bytes), keep)) found.push(item);
  expect(found).toMatchObject([
    { type: 'resource', block: Buffer.from('abc'), blockBytes: 8, offset: 0 },
    { type: 'metadata', block: Buffer.alloc(0), blockBytes: 1 },
  ]);
});

test('reads the objects of this crawler', async () => {
  const objects = memoryObjects();
  const clock = { now: () => 1_000, sleep: async () => {} };
  let n = 0;
  const queue = { send: async () => {} } as never;
  const random = { id: () => String(n++), next: () => 0 } as never;
  const visit = createCaptureWriter(
    'main',
    { software: 'x' },
    { objects, captures: queue, clock, random },
  ).startVisit();
  visit.add({
    ...{ url: 'http://a.example/' as Url, fetchedAt: 1_000, status: 200, statusText: 'OK', httpVersion: '1.1' },
    ...{ requestHeaders: [], headers: [], body: Buffer.from('text'), truncated: false, address: '' },
    ...{ record: 'response', payloadDigest: 'x', note: { depth: 0, class: 0 } },
  });
  await visit.flush(0);
  const stored: Uint8Array[] = [];
  for await (const key of objects.list('raw/')) stored.push((await objects.get(key))!);
  expect(await read(stored[0]!)).toEqual(['warcinfo', 'http://a.example/', 'http://a.example/']);
});

test('accepts lines that end with LF alone', async () => {
  const record = 'WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.example/\nContent-Length: 2\n\nab\n\n';
  expect(await read(Buffer.from(record + record))).toEqual(['http://a.example/', 'http://a.example/']);
});

test('leaves out a damaged member of any length, and reads those after it', async () => {
  const members = records.map((record) => gzipSync(record));
  for (const damaged of [0, 3, 5]) {
    const bytes = Buffer.concat(members);
    const start = startOf(members, damaged);
    bytes[start + members[damaged]!.length - 20]! ^= 0xff;
    const found = await read(bytes);
    expect(found.filter((item) => item.startsWith('http'))).toEqual(urls.filter((_, i) => i !== damaged));
    expect(found.filter((item) => !item.startsWith('http'))).toEqual([expect.stringMatching(`^${start}: `)]);
  }
});

test('reports a file that ends inside a record', async () => {
  const members = records.map((record) => gzipSync(record));
  expect((await read(compressed(...records).subarray(0, -30))).at(-1)).toBe(
    `${startOf(members, 11)}: the member ends early`,
  );
  expect((await read(Buffer.concat(records).subarray(0, -30))).at(-1)).toBe(
    `${startOf(records, 11)}: the record ends early`,
  );
});

test('a plain record that has lost bytes does not swallow the next one', async () => {
  const bytes = Buffer.concat(records);
  const lost = startOf(records, 3) + 350;
  const found = await read(Buffer.concat([bytes.subarray(0, lost), bytes.subarray(lost + 9)]));
  expect(found.filter((item) => item.startsWith('http'))).toEqual(urls.filter((_, i) => i !== 3));
  expect(found[3]).toMatch(`${startOf(records, 3)}: a WARC record with a wrong length`);
});

test('bytes between members are one damaged place', async () => {
  const [first, second] = records.map((record) => gzipSync(record)) as [Buffer, Buffer];
  const rubbish = Buffer.concat([
    Buffer.from('rubbish'),
    Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
    Buffer.alloc(100, 7),
  ]);
  expect(await read(Buffer.concat([first, rubbish, second]))).toEqual([
    urls[0],
    `${first.length}: no gzip header`,
    urls[1],
  ]);
});

test.each<[what: string, bytes: Buffer, message: string]>([
  ['an empty file', Buffer.alloc(0), 'the file is empty'],
  ['text', Buffer.from('hello'), 'not a WARC or ARC file'],
  ['compressed text', gzipSync('hello'), 'not a WARC or ARC file (gzip of something else)'],
  ['text in Zstandard', zstandard([Buffer.from('hello')]), 'not a WARC or ARC file (Zstandard of something else)'],
  ['gzip that cannot be read', compressed(records[0]!).subarray(0, 40), 'no record can be read'],
  ['Zstandard that cannot be read', zstandard(records).subarray(0, 40), 'no record can be read (the frame ends early)'],
  ['a cut dictionary', zstandard(records, dictionary).subarray(0, 40), 'its Zstandard dictionary is cut off'],
  [
    'a damaged dictionary',
    zstandard([], dictionary, Buffer.from('28b52ffd00', 'hex')),
    'dictionary cannot be unpacked',
  ],
])('refuses %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});

test('a damaged first member is no other kind of file', async () => {
  const [first, ...others] = records.map((record) => gzipSync(record, { level: 0 })) as [Buffer, ...Buffer[]];
  // The first letter of the content.
  first[15]! ^= 0xff;
  expect(await read(Buffer.concat([first, ...others]))).toEqual(['0: the checksum differs', ...urls.slice(1)]);
});

test('passes over members without content', async () => {
  const empty = gzipSync('');
  const members = records.flatMap((record) => [empty, gzipSync(record)]);
  expect(await read(Buffer.concat(members))).toEqual(urls);
});

const BROKEN = Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n\r\n');

test.each<[what: string, pack: (record: Buffer) => Buffer]>([
  ['no compression', (record) => record],
  ...fewOrMany<[string, (record: Buffer) => Buffer][]>([], [['a member a record', (record) => gzipSync(record)]]),
])('gives up after a thousand damaged places without records: %s', async (_, pack) => {
  const record = pack(responseRecord(urls[0]!, 'x'));
  const broken = pack(BROKEN);
  const times = fewOrMany(1_100, 3_000);
  const many = Array.from({ length: times }, () => broken);
  const found = await read(Buffer.concat([record, ...many, record]), 1 << 16);
  expect(found).toHaveLength(1_003);
  expect(found.at(-1)).toContain('the rest is not read');
  // Damage beside records that can be read loses none of them.
  const beside = many.slice(0, fewOrMany(200, times));
  const mixed = await read(Buffer.concat(beside.flatMap((bytes) => [bytes, record])), 1 << 16);
  expect(mixed.filter((item) => item === urls[0])).toHaveLength(beside.length);
});

longTest('reads up to the end once for lengths that lead beyond it', async () => {
  const broken = 'WARC/1.0\r\nContent-Length: 50000000\r\n\r\n'.repeat(100);
  const bytes = Buffer.concat([Buffer.from(broken), Buffer.alloc(20_000_000)]);
  let bytesRead = 0;
  const counted: OpenBytes = async function* (from) {
    for await (const piece of opened(bytes, 1 << 16)(from)) {
      bytesRead += piece.length;
      yield piece;
    }
  };
  let damages = 0;
  for await (const { kind } of streamRecords(counted, () => 0)) if (kind === 'broken') damages++;
  expect(damages).toBe(100);
  expect(bytesRead).toBeLessThan(3 * bytes.length);
});

test('leaves out a damaged Zstandard frame of any length, and reads those after it', async () => {
  const frames = records.map((record) => zstandard([record], dictionary, Buffer.alloc(0)).subarray(8));
  const start = zstandard([], dictionary);
  for (const damaged of [3, 5]) {
    const bytes = Buffer.concat([start, ...frames]);
    const at = start.length + startOf(frames, damaged);
    bytes.fill(0xff, at + 5, at + 20);
    const found = await read(bytes);
    expect(found.filter((item) => item.startsWith('http'))).toEqual(urls.filter((_, i) => i !== damaged));
    expect(found.filter((item) => !item.startsWith('http'))).toEqual([expect.stringMatching(`^${at}: `)]);
  }
});

test('passes over skippable frames of Zstandard', async () => {
  const skippable = Buffer.from('502a4d1803000000616263', 'hex');
  const frames = records.flatMap((record) => [zstandard([record]), skippable]);
  expect(await read(Buffer.concat([skippable, ...frames]))).toEqual(urls);
});

describe('ARC files', () => {
  const message = (text: string) => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${text}`;
  const arcRecords = urls.map((url, i) => arcRecord(url, message(noise(i === 5 ? LONG : 400))));
  const all = [ARC_HEAD, ...arcRecords];
  const head = 'filedesc://old.arc';

  test.each<[what: string, bytes: Buffer]>([
    ['no compression', Buffer.concat(all)],
    ['a member a record', compressed(...all)],
    ['the whole file in one member', gzipSync(Buffer.concat(all))],
  ])('are read: %s', async (_, bytes) => {
    expect(await read(bytes, 70_000)).toEqual([head, ...urls]);
    expect(await read(bytes, 999)).toEqual([head, ...urls]);
  });

  test('have the fields of WARC records', async () => {
    const second = 'http://a.example/a b 192.0.2.8 20060102030405 text/html 200 - - 1234 old.arc.gz 5\nhello\n';
    const bytes = Buffer.concat([ARC_HEAD, arcRecord('http://a.example/é', 'moss'), Buffer.from(second)]);
    const found = [];
    for await (const item of streamRecords(opened(bytes), () => 64)) found.push(item);
    const fieldsOf = (url: string, at: string, address: string, length: string) =>
      new Map([
        ['warc-type', 'response'],
        ['warc-target-uri', url],
        ['warc-date', at],
        ['warc-ip-address', address],
        ['content-length', length],
      ]);
    expect(found).toMatchObject([
      { type: 'warcinfo' },
      {
        ...{ type: 'response', block: Buffer.from('moss'), blockBytes: 4, offset: ARC_HEAD.length },
        fields: fieldsOf('http://a.example/é', '20050102030405', '192.0.2.7', '4'),
      },
      { block: Buffer.from('hello'), fields: fieldsOf('http://a.example/a b', '20060102030405', '192.0.2.8', '5') },
    ]);
    expect(found[0]).not.toHaveProperty('fields.warc-ip-address');
  });

  test('a record that has lost bytes does not swallow the next one', async () => {
    const bytes = Buffer.concat(all);
    const lost = startOf(all, 4) + 350;
    const found = await read(Buffer.concat([bytes.subarray(0, lost), bytes.subarray(lost + 9)]));
    expect(found.filter((item) => item.startsWith('http'))).toEqual(urls.filter((_, i) => i !== 3));
    expect(found[4]).toMatch(`${startOf(all, 4)}: an ARC record with a wrong length`);
  });

  test('leave out a damaged member', async () => {
    const members = all.map((record) => gzipSync(record));
    const bytes = Buffer.concat(members);
    bytes[startOf(members, 4) + members[4]!.length - 20]! ^= 0xff;
    expect((await read(bytes)).filter((item) => item.startsWith('http'))).toEqual(urls.filter((_, i) => i !== 3));
  });

  test('are read if the first member is damaged', async () => {
    for (const [pack, bytes] of [
      ['gzip', compressed(...all)],
      ['Zstandard', zstandard(all)],
    ] as const) {
      bytes.fill(0xff, 12, 40);
      const found = await read(bytes);
      expect([pack, ...found]).toEqual([pack, expect.stringMatching(/^0: /), ...urls]);
    }
  });

  test('that are compressed as a whole lose only the last record if they are cut off', async () => {
    const bytes = gzipSync(Buffer.concat(all));
    const found = await read(bytes.subarray(0, -1));
    expect(found.slice(0, -1)).toEqual([head, ...urls.slice(0, -1)]);
    expect(found.at(-1)).toMatch(/: the member ends early/);
  });

  test('may have long lines of what looks like fields, which take linear time', async () => {
    const line = `\nhttp:${' 1 20050101'.repeat(200_000)}`;
    const bytes = Buffer.concat([ARC_HEAD, Buffer.from(`${line}\n`), ...arcRecords]);
    expect(await read(bytes, 1 << 19)).toEqual([expect.stringMatching(/^0: an ARC record/), ...urls]);
  });
});

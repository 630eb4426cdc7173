/**
 * Third-party programs read the archives: the npm package warcio, and `check` of Python's warcio, which this test installs
 * into `.cache/engines/`. The test fails without Python or its package index.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { warcInfo, warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import type { Url } from '../../shared/url/url.ts';
import { installPython, WARCIO } from './engines/cache.ts';

const AT = Date.UTC(2024, 1, 3, 4, 5, 6);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HTML = Buffer.from(`<title>A page</title>${'<p>some text of the page, é</p>'.repeat(500)}`);

function capture(path: string, change: Partial<Capture>): Capture {
  const body = change.body ?? HTML;
  return {
    url: `http://bog.example${path}` as Url,
    fetchedAt: AT,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    requestHeaders: [['Host', 'bog.example']],
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: sha256(body),
    note: { depth: 1, class: 2, was: 'é' },
    ...change,
    body,
  };
}

const CAPTURES: Capture[] = [
  capture('/', {}),
  capture('/chunked', { headers: [['Transfer-Encoding', 'chunked']] }),
  capture('/gzip', { headers: [['Content-Encoding', 'gzip']], body: gzipSync(HTML) }),
  capture('/chunked-gzip', {
    headers: [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Encoding', 'gzip'],
    ],
    body: gzipSync(HTML),
  }),
  capture('/picture', { headers: [['Content-Type', 'image/png']], body: Buffer.alloc(200_000, 1) }),
  capture('/empty', { body: Buffer.alloc(0) }),
  capture('/cut', { truncated: true }),
  capture('/two', { httpVersion: '2', address: '::1' }),
  capture('/moved', { status: 301, statusText: '', headers: [['Location', '/']], body: Buffer.alloc(0) }),
  capture('/gone', { status: 404, statusText: 'Not Found' }),
  capture('/unchanged', { status: 304, record: 'revisit-not-modified' }),
  capture('/same', { record: 'revisit-same-digest' }),
];

let folder: string;
let file: string;
let places: { offset: number; length: number }[];

beforeAll(() => {
  let n = 0;
  const ids = () => `id${n++}`;
  const pieces = [warcInfo({ software: 'thresher', format: 'WARC File Format 1.1' }, ids(), AT)];
  let length = pieces[0]?.length ?? 0;
  places = CAPTURES.map((one) => {
    const { bytes, response } = warcRecords(one, ids);
    const place = { offset: length + response.offset, length: response.length };
    pieces.push(...bytes);
    for (const piece of bytes) length += piece.length;
    return place;
  });
  folder = mkdtempSync(join(tmpdir(), 'thresher-warc-'));
  file = join(folder, 'whole.warc.gz');
  writeFileSync(file, Buffer.concat(pieces));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('warcio for Node', () => {
  async function* chunks(bytes: Uint8Array) {
    for (let i = 0; i < bytes.length; i += 10_000) yield bytes.subarray(i, i + 10_000);
  }

  test('reads every record at its place, and its payloads have the digests that we wrote', async () => {
    const parser = new WARCParser(chunks(readFileSync(file)), { keepHeadersCase: true });
    const types: string[] = [];
    let seen = 0;
    for await (const record of parser) {
      types.push(record.warcType ?? '');
      if (record.warcType !== 'response' && record.warcType !== 'revisit') {
        await record.readFully(false);
        continue;
      }
      const one = CAPTURES[seen] as Capture;
      expect(record.warcTargetURI).toBe(one.url);
      expect(record.httpHeaders?.statusCode).toBe(one.status);
      expect(record.warcPayloadDigest).toBe(`sha256:${one.payloadDigest}`);
      const payload = (await record.readFully(false)) ?? new Uint8Array(0);
      if (record.warcType === 'response') expect(sha256(payload)).toBe(one.payloadDigest);
      else expect(payload).toHaveLength(0);
      expect(parser.offset).toBe(places[seen]?.offset);
      seen++;
    }
    expect(seen).toBe(CAPTURES.length);
    const count = (type: string) => types.filter((one) => one === type).length;
    expect([count('warcinfo'), count('request'), count('response'), count('revisit')]).toEqual([1, 12, 10, 2]);
  });
});

describe('warcio for Python', () => {
  let python: string;
  const run = (...args: string[]) => execFileSync(python, args, { encoding: 'utf8', stdio: 'pipe' });

  beforeAll(async () => {
    ({ python } = await installPython('warcio', WARCIO));
  }, 900_000);

  test('finds every digest right', () => {
    // It ends with 0 even where a digest is wrong: what it prints counts.
    const printed = run('-m', 'warcio.cli', 'check', '-v', file);
    expect(printed.match(/digest pass/g)).toHaveLength(1 + 12 + 10);
    expect(printed.match(/not checked \(revisit\)/g)).toHaveLength(2);
    expect(printed).not.toMatch(/fail|error|no digest/i);
  });

  test('lists the same records at the same places', () => {
    const lines = run('-m', 'warcio.cli', 'index', '-f', 'warc-type,warc-target-uri,offset,length,http:status', file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter((line) => line['warc-type'] === 'response' || line['warc-type'] === 'revisit');
    expect(lines.map((line) => [line['warc-target-uri'], Number(line['offset']), Number(line['length'])])).toEqual(
      CAPTURES.map((one, i) => [one.url, places[i]?.offset, places[i]?.length]),
    );
    expect(lines.map((line) => Number(line['http:status']))).toEqual(CAPTURES.map((one) => one.status));
  });

  test('would have noticed a wrong byte', () => {
    const damaged = join(folder, 'damaged.warc.gz');
    const one = capture('/', { payloadDigest: sha256(Buffer.from('something else')) });
    writeFileSync(damaged, Buffer.concat(warcRecords(one, () => 'id').bytes));
    let printed = '';
    try {
      printed = run('-m', 'warcio.cli', 'check', '-v', damaged);
    } catch (error) {
      printed = String((error as { stdout?: string }).stdout);
    }
    expect(printed).toMatch(/payload digest failed/);
  });
});

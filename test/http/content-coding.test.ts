import { createHook } from 'node:async_hooks';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeContent } from '../../shared/http/content-coding.ts';
import { fewOrMany } from '../long-test.ts';

const TEXT = Buffer.from('<p>some text of a page</p>'.repeat(500));
const LIMIT = 100_000;

/** Compares bytes directly: comparing arrays of millions of numbers takes seconds. */
function expectZeros(length: number, decoded: ReturnType<typeof decodeContent>): void {
  expect('bytes' in decoded && Buffer.alloc(length).equals(decoded.bytes)).toBe(true);
}

test('decodes gzip without another engine for each body', () => {
  const body = gzipSync(TEXT);
  decodeContent(body, 'gzip', LIMIT);
  let engines = 0;
  const count = (_id: number, type: string) => {
    if (type === 'ZLIB') engines++;
  };
  const hook = createHook({ init: count }).enable();
  try {
    expect(decodeContent(body, 'gzip', LIMIT)).toEqual({ bytes: TEXT });
    expect(decodeContent(body, 'gzip', TEXT.length)).toEqual({ bytes: TEXT });
    expect(engines).toBe(0);
    expect(decodeContent(Buffer.concat([body, body]), 'gzip', LIMIT)).toEqual({ bytes: Buffer.concat([TEXT, TEXT]) });
    expect(decodeContent(body, 'gzip', TEXT.length - 1)).toEqual({ reason: 'too-large' });
    expect(engines).toBe(2);
  } finally {
    hook.disable();
  }
});

describe('an encoded body', () => {
  const cases: [coding: string, body: Uint8Array][] = [
    ['', TEXT],
    ['identity', TEXT],
    ['gzip', gzipSync(TEXT)],
    ['X-GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['gzip,identity', gzipSync(TEXT)],
    ['gzip, utf-8', gzipSync(TEXT)],
  ];
  test.each(cases)('is decoded: %s', (coding, body) => {
    const decoded = decodeContent(body, coding, LIMIT);
    expect('bytes' in decoded && Buffer.compare(decoded.bytes, TEXT)).toBe(0);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd', 'utf-8', 'none', 'constructor'])(
    'that is not coded at all is taken as it is: %s',
    (coding) => {
      expect(decodeContent(TEXT, coding, LIMIT)).toEqual({ bytes: TEXT });
    },
  );

  const wrongSum = gzipSync(TEXT);
  wrongSum[wrongSum.length - 6]! ^= 1;
  test.each([
    ['text behind it', Buffer.concat([gzipSync(TEXT), Buffer.from('<!-- cached -->')])],
    ['the beginning of another behind it', Buffer.concat([gzipSync(TEXT), Buffer.from('1f8b01010101', 'hex')])],
    ['a wrong checksum', wrongSum],
  ])('in gzip is decoded in spite of %s', (_, body) => {
    const decoded = decodeContent(body, 'gzip', LIMIT);
    expect('bytes' in decoded && Buffer.compare(decoded.bytes, TEXT)).toBe(0);
  });

  test.each(cases.filter(([coding]) => /^(?:gzip|deflate|br|zstd)$/.test(coding)))(
    'that ends early is decoded as far as it goes: %s',
    (coding) => {
      // Random bytes, so that there is output before the end.
      const text = Buffer.from(Array.from({ length: 40_000 }, (_, i) => 97 + ((i * i * 7 + (i >> 3)) % 26)));
      const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }[coding];
      const whole = (encode as (bytes: Uint8Array) => Buffer)(text);
      const decoded = decodeContent(whole.subarray(0, whole.length - 20), coding, LIMIT);
      expect('bytes' in decoded && text.subarray(0, decoded.bytes.length).equals(decoded.bytes)).toBe(true);
    },
  );

  test.each(['gzip', 'deflate', 'br', 'zstd'])('that decodes to too much is refused: %s', (coding) => {
    const bomb = Buffer.alloc(LIMIT + 1);
    const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }[coding];
    expect(decodeContent((encode as (bytes: Uint8Array) => Buffer)(bomb), coding, LIMIT)).toEqual({
      reason: 'too-large',
    });
  });

  test.each([
    ['an unknown coding that it has', Buffer.concat([Buffer.from([0x1f, 0x9d, 0x90]), TEXT]), 'compress'],
    ['a known one under another name', gzipSync(TEXT), 'utf-8'],
    ['a broken one', Buffer.concat([gzipSync(TEXT).subarray(0, 12), Buffer.alloc(50, 0xff)]), 'gzip'],
    ['too many', TEXT, 'gzip,gzip,gzip,gzip,gzip'],
  ])('cannot be decoded with %s', (_, body, coding) => {
    expect(decodeContent(body, coding, LIMIT)).toEqual({ reason: 'encoding' });
  });

  test.each(fewOrMany(['gzip', 'zstd'], ['gzip', 'br', 'zstd']))(
    'that grows more than a hundredfold is refused as a bomb: %s',
    (coding) => {
      const encode = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }[coding];
      const packed = (length: number) => (encode as (bytes: Uint8Array) => Buffer)(Buffer.alloc(length));
      expect(decodeContent(packed(8 << 20), coding, 64 << 20)).toEqual({ reason: 'too-large' });
      expectZeros(8 << 20, decodeContent(packed(8 << 20), coding, 64 << 20, 1_000_000));
      expectZeros(1 << 20, decodeContent(packed(1 << 20), coding, 64 << 20));
    },
  );

  test('that is not encoded has the same limit', () => {
    expect(decodeContent(TEXT, '', TEXT.length)).toEqual({ bytes: TEXT });
    expect(decodeContent(TEXT, '', TEXT.length - 1)).toEqual({ reason: 'too-large' });
  });
});

import { createHook } from 'node:async_hooks';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflateRaw, inflateRaw } from '../../shared/http/raw-deflate.ts';
import { fewOrMany } from '../long-test.ts';

/** Bytes that compress a little, and that no other seed has. */
function bytesOf(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = seed; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = (state >>> 16) & (i % 3 === 0 ? 0xff : 0x0f);
  }
  return bytes;
}

const SIZES = [0, 1, 100, 16_384, 70_000, ...fewOrMany([300_000], [500_000, 3_000_000])];

test.each(SIZES)('deflates %i bytes as deflateRawSync does, also after others', (size) => {
  const content = bytesOf(size);
  const expected = deflateRawSync(content, { level: 1 });
  expect(Buffer.from(deflateRaw(content)).equals(expected)).toBe(true);
  deflateRaw(bytesOf(1_000, 2));
  expect(Buffer.from(deflateRaw(content)).equals(expected)).toBe(true);
});

test('deflates bytes that cannot be compressed', () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 0xff));
  const random = deflateRawSync(content, { level: 9 });
  expect(inflateRawSync(deflateRaw(random)).equals(random)).toBe(true);
});

test.each(SIZES)('inflates %i bytes, and tells how many bytes it read', (size) => {
  const content = bytesOf(size);
  const deflated = deflateRawSync(content);
  const output = Buffer.alloc(size + 1);
  const found = inflateRaw(Buffer.concat([deflated, Buffer.from('the next member')]), output);
  expect(found).toEqual({ length: size, used: deflated.length });
  expect(output.subarray(0, size).equals(content)).toBe(true);
});

test('returns undefined for damaged, cut and too long content, and inflates the next one', () => {
  const content = bytesOf(50_000);
  const deflated = deflateRawSync(content);
  const damaged = Buffer.from(deflated).fill(0xff, 100, 200);
  const output = Buffer.alloc(content.length + 1);
  for (let turn = 0; turn < 2; turn++) {
    expect(inflateRaw(damaged, output)).toBeUndefined();
    expect(inflateRaw(deflated.subarray(0, 1_000), output)).toBeUndefined();
    expect(inflateRaw(new Uint8Array(0), output)).toBeUndefined();
    expect(inflateRaw(deflated, output.subarray(0, content.length))).toBeUndefined();
    expect(inflateRaw(deflated, output)).toEqual({ length: content.length, used: deflated.length });
    expect(output.subarray(0, content.length).equals(content)).toBe(true);
  }
});

test('creates an engine once', () => {
  const content = bytesOf(1_000);
  const output = Buffer.alloc(1_001);
  inflateRaw(deflateRaw(content), output);
  let engines = 0;
  const count = (_id: number, type: string) => {
    if (type === 'ZLIB') engines++;
  };
  const hook = createHook({ init: count }).enable();
  try {
    deflateRawSync(content);
    expect(engines).toBe(1);
    for (let i = 0; i < 10; i++) expect(inflateRaw(deflateRaw(content), output)?.length).toBe(1_000);
    expect(engines).toBe(1);
  } finally {
    hook.disable();
  }
});

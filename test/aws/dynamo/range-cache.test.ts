import { beforeEach, expect, test } from 'vitest';
import { rangeCache } from '../../../shared/aws/dynamo/range-cache.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { memoryObjects } from '../../memory-objects.ts';

const MB = 1 << 20;
let objects: Objects;
/** Ranges that were read: key, offset and length. */
let reads: (string | number | undefined)[][];
let get: Objects['get'];
beforeEach(() => {
  objects = memoryObjects();
  reads = [];
  get = rangeCache((key, range) => {
    reads.push([key, range?.offset, range?.length]);
    return objects.get(key, range);
  }, 9 * MB);
});

const COUNTED = Uint8Array.from({ length: 256 }, (_, i) => i);

/** Stores an object whose bytes count up from 0. */
const store = (key: string, length: number) => objects.put(key, Buffer.alloc(length, COUNTED));
const first = async (key: string, offset: number, length = 3) => (await get(key, { offset, length }))?.[0];

test('reads a range, then the object, and then nothing more', async () => {
  await store('a', 1_000);
  expect([await first('a', 10), await first('a', 20), await first('a', 30), await first('a', 40)]).toEqual([
    10, 20, 30, 40,
  ]);
  expect(reads).toEqual([
    ['a', 10, 3],
    ['a', 0, 4 * MB],
  ]);
});

test('reads an object once for requests at the same time', async () => {
  await store('a', 1_000);
  await first('a', 1);
  expect(await Promise.all([2, 3, 4].map((offset) => first('a', offset)))).toEqual([2, 3, 4]);
  expect(reads).toHaveLength(2);
});

test('reads ranges behind the kept beginning of an object', async () => {
  await store('a', 5 * MB);
  await first('a', 1);
  expect(await first('a', 4 * MB + 7)).toBe(7);
  expect(await first('a', 4 * MB - 1, 3)).toBe(255);
  expect(reads.slice(2)).toEqual([
    ['a', 4 * MB + 7, 3],
    ['a', 4 * MB - 1, 3],
  ]);
});

test('returns what a store returns for a range that the object ends in or before', async () => {
  await store('a', 1_000);
  const ranges = [
    { offset: 998, length: 10 },
    { offset: 0, length: 1_000 },
  ];
  await first('a', 1);
  for (const range of ranges) expect(await get('a', range)).toEqual(await objects.get('a', range));
});

/** Reads a range twice, after which the object is kept if there is room. */
const warm = async (key: string) => [await first(key, 1), await first(key, 2)];

test('reads ranges of further objects while those that are kept are in use', async () => {
  for (const key of ['a', 'b', 'c']) {
    await store(key, 4 * MB);
    await warm(key);
  }
  reads = [];
  expect([await first('a', 4), await first('b', 5), await first('c', 6)]).toEqual([4, 5, 6]);
  expect(reads).toEqual([['c', 6, 3]]);
});

test('keeps an object instead of one that was not read for long', async () => {
  for (const key of ['a', 'b', 'c']) {
    await store(key, 4 * MB);
    await warm(key);
  }
  for (let i = 0; i < 600; i++) await first('b', i);
  await first('c', 1);
  reads = [];
  expect([await first('b', 4), await first('c', 5), await first('a', 6)]).toEqual([4, 5, 6]);
  expect(reads).toEqual([['a', 6, 3]]);
});

test('counts objects that are being read, and returns copies, so that memory is bounded', async () => {
  const keys = Array.from({ length: 6 }, (_, i) => `key-${i}`);
  for (const key of keys) await store(key, 4 * MB);
  await Promise.all(keys.map((key) => first(key, 1)));
  reads = [];
  await Promise.all(keys.map((key) => first(key, 1)));
  expect(reads.filter(([, , length]) => length === 4 * MB)).toHaveLength(2);
  expect((await get(keys[0]!, { offset: 5, length: 3 }))?.buffer.byteLength).toBe(3);
});

test('asks again for an object that was missing, or that could not be read', async () => {
  await first('a', 1);
  expect(await first('a', 1)).toBeUndefined();
  await store('a', 1_000);
  expect(await first('a', 1)).toBe(1);
  let isAway = true;
  const failing = rangeCache(async (key, range) => {
    if (isAway) throw new Error('away');
    return objects.get(key, range);
  }, 9 * MB);
  const read = () => failing('a', { offset: 1, length: 1 });
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  isAway = false;
  expect((await read())?.[0]).toBe(1);
});

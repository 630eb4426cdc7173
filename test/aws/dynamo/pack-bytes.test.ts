import { beforeEach, expect, test } from 'vitest';
import { packBytes, unpackBytes } from '../../../shared/aws/dynamo/pack-bytes.ts';
import type { Objects } from '../../../shared/ports/objects.ts';

let stored: Map<string, Uint8Array>;
let reads: number;
let objects: Objects;
beforeEach(() => {
  stored = new Map();
  reads = 0;
  objects = {
    put: async (key, bytes) => void stored.set(key, Uint8Array.from(bytes)),
    async get(key, range) {
      reads++;
      return stored.get(key)?.subarray(range?.offset ?? 0, range && range.offset + range.length);
    },
    async *list() {},
    delete: async (keys) => keys.forEach((key) => void stored.delete(key)),
  };
});

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
const long = (part: Uint8Array) => part.length > 100;
const PLACE = { folder: 'bundles/plants/a', owner: 'q1.0 q1.1' };

test('stores long parts in one object and short ones inline, and returns all in order', async () => {
  const parts = [bytes(300, 1), bytes(5, 2), bytes(200, 3)];
  const items = await packBytes(objects, parts, long, PLACE);
  expect([...stored.values()].map((object) => object.length)).toEqual([500]);
  expect(items.map((item) => 'bytes' in item)).toEqual([false, true, false]);
  expect(await unpackBytes(objects, items)).toEqual(parts);
  expect(reads).toBe(1);
});

test('reads only the requested range of an object', async () => {
  const items = await packBytes(objects, [bytes(300, 1), bytes(200, 2), bytes(400, 3)], long, PLACE);
  expect(await unpackBytes(objects, [items[1]!])).toEqual([bytes(200, 2)]);
});

test('writes no object without long parts', async () => {
  await packBytes(objects, [bytes(5, 1), bytes(6, 2)], long, PLACE);
  expect(stored.size).toBe(0);
});

test('writes the same parts to the same object, but those of another owner to another, so that one can be deleted', async () => {
  await packBytes(objects, [bytes(300, 1)], long, PLACE);
  await packBytes(objects, [bytes(300, 1)], long, PLACE);
  expect(stored.size).toBe(1);
  await packBytes(objects, [bytes(300, 1)], long, { ...PLACE, owner: 'q2.0' });
  expect(stored.size).toBe(2);
});

test('returns undefined only for the parts of a missing object', async () => {
  const items = await packBytes(objects, [bytes(300, 1), bytes(5, 2)], long, PLACE);
  stored.clear();
  expect(await unpackBytes(objects, items)).toEqual([undefined, bytes(5, 2)]);
});

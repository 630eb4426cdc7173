import { createHash } from 'node:crypto';
import type { Objects } from '../../ports/objects.ts';
import { mapConcurrently } from '../concurrency.ts';
import { b, type Item, n, numberAttribute, s } from './dynamo-item.ts';

/*
 * The bytes of an item are inline (`bytes`), or in an object that several items share (`object` is its key, with `offset` and
 * `length`). An item up to 1 KB costs one write unit, so short ones stay inline.
 */

/**
 * Stores the bytes of several items: short ones inline, the others in one shared object.
 *
 * @param parts the bytes of all items of one call.
 * @param isPacked selects the parts for the object. Without any, no object is written.
 * @param place folder of the object, and an owner that distinguishes objects with the same bytes. The key contains a digest of
 * both, so a repeated call overwrites the same object.
 * @returns the attributes of each item. The object is stored when this resolves.
 */
export async function packBytes(
  objects: Objects,
  parts: readonly Uint8Array[],
  isPacked: (bytes: Uint8Array, index: number) => boolean,
  place: { folder: string; owner: string },
): Promise<Item[]> {
  const packed = parts.filter(isPacked);
  if (packed.length === 0) return parts.map((bytes) => ({ bytes: b(bytes) }));
  const body = Buffer.concat(packed);
  const digest = createHash('sha256').update(place.owner).update('\0').update(body).digest('hex').slice(0, 40);
  const object = `${place.folder}/${digest}`;
  await objects.put(object, body);
  let offset = 0;
  return parts.map((bytes, i) => {
    if (!isPacked(bytes, i)) return { bytes: b(bytes) };
    const item = { object: s(object), offset: n(offset), length: n(bytes.length) };
    offset += bytes.length;
    return item;
  });
}

/** Returns the bytes of items in their order, with one read per object; undefined if the object is missing. */
export async function unpackBytes(
  objects: Pick<Objects, 'get'>,
  items: readonly Item[],
): Promise<(Uint8Array | undefined)[]> {
  const spans = new Map<string, { start: number; end: number }>();
  for (const item of items) {
    const key = item['object']?.S;
    if (key === undefined) continue;
    const start = numberAttribute(item, 'offset');
    const end = start + numberAttribute(item, 'length');
    const other = spans.get(key);
    spans.set(key, { start: Math.min(start, other?.start ?? start), end: Math.max(end, other?.end ?? end) });
  }
  const read = await mapConcurrently([...spans], async ([key, { start, end }]) => {
    const bytes = await objects.get(key, { offset: start, length: end - start });
    return [key, { start, bytes }] as const;
  });
  const found = new Map(read);
  return items.map((item) => {
    const key = item['object']?.S;
    if (key === undefined) return item['bytes']?.B;
    const { start, bytes } = found.get(key)!;
    const from = numberAttribute(item, 'offset') - start;
    return bytes?.subarray(from, from + numberAttribute(item, 'length'));
  });
}

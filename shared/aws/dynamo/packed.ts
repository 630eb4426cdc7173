import { createHash } from 'node:crypto';
import type { Objects } from '../../ports/objects.ts';
import { eachAtOnce } from '../at-once.ts';
import { b, type Item, n, numberOf, s } from './dynamo-item.ts';

/*
 * Where the bytes of an item lie: in the item itself (`bytes`), or in an object that several items share (`object`, the
 * key, `offset` and `length`). An item up to 1 KB costs one write unit however short it is, so short ones stay inline.
 */

/** With its key and names such an item still fits into one write unit. Bytes. */
export const SHORT_BYTES = 700;

/**
 * @param whole all parts of one call.
 * @param aside which of them are to lie in the object, if any are.
 * @param place of the object: its folder, and what tells it from others that hold the same bytes. It is named by a digest,
 * so a repeat overwrites itself.
 * @returns for each part the attributes of its item; the object is kept when this resolves.
 */
export async function pack(
  objects: Objects,
  whole: readonly Uint8Array[],
  aside: (bytes: Uint8Array) => boolean,
  place: { folder: string; owner: string },
): Promise<Item[]> {
  const moved = whole.filter(aside);
  if (moved.length === 0) return whole.map((bytes) => ({ bytes: b(bytes) }));
  const body = Buffer.concat(moved);
  const digest = createHash('sha256').update(place.owner).update('\0').update(body).digest('hex').slice(0, 40);
  const object = `${place.folder}/${digest}`;
  await objects.put(object, body);
  let offset = 0;
  return whole.map((bytes) => {
    if (!aside(bytes)) return { bytes: b(bytes) };
    const item = { object: s(object), offset: n(offset), length: n(bytes.length) };
    offset += bytes.length;
    return item;
  });
}

/** The bytes of items in their order, one read an object; undefined where the object is gone. */
export async function unpack(objects: Objects, items: readonly Item[]): Promise<(Uint8Array | undefined)[]> {
  const spans = new Map<string, { start: number; end: number }>();
  for (const item of items) {
    const key = item['object']?.S;
    if (key === undefined) continue;
    const start = numberOf(item, 'offset');
    const end = start + numberOf(item, 'length');
    const other = spans.get(key);
    spans.set(key, { start: Math.min(start, other?.start ?? start), end: Math.max(end, other?.end ?? end) });
  }
  const read = await eachAtOnce([...spans], async ([key, { start, end }]) => {
    const bytes = await objects.get(key, { offset: start, length: end - start });
    return [key, { start, bytes }] as const;
  });
  const found = new Map(read);
  return items.map((item) => {
    const key = item['object']?.S;
    if (key === undefined) return item['bytes']?.B;
    const { start, bytes } = found.get(key)!;
    const from = numberOf(item, 'offset') - start;
    return bytes?.subarray(from, from + numberOf(item, 'length'));
  });
}

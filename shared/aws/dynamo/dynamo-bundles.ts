import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { BundlePiece, Frontier, HostKey } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { decodeNameRuns, encodeNameRuns } from '../name-runs.ts';
import { batchGet, batchWrite } from './dynamo-batch.ts';
import { type Item, s, stringAttribute } from './dynamo-item.ts';
import { MAX_INLINE_BYTES, packBytes, unpackBytes } from './pack-bytes.ts';

/*
 * Item of a piece of a bundle: `home` (S, partition key, `<crawl>#<host>`) · `name` (S, sort key) · `bytes` (B), or `object`
 * (S, key `bundles/<crawl>/<host>/<digest>`), `offset`, `length` (N), `siblings` (S, names of all pieces in that object, encoded
 * by `name-runs.ts`). Items never change, so eventually consistent reads suffice; missing items are read again consistently.
 * There is no TTL: a live bundle may be years old.
 */

/**
 * Maximum total size of the pieces of one call that are all stored inline, in bytes. A write unit (1 KB) costs an eighth of an
 * S3 PUT request, so up to 4 KB inline are cheaper than an object.
 */
const MAX_INLINE_CALL_BYTES = 4_096;

type BundleCalls = Pick<Frontier, 'writeBundles' | 'readBundles' | 'deleteBundles'>;

/** Reads the items of pieces that exist, by name. */
type ReadItems = (key: HostKey, names: Iterable<string>, consistent: boolean) => Promise<Map<string, Item>>;

export function dynamoBundles(client: DynamoDBClient, table: string, objects: Objects): BundleCalls {
  const readItems: ReadItems = async (key, names, consistent) => {
    const keys = [...names].map((name) => itemKey(key, name));
    const items = await batchGet(client, table, keys, { consistent });
    return new Map(items.map((item) => [stringAttribute(item, 'name'), item]));
  };

  return {
    async writeBundles(key, pieces) {
      const distinct = [...new Map(pieces.map((piece) => [piece.name, piece])).values()];
      const items = await packPieces(objects, key, distinct);
      await batchWrite(
        client,
        table,
        items.map((Item) => ({ PutRequest: { Item } })),
      );
    },

    async readBundles(key, names) {
      const found = await readItems(key, new Set(names), false);
      const missing = new Set(names.filter((name) => !found.has(name)));
      for (const [name, item] of await readItems(key, missing, true)) found.set(name, item);
      const existing = names.filter((name) => found.has(name));
      const bytes = await unpackBytes(
        objects,
        existing.map((name) => found.get(name)!),
      );
      const byName = new Map(existing.map((name, i) => [name, bytes[i]]));
      return names.map((name) => byName.get(name));
    },

    async deleteBundles(key, names) {
      const deleted = new Set(names);
      const items = await readItems(key, deleted, true);
      await batchWrite(
        client,
        table,
        [...items.keys()].map((name) => ({ DeleteRequest: { Key: itemKey(key, name) } })),
      );
      // If the process crashes before this line, objects without items remain in the bucket.
      await objects.delete(await unusedObjects(key, [...items.values()], deleted, readItems));
    },
  };
}

const itemKey = (key: HostKey, name: string): Item => ({ home: s(`${key.crawl}#${key.host}`), name: s(name) });

/**
 * Stores the long pieces of a call together in one object.
 *
 * @returns the items of all pieces, in their order
 */
async function packPieces(objects: Objects, key: HostKey, pieces: BundlePiece[]): Promise<Item[]> {
  const total = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const isPacked = (bytes: Uint8Array) => total > MAX_INLINE_CALL_BYTES && bytes.length > MAX_INLINE_BYTES;
  const folder = `bundles/${key.crawl}/${encodeURIComponent(key.host)}`;
  const owner = pieces.map(({ name }) => name).join(' ');
  const bodies = pieces.map(({ bytes }) => bytes);
  const locations = await packBytes(objects, bodies, isPacked, { folder, owner });
  const siblings = s(encodeNameRuns(pieces.filter(({ bytes }) => isPacked(bytes)).map(({ name }) => name)));
  return pieces.map(({ name }, i) => {
    const location = locations[i]!;
    return { ...itemKey(key, name), ...location, ...(location['object'] && { siblings }) };
  });
}

/** @returns keys of the objects of deleted items that contain no existing piece any more */
async function unusedObjects(
  key: HostKey,
  items: Item[],
  deleted: ReadonlySet<string>,
  readItems: ReadItems,
): Promise<string[]> {
  /** Object key → names of its pieces that were not deleted in this call. They may have been deleted earlier. */
  const candidates = new Map(
    items
      .filter((item) => item['object'])
      .map((item) => [
        stringAttribute(item, 'object'),
        decodeNameRuns(stringAttribute(item, 'siblings')).filter((name) => !deleted.has(name)),
      ]),
  );
  /** Drops candidates if one of the selected pieces still exists. */
  const dropUsed = async (select: (names: string[]) => string[]) => {
    const existing = await readItems(key, new Set([...candidates.values()].flatMap(select)), true);
    for (const [object, names] of candidates) if (names.some((name) => existing.has(name))) candidates.delete(object);
  };
  // Bundles are consumed from the front, so the last name usually suffices to find that an object is still in use.
  await dropUsed((names) => names.slice(-1));
  await dropUsed((names) => names.slice(0, -1));
  return [...candidates.keys()];
}

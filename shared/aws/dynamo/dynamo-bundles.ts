import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { BundlePiece, Frontier, HostKey } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { batchGet, batchWrite } from './dynamo-batch.ts';
import { homeOf } from './dynamo-home.ts';
import { b, type Item, n, s, stringAttribute } from './dynamo-item.ts';
import { earlierKeys, earlierLocation, isEarlier } from './earlier-pieces.ts';
import { byBundle, decodeDirectory, encodeDirectory, epochOf } from './epoch-pieces.ts';
import { unpackBytes } from './pack-bytes.ts';

/*
 * Item of the pieces that one commit wrote: `home` (S, partition key, `<crawl>#<host>`) · `name` (S, sort key, `@` and the epoch in
 * base 36) · `pieces` (S, directory, `epoch-pieces.ts`) · `bytes` (B, all pieces in a row), or `object` (S, key
 * `bundles/<crawl>/<host>/<epoch>`). Items never change, so eventually consistent reads suffice; missing items are read again
 * consistently. There is no TTL: a live bundle may be years old.
 *
 * A commit writes up to five small bundles, which often go with the next one. As an item each, they took a write unit each, and
 * another when they were deleted.
 */

/**
 * Maximum length of inline pieces, in bytes: with keys and names, the item fits into six write units. An object takes a PUT, which
 * costs eight, one unit for its item, and a GET for each read. Deleting the item takes as many units again, but bundles of pages
 * are deleted only when four of them are merged.
 */
const MAX_INLINE_BYTES = 5_900;

type BundleCalls = Pick<Frontier, 'writeBundles' | 'readBundles' | 'deleteBundles'>;

export function dynamoBundles(client: DynamoDBClient, table: string, objects: Objects): BundleCalls {
  const readItems = (keys: Item[], consistent: boolean) => batchGet(client, table, keys, { consistent });

  /**
   * Reads pieces that exist, by name.
   *
   * @param consistent reads strongly consistently, and also pieces that earlier versions wrote: in the same request, since most of them are missing
   */
  const readPieces = async (
    key: HostKey,
    names: readonly string[],
    consistent: boolean,
  ): Promise<Map<string, Uint8Array>> => {
    const keys = [...epochKeys(key, names), ...(consistent ? earlierKeys(key, names) : [])];
    const items = await readItems(keys, consistent);
    const locations = new Map(
      items.flatMap((item) => (isEarlier(item) ? [earlierLocation(item)] : [...locationsOf(item)])),
    );
    const located = names.flatMap((name) => {
      const location = locations.get(name);
      return location ? [{ name, location }] : [];
    });
    const bytes = await unpackBytes(
      objects,
      located.map(({ location }) => location),
    );
    return new Map(located.flatMap(({ name }, i) => (bytes[i] ? [[name, bytes[i]]] : [])));
  };

  return {
    async writeBundles(key, pieces) {
      const distinct = [...new Map(pieces.map((piece) => [piece.name, piece])).values()];
      const items: Item[] = [];
      for (const [epoch, own] of Map.groupBy(distinct, ({ name }) => epochOf(name)))
        items.push(await packEpoch(objects, key, epoch, own));
      await batchWrite(
        client,
        table,
        items.map((Item) => ({ PutRequest: { Item } })),
      );
    },

    async readBundles(key, names) {
      const wanted = [...new Set(names)];
      const found = await readPieces(key, wanted, false);
      const missing = wanted.filter((name) => !found.has(name));
      for (const [name, bytes] of await readPieces(key, missing, true)) found.set(name, bytes);
      return names.map((name) => found.get(name));
    },

    async deleteBundles(key, names, epochs) {
      const inUse = new Set([...epochs].map((epoch) => epoch.toString(36)));
      const dropped = [...new Set(names)].filter((name) => !inUse.has(epochOf(name)));
      const unused = await readItems(epochKeys(key, dropped), true);
      const found = new Set(unused.map(epochOfItem));
      const withoutItem = dropped.filter((name) => !found.has(epochOf(name)));
      const earlier = await readItems(earlierKeys(key, withoutItem), true);
      const keys = [...unused, ...earlier].map(({ home, name }) => ({ home: home!, name: name! }));
      await batchWrite(
        client,
        table,
        keys.map((Key) => ({ DeleteRequest: { Key } })),
      );
      // If the process crashes before this line, objects without items remain in the bucket, as those of an earlier version do.
      await objects.delete(unused.flatMap((item) => item['object']?.S ?? []));
    },
  };
}

const itemKey = (key: HostKey, epoch: string): Item => ({ home: homeOf(key), name: s(`@${epoch}`) });

/** Returns the keys of the items that have these pieces. */
const epochKeys = (key: HostKey, names: readonly string[]): Item[] =>
  [...new Set(names.map(epochOf))].map((epoch) => itemKey(key, epoch));

const epochOfItem = (item: Item): string => stringAttribute(item, 'name').slice(1);

/** Stores pieces of one epoch in an object, if they are long. @returns their item */
async function packEpoch(objects: Objects, key: HostKey, epoch: string, given: BundlePiece[]): Promise<Item> {
  const pieces = byBundle(given);
  const body = Buffer.concat(pieces.map(({ bytes }) => bytes));
  const item = { ...itemKey(key, epoch), pieces: s(encodeDirectory(pieces)) };
  if (body.length <= MAX_INLINE_BYTES) return { ...item, bytes: b(body) };
  const object = `bundles/${key.crawl}/${encodeURIComponent(key.host)}/${epoch}`;
  await objects.put(object, body);
  return { ...item, object: s(object) };
}

/** Returns the pieces of an item by name, each as an item of `pack-bytes.ts`. */
function* locationsOf(item: Item): Generator<[string, Item]> {
  const epoch = epochOfItem(item);
  for (const [name, { offset, length }] of decodeDirectory(epoch, stringAttribute(item, 'pieces'))) {
    const { object, bytes } = item;
    if (object) yield [name, { object, offset: n(offset), length: n(length) }];
    else yield [name, { bytes: b(bytes!.B!.subarray(offset, offset + length)) }];
  }
}

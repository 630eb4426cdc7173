import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Frontier, HostKey } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { namesOf, runsOf } from '../name-runs.ts';
import { batchGet, batchWrite } from './dynamo-batch.ts';
import { type Item, s, textOf } from './dynamo-item.ts';
import { pack, SHORT_BYTES, unpack } from './packed.ts';

/*
 * Pieces of bundles. Item: `home` (S, partition key, `<crawl>#<host>`) · `name` (S, sort key) · `bytes` (B), or `object`
 * (S, key `bundles/<crawl>/<host>/<digest>`), `offset`, `length` (N), `siblings` (S, all names in that object as `name-runs.ts` writes them).
 * Never changed, so the cheaper kind of read does; what it does not find is read consistently. No TTL: a live bundle may
 * be years old.
 */

/** Up to so many bytes a call stay in their items: a write unit costs an eighth of a put, and is 1 KB. */
const INLINE_BYTES = 4_096;

type BundleCalls = Pick<Frontier, 'writeBundles' | 'readBundles' | 'deleteBundles'>;

export function dynamoBundles(client: DynamoDBClient, table: string, objects: Objects): BundleCalls {
  const keyOf = (key: HostKey, name: string): Item => ({ home: s(`${key.crawl}#${key.host}`), name: s(name) });

  const read = async (key: HostKey, names: Iterable<string>, consistent: boolean): Promise<Map<string, Item>> => {
    const keys = [...names].map((name) => keyOf(key, name));
    return new Map((await batchGet(client, table, keys, { consistent })).map((item) => [textOf(item, 'name'), item]));
  };

  return {
    async writeBundles(key, pieces) {
      const last = [...new Map(pieces.map((piece) => [piece.name, piece])).values()];
      const total = last.reduce((sum, { bytes }) => sum + bytes.length, 0);
      const aside = (bytes: Uint8Array) => total > INLINE_BYTES && bytes.length > SHORT_BYTES;
      const folder = `bundles/${key.crawl}/${encodeURIComponent(key.host)}`;
      const bodies = last.map(({ bytes }) => bytes);
      const owner = last.map(({ name }) => name).join(' ');
      const places = await pack(objects, bodies, aside, { folder, owner });
      const siblings = s(runsOf(last.filter(({ bytes }) => aside(bytes)).map(({ name }) => name)));
      await batchWrite(
        client,
        table,
        last.map(({ name }, i) => {
          const place = places[i]!;
          return { PutRequest: { Item: { ...keyOf(key, name), ...place, ...(place['object'] && { siblings }) } } };
        }),
      );
    },

    async readBundles(key, names) {
      const found = await read(key, new Set(names), false);
      const missing = new Set(names.filter((name) => !found.has(name)));
      for (const [name, item] of await read(key, missing, true)) found.set(name, item);
      const there = names.filter((name) => found.has(name));
      const bytes = await unpack(
        objects,
        there.map((name) => found.get(name)!),
      );
      const byName = new Map(there.map((name, i) => [name, bytes[i]]));
      return names.map((name) => byName.get(name));
    },

    async deleteBundles(key, names) {
      const gone = new Set(names);
      const items = await read(key, gone, true);
      await batchWrite(
        client,
        table,
        [...items.keys()].map((name) => ({ DeleteRequest: { Key: keyOf(key, name) } })),
      );
      // An object goes with the last of the pieces in it. A crash before this leaves it behind, read by nobody.
      const siblings = new Map(
        [...items.values()]
          .filter((item) => item['object'])
          .map((item) => [textOf(item, 'object'), namesOf(textOf(item, 'siblings')).filter((name) => !gone.has(name))]),
      );
      const needed = async (some: (names: string[]) => string[]) => {
        const left = await read(key, new Set([...siblings.values()].flatMap(some)), true);
        for (const [object, names] of siblings) if (names.some((name) => left.has(name))) siblings.delete(object);
      };
      // Bundles are used up from their front: mostly the last name alone says that an object is still needed.
      await needed((names) => names.slice(-1));
      await needed((names) => names.slice(0, -1));
      await objects.delete([...siblings.keys()]);
    },
  };
}

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { HostKey } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { batchGet } from './dynamo-batch.ts';
import { homeOf } from './dynamo-home.ts';
import { type Item, s, stringAttribute } from './dynamo-item.ts';
import { unpackBytes } from './pack-bytes.ts';

/*
 * Versions before 26 November 2026 stored each piece of a bundle in an item of its name: `home`, `name` · `bytes`, or `object`, `offset`,
 * `length` (`pack-bytes.ts`). Hosts that were not visited since have such items.
 *
 * A piece that is dropped while its epoch is in use keeps its item for good: its name is unknown when the epoch ends, and to look for its
 * item at once would cost each visit a read. Such items only take storage: names are never reused.
 */

/** Reads the pieces of bundles that versions before 26 November 2026 wrote. Strongly consistent. */
export function earlierPieces(client: DynamoDBClient, table: string, objects: Objects) {
  const readItems = (key: HostKey, names: readonly string[]): Promise<Item[]> => {
    const keys = names.map((name) => ({ home: homeOf(key), name: s(name) }));
    return batchGet(client, table, keys, { consistent: true });
  };
  return {
    /** Returns the bytes of those pieces that exist, by name. */
    async read(key: HostKey, names: readonly string[]): Promise<Map<string, Uint8Array>> {
      const items = await readItems(key, names);
      const bytes = await unpackBytes(objects, items);
      return new Map(items.flatMap((item, i) => (bytes[i] ? [[stringAttribute(item, 'name'), bytes[i]]] : [])));
    },

    /** Returns the primary keys of those pieces that exist. */
    async keysOf(key: HostKey, names: readonly string[]): Promise<Item[]> {
      const items = await readItems(key, names);
      return items.map(({ home, name }) => ({ home: home!, name: name! }));
    },
  };
}

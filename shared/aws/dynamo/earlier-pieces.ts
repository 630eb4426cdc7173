import type { HostKey } from '../../ports/frontier.ts';
import { homeOf } from './dynamo-home.ts';
import { type Item, s, stringAttribute } from './dynamo-item.ts';

/*
 * Versions before 26 November 2026 stored each piece of a bundle in an item of its name: `home`, `name` · `bytes`, or `object`, `offset`,
 * `length` (`pack-bytes.ts`). Hosts that were not visited since have such items.
 *
 * A piece that is dropped while its epoch is in use keeps its item for good: its name is unknown when the epoch ends, and to look for its
 * item at once would cost each visit a read. Such items only take storage: names are never reused.
 */

/** Returns the keys of the items that these pieces have if a version before 26 November 2026 wrote them. */
export const earlierKeys = (key: HostKey, names: readonly string[]): Item[] =>
  names.map((name) => ({ home: homeOf(key), name: s(name) }));

/** Whether an item is a piece of such a version. The names of others begin with `@`. */
export const isEarlier = (item: Item): boolean => !stringAttribute(item, 'name').startsWith('@');

/** Returns the name of such a piece, and where its bytes are: the item itself has the attributes of `pack-bytes.ts`. */
export const earlierLocation = (item: Item): [string, Item] => [stringAttribute(item, 'name'), item];

import { createHash } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Objects } from '../../ports/objects.ts';
import type { RobotsItem, RobotsStore } from '../../ports/robots-store.ts';
import { expiry, n, numberOf, s, textOf } from './dynamo-item.ts';

/** A longer text lies in an object: every read and write of an item is billed by its length. Bytes. */
const INLINE_BYTES = 4_096;

/** Kept so long past `expiresAt`: how long a file has been unreachable counts for weeks. */
const KEPT_MS = 35 * 24 * 3_600_000;

/**
 * Item: `origin` (S, partition key) · `text` (S), or `object` (S, key `robots/<digest of the origin>`) when above 4 KB ·
 * `readAt`, `dueAt`, `unreachableSince` (N, epoch ms) · `cause` (S, JSON) · `expiresAt` (N, epoch seconds, TTL).
 * An object that is gone counts as never read. Read with the cheaper kind of consistency: an answer one write old is an
 * answer to yesterday's robots.txt, no more.
 */
export function dynamoRobotsStore(client: DynamoDBClient, table: string, objects: Objects): RobotsStore {
  return {
    async get(origin) {
      const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: { origin: s(origin) } }));
      if (!Item) return undefined;
      const place = Item['object']?.S;
      const bytes = place === undefined ? undefined : await objects.get(place);
      if (place !== undefined && !bytes) return undefined;
      return {
        origin,
        text: bytes ? new TextDecoder().decode(bytes) : textOf(Item, 'text'),
        readAt: numberOf(Item, 'readAt'),
        expiresAt: numberOf(Item, 'dueAt'),
        ...(Item['unreachableSince'] && { unreachableSince: numberOf(Item, 'unreachableSince') }),
        ...(Item['cause'] && { cause: JSON.parse(textOf(Item, 'cause')) as NonNullable<RobotsItem['cause']> }),
      };
    },

    async put(item) {
      const bytes = new TextEncoder().encode(item.text);
      const place = bytes.length > INLINE_BYTES ? placeOf(item) : undefined;
      if (place !== undefined) await objects.put(place, bytes);
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: {
            origin: s(item.origin),
            ...(place === undefined ? { text: s(item.text) } : { object: s(place) }),
            readAt: n(item.readAt),
            dueAt: n(item.expiresAt),
            ...(item.unreachableSince !== undefined && { unreachableSince: n(item.unreachableSince) }),
            ...(item.cause && { cause: s(JSON.stringify(item.cause)) }),
            expiresAt: expiry(item.expiresAt + KEPT_MS),
          },
        }),
      );
    },
  };
}

/** One place an origin: the next text takes the place of the last, so that none is left behind. */
const placeOf = ({ origin }: RobotsItem) => `robots/${createHash('sha256').update(origin).digest('hex')}`;

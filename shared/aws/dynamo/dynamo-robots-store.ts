import { createHash } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Objects } from '../../ports/objects.ts';
import type { RobotsItem, RobotsStore } from '../../ports/robots-store.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { n, numberAttribute, s, stringAttribute, ttlValue } from './dynamo-item.ts';

/** Maximum length of an inline text. Longer ones are stored in an object, since items are billed by length. Bytes. */
const INLINE_BYTES = 4_096;

/** Time for which an item is kept after `expiresAt`: the duration of an outage counts for weeks. Milliseconds. */
const RETENTION_MS = 35 * DAY_MS;

/**
 * Item: `origin` (S, partition key) · `text` (S), or `object` (S, key `robots/<digest of the origin>`) when above 4 KB ·
 * `readAt`, `dueAt`, `unreachableSince` (N, epoch ms) · `cause` (S, JSON) · `expiresAt` (N, epoch seconds, TTL).
 * If the object is missing, the robots.txt counts as never read. Reads are eventually consistent, which costs half: at worst
 * they return the previous version.
 */
export function dynamoRobotsStore(client: DynamoDBClient, table: string, objects: Objects): RobotsStore {
  return {
    async get(origin) {
      const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: { origin: s(origin) } }));
      if (!Item) return undefined;
      const key = Item['object']?.S;
      const bytes = key === undefined ? undefined : await objects.get(key);
      if (key !== undefined && !bytes) return undefined;
      return {
        origin,
        text: bytes ? new TextDecoder().decode(bytes) : stringAttribute(Item, 'text'),
        readAt: numberAttribute(Item, 'readAt'),
        expiresAt: numberAttribute(Item, 'dueAt'),
        ...(Item['unreachableSince'] && { unreachableSince: numberAttribute(Item, 'unreachableSince') }),
        ...(Item['cause'] && { cause: JSON.parse(stringAttribute(Item, 'cause')) as NonNullable<RobotsItem['cause']> }),
      };
    },

    async put(item) {
      const bytes = new TextEncoder().encode(item.text);
      const key = bytes.length > INLINE_BYTES ? objectKey(item) : undefined;
      if (key !== undefined) await objects.put(key, bytes);
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: {
            origin: s(item.origin),
            ...(key === undefined ? { text: s(item.text) } : { object: s(key) }),
            readAt: n(item.readAt),
            dueAt: n(item.expiresAt),
            ...(item.unreachableSince !== undefined && { unreachableSince: n(item.unreachableSince) }),
            ...(item.cause && { cause: s(JSON.stringify(item.cause)) }),
            expiresAt: ttlValue(item.expiresAt + RETENTION_MS),
          },
        }),
      );
    },
  };
}

/** One key per origin: the next version overwrites the object, so no object is orphaned. */
const objectKey = ({ origin }: RobotsItem) => `robots/${createHash('sha256').update(origin).digest('hex')}`;

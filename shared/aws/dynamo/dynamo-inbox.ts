import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Frontier, HostKey, InboxItem } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { batchWrite } from './dynamo-batch.ts';
import { attributeNames, type Item, s, stringAttribute } from './dynamo-item.ts';
import { packBytes, unpackBytes } from './pack-bytes.ts';

/*
 * Item of an inbox: `home` (S, partition key, `<crawl>#<host>`) · `id` (S, sort key) · `bytes` (B) up to 1 KB, or `object`
 * (S, key `inbox/<crawl>/<digest>`), `offset`, `length` (N). One object holds the longer bodies of a call, for many hosts. No
 * host knows whether it is the last reader, so the bucket deletes objects after a year.
 */

/** Maximum length of an inline body: with its key, the item fits into about one write unit. Bytes. */
const MAX_INLINE_BODY_BYTES = 1_024;

type InboxCalls = Pick<Frontier, 'putInbox' | 'readInbox' | 'deleteInbox'>;

export function dynamoInbox(client: DynamoDBClient, table: string, objects: Objects): InboxCalls {
  const deleteInbox: InboxCalls['deleteInbox'] = async (key, ids) => {
    const keys = [...new Set(ids)].map((id) => ({ home: hostKeyOf(key), id: s(id) }));
    await batchWrite(
      client,
      table,
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
  };

  return {
    deleteInbox,

    async putInbox(items) {
      const distinct = new Map(items.map((item) => [`${item.crawl}#${item.host}#${item.id}`, item]));
      for (const [crawl, own] of Map.groupBy(distinct.values(), (item) => item.crawl))
        await putItems(client, table, objects, crawl, own);
    },

    async readInbox(key, limit, known = new Set()) {
      const all = await queryItems(client, table, key, limit + known.size + 1);
      const found = all.filter((item) => !known.has(stringAttribute(item, 'id')));
      const end = found.length <= limit;
      const read = found.slice(0, limit);
      const bodies = await unpackBytes(objects, read);
      const items = read.flatMap((item, i) => {
        const body = bodies[i];
        return body ? [{ id: stringAttribute(item, 'id'), body }] : [];
      });
      // An item whose object is missing can never be read, and would stay in the inbox forever.
      const lost = read.filter((_, i) => !bodies[i]).map((item) => stringAttribute(item, 'id'));
      if (lost.length > 0) await deleteInbox(key, lost);
      return { items, end };
    },
  };
}

const hostKeyOf = ({ crawl, host }: HostKey) => s(`${crawl}#${host}`);

async function putItems(
  client: DynamoDBClient,
  table: string,
  objects: Objects,
  crawl: string,
  items: InboxItem[],
): Promise<void> {
  const bodies = items.map(({ body }) => body);
  const isLong = (body: Uint8Array) => body.length > MAX_INLINE_BODY_BYTES;
  const locations = await packBytes(objects, bodies, isLong, { folder: `inbox/${crawl}`, owner: '' });
  await batchWrite(
    client,
    table,
    items.map((item, i) => ({ PutRequest: { Item: { home: hostKeyOf(item), id: s(item.id), ...locations[i] } } })),
  );
}

/** Queries at least `limit` items of an inbox, if there are so many. */
async function queryItems(client: DynamoDBClient, table: string, key: HostKey, limit: number): Promise<Item[]> {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: '#home = :home',
        ExpressionAttributeNames: attributeNames('home'),
        ExpressionAttributeValues: { ':home': hostKeyOf(key) },
        ConsistentRead: true,
        Limit: limit - found.length,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from && found.length < limit);
  return found;
}

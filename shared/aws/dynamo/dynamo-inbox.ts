import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Frontier, HostKey, InboxItem } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { batchWrite } from './dynamo-batch.ts';
import { type Item, names, s, textOf } from './dynamo-item.ts';
import { pack, unpack } from './packed.ts';

/*
 * Inboxes. Item: `home` (S, partition key, `<crawl>#<host>`) · `id` (S, sort key) · `bytes` (B) up to 1 KB, or `object`
 * (S, key `inbox/<crawl>/<digest>`), `offset`, `length` (N). One object holds the longer bodies of a whole call, for
 * many hosts; nobody knows when the last of them has read it, so the bucket drops it after a year.
 */

/** With its key it still fits into one write unit or nearly so. */
const INLINE_BYTES = 1_024;

type InboxCalls = Pick<Frontier, 'putInbox' | 'readInbox' | 'deleteInbox'>;

export function dynamoInbox(client: DynamoDBClient, table: string, objects: Objects): InboxCalls {
  const homeOf = ({ crawl, host }: HostKey) => s(`${crawl}#${host}`);

  const putOf = async (crawl: string, items: InboxItem[]) => {
    const bodies = items.map(({ body }) => body);
    const long = (body: Uint8Array) => body.length > INLINE_BYTES;
    const places = await pack(objects, bodies, long, { folder: `inbox/${crawl}`, owner: '' });
    await batchWrite(
      client,
      table,
      items.map((item, i) => ({ PutRequest: { Item: { home: homeOf(item), id: s(item.id), ...places[i] } } })),
    );
  };

  const deleteInbox: InboxCalls['deleteInbox'] = async (key, ids) => {
    const keys = [...new Set(ids)].map((id) => ({ home: homeOf(key), id: s(id) }));
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
      for (const [crawl, own] of Map.groupBy(distinct.values(), (item) => item.crawl)) await putOf(crawl, own);
    },

    async readInbox(key, limit) {
      const found: Item[] = [];
      let from: Item | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: '#home = :home',
            ExpressionAttributeNames: names('home'),
            ExpressionAttributeValues: { ':home': homeOf(key) },
            ConsistentRead: true,
            Limit: limit + 1 - found.length,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        found.push(...Items);
        from = LastEvaluatedKey;
      } while (from && found.length <= limit);

      const end = found.length <= limit;
      const read = found.slice(0, limit);
      const bodies = await unpack(objects, read);
      const items = read.flatMap((item, i) => {
        const body = bodies[i];
        return body ? [{ id: textOf(item, 'id'), body }] : [];
      });
      // What lost its object can never be read, and would fill the inbox for ever.
      const lost = read.filter((_, i) => !bodies[i]).map((item) => textOf(item, 'id'));
      if (lost.length > 0) await deleteInbox(key, lost);
      return { items, end };
    },
  };
}

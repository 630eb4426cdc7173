import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { Head } from '../../ports/frontier.ts';
import { parseHead, shardOf, shardsOf } from './dynamo-head-item.ts';
import { attributeNames, s, stringAttribute } from './dynamo-item.ts';

/** Lists the heads of a crawl, as `Frontier.listHeads` does. */
export async function* listHeads(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  after?: string,
): AsyncIterable<Head> {
  const shards = shardsOf(crawl);
  const first = after === undefined ? 0 : shards.indexOf(shardOf(crawl, after));
  for (const [i, shard] of shards.slice(first).entries()) {
    const from = i === 0 ? after : undefined;
    const pages = paginateQuery(
      { client },
      {
        TableName: table,
        KeyConditionExpression: from === undefined ? '#shard = :shard' : '#shard = :shard AND #host > :after',
        ExpressionAttributeNames: attributeNames('shard', ...(from === undefined ? [] : ['host'])),
        ExpressionAttributeValues: { ':shard': s(shard), ...(from !== undefined && { ':after': s(from) }) },
      },
    );
    for await (const { Items = [] } of pages) {
      yield* Items.map((item) => parseHead({ crawl, host: stringAttribute(item, 'host') }, item));
    }
  }
}

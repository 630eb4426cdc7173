import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { DueHost } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { LINES_PER_CLASS, linesOf, parseDueHost } from './dynamo-head-item.ts';
import { attributeNames, n, s } from './dynamo-item.ts';

/** Queries each line of the index `due` for heads that are due. */
export async function listDueHosts(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  now: number,
  limit: number,
): Promise<DueHost[]> {
  // All hosts of the list may be of one class, and the lines of a class are not exactly equal in length.
  const Limit = Math.ceil(limit / LINES_PER_CLASS) + 8;
  const found = await mapConcurrently(linesOf(crawl), async (line) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'due',
        KeyConditionExpression: '#line = :line AND #due <= :now',
        ExpressionAttributeNames: attributeNames('line', 'due'),
        ExpressionAttributeValues: { ':line': s(line), ':now': n(now) },
        Limit,
      }),
    );
    return Items.map((item) => parseDueHost(crawl, item));
  });
  return selectHosts(found.flat(), limit);
}

/** Selects the hosts that are due longest for half of the list, then the best classes of the rest. */
function selectHosts(found: DueHost[], limit: number): DueHost[] {
  found.sort((a, b) => a.due - b.due);
  const longestDue = found.slice(0, Math.ceil(limit / 2));
  const rest = found.slice(longestDue.length).sort((a, b) => a.best - b.best);
  return [...longestDue, ...rest.slice(0, limit - longestDue.length)];
}

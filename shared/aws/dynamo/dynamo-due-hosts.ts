import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { DueHost } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { LINES_PER_CLASS, linesOf, parseDueHost } from './dynamo-head-item.ts';
import { attributeNames, type Item, n, s } from './dynamo-item.ts';

/** A line of the index `due` with the key of the last item that was read; absent: none was. */
type Line = { line: string; after?: Item | undefined };

/**
 * Queries the index `due` for heads that are due: `limit` of them, or all if they are fewer. The first page of each line comes
 * first. DynamoDB ends a page after 1 MB, some thousand heads. If the pages have too few heads, the lines of the best classes
 * are read on.
 */
export async function listDueHosts(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  now: number,
  limit: number,
): Promise<DueHost[]> {
  const found: DueHost[] = [];
  const readPages = async (lines: readonly Line[], Limit: number): Promise<Line[]> => {
    const pages = await mapConcurrently(lines, async ({ line, after }) => {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'due',
          KeyConditionExpression: '#line = :line AND #due <= :now',
          ExpressionAttributeNames: attributeNames('line', 'due'),
          ExpressionAttributeValues: { ':line': s(line), ':now': n(now) },
          Limit,
          ExclusiveStartKey: after,
        }),
      );
      return { items: Items, rest: { line, after: LastEvaluatedKey } };
    });
    for (const { items } of pages) for (const item of items) found.push(parseDueHost(crawl, item));
    return pages.map(({ rest }) => rest).filter(({ after }) => after !== undefined);
  };
  const lines = linesOf(crawl).map((line) => ({ line }));
  // All hosts of the list may be of one class, and the lines of a class are not exactly equal in length.
  let unfinished = await readPages(lines, Math.ceil(limit / LINES_PER_CLASS) + 8);
  while (unfinished.length > 0 && found.length < limit) {
    const best = unfinished.slice(0, LINES_PER_CLASS);
    unfinished = [...(await readPages(best, limit - found.length)), ...unfinished.slice(LINES_PER_CLASS)];
  }
  return selectHosts(found, limit);
}

/** Selects the hosts that are due longest for half of the list, then the best classes of the rest. */
function selectHosts(found: DueHost[], limit: number): DueHost[] {
  found.sort((a, b) => a.due - b.due);
  const longestDue = found.slice(0, Math.ceil(limit / 2));
  const rest = found.slice(longestDue.length).sort((a, b) => a.best - b.best);
  return [...longestDue, ...rest.slice(0, limit - longestDue.length)];
}

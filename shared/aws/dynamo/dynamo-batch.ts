import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type KeysAndAttributes,
  ThrottlingException,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { backOff } from '../back-off.ts';
import { chunks, mapConcurrently } from '../concurrency.ts';
import { attributeNames, type Item } from './dynamo-item.ts';

// Limits of one request: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const MAX_WRITES_PER_REQUEST = 25;
const MAX_READS_PER_REQUEST = 100;

/** Maximum number of retries, with exponential back-off, for the unprocessed rest of a batch. */
const MAX_RETRIES = 8;

/** Puts or deletes items of one table. If it throws, some may have been written. A list must not contain an item twice. */
export async function batchWrite(client: DynamoDBClient, table: string, writes: WriteRequest[]): Promise<void> {
  await mapConcurrently([...chunks(writes, MAX_WRITES_PER_REQUEST)], async (chunk) => {
    let left: WriteRequest[] = chunk;
    for (let attempt = 0; left.length > 0; attempt++) {
      await waitForAttempt(attempt);
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
      left = answer.UnprocessedItems?.[table] ?? [];
    }
  });
}

/** Reads items of one table by key, in any order, and omits missing ones. A list must not contain a key twice. */
export async function batchGet(
  client: DynamoDBClient,
  table: string,
  keys: Item[],
  options: { consistent?: boolean; only?: string[] } = {},
): Promise<Item[]> {
  const shape: Omit<KeysAndAttributes, 'Keys'> = {
    ConsistentRead: options.consistent ?? false,
    ...(options.only && {
      ProjectionExpression: options.only.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: attributeNames(...options.only),
    }),
  };
  const found = await mapConcurrently([...chunks(keys, MAX_READS_PER_REQUEST)], async (chunk) => {
    const items: Item[] = [];
    let left: Item[] = chunk;
    for (let attempt = 0; left.length > 0; attempt++) {
      await waitForAttempt(attempt);
      const answer = await client.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys: left, ...shape } } }),
      );
      items.push(...(answer.Responses?.[table] ?? []));
      left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    }
    return items;
  });
  return found.flat();
}

/** Waits before a retry. @param attempt number of the attempt; 0 is the first one */
async function waitForAttempt(attempt: number): Promise<void> {
  if (attempt === 0) return;
  if (attempt > MAX_RETRIES)
    throw new ThrottlingException({
      $metadata: {},
      message: `DynamoDB did not process a batch completely after ${MAX_RETRIES} retries`,
    });
  await backOff(attempt);
}

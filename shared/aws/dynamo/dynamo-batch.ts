import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type KeysAndAttributes,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { chunks, eachAtOnce } from '../at-once.ts';
import { type Item, names } from './dynamo-item.ts';

// What one request takes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const WRITES = 25;
const READS = 100;

/** A batch that is worked off in part gives back the rest; asked again so often, with growing waits, then it is a fault. */
const TRIES = 8;

/** Puts or deletes many items of one table. Some are done when this throws. No item may come twice in one list. */
export async function batchWrite(client: DynamoDBClient, table: string, writes: WriteRequest[]): Promise<void> {
  await eachAtOnce([...chunks(writes, WRITES)], async (chunk) => {
    let left: WriteRequest[] = chunk;
    for (let attempt = 0; left.length > 0; attempt++) {
      await breath(attempt);
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
      left = answer.UnprocessedItems?.[table] ?? [];
    }
  });
}

/** Items of one table by their keys, in no order; those that are not there are passed over. No key may come twice. */
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
      ExpressionAttributeNames: names(...options.only),
    }),
  };
  const found = await eachAtOnce([...chunks(keys, READS)], async (chunk) => {
    const items: Item[] = [];
    let left: Item[] = chunk;
    for (let attempt = 0; left.length > 0; attempt++) {
      await breath(attempt);
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

/** Nothing before the first try; then 50 ms, doubled each time, half of it by chance. */
async function breath(attempt: number): Promise<void> {
  if (attempt === 0) return;
  if (attempt > TRIES) throw new Error(`the table did not take a batch in ${TRIES} tries`);
  const ms = 50 * 2 ** (attempt - 1);
  await new Promise((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));
}

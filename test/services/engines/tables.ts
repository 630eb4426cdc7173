import { CreateTableCommand, type DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';
import type { FrontierTables } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { uniqueTestName } from './engine.ts';

type Attribute = { name: string; type?: 'S' | 'N' };

const schema = (keys: Attribute[]): KeySchemaElement[] =>
  keys.map(({ name }, i) => ({ AttributeName: name, KeyType: i === 0 ? 'HASH' : 'RANGE' }));

/** Creates a table like `infra/storage.ts`. */
async function makeTable(client: DynamoDBClient, what: string, keys: Attribute[], index?: Attribute[]) {
  const TableName = uniqueTestName(what);
  const attributes = new Map([...keys, ...(index ?? [])].map(({ name, type = 'S' }) => [name, type]));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      KeySchema: schema(keys),
      ...(index && {
        GlobalSecondaryIndexes: [
          {
            IndexName: 'due',
            KeySchema: schema(index),
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['group', 'best', 'alone', 'begun'] },
          },
        ],
      }),
    }),
  );
  return TableName;
}

export const locksTable = (client: DynamoDBClient) => makeTable(client, 'locks', [{ name: 'group' }]);
export const robotsTable = (client: DynamoDBClient) => makeTable(client, 'robots', [{ name: 'origin' }]);
export const controlTable = (client: DynamoDBClient) => makeTable(client, 'control', [{ name: 'crawl' }]);

export async function frontierTables(client: DynamoDBClient): Promise<FrontierTables> {
  const [heads, bundles, inbox] = await Promise.all([
    makeTable(client, 'heads', [{ name: 'shard' }, { name: 'host' }], [{ name: 'line' }, { name: 'due', type: 'N' }]),
    makeTable(client, 'bundles', [{ name: 'home' }, { name: 'name' }]),
    makeTable(client, 'inbox', [{ name: 'home' }, { name: 'id' }]),
  ]);
  return { heads, bundles, inbox };
}

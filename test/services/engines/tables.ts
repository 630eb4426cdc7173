import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { CHANGES_INDEX } from '../../../shared/aws/dynamo/dynamo-annotation-item.ts';
import type { FrontierTables } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { uniqueTestName } from './engine.ts';

type Attribute = { name: string; type?: 'S' | 'N' };

const schema = (keys: Attribute[]): KeySchemaElement[] =>
  keys.map(({ name }, i) => ({ AttributeName: name, KeyType: i === 0 ? 'HASH' : 'RANGE' }));

type Indexes = Pick<CreateTableCommandInput, 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes'>;

/** Creates a table like `infra/storage.ts`. @param others attributes that only its indexes have as keys */
async function makeTable(
  client: DynamoDBClient,
  what: string,
  keys: Attribute[],
  { others = [], ...indexes }: Indexes & { others?: Attribute[] } = {},
) {
  const TableName = uniqueTestName(what);
  const attributes = new Map([...keys, ...others].map(({ name, type = 'S' }) => [name, type]));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      KeySchema: schema(keys),
      ...indexes,
    }),
  );
  return TableName;
}

export const locksTable = (client: DynamoDBClient) => makeTable(client, 'locks', [{ name: 'group' }]);
export const robotsTable = (client: DynamoDBClient) => makeTable(client, 'robots', [{ name: 'origin' }]);
export const controlTable = (client: DynamoDBClient) => makeTable(client, 'control', [{ name: 'crawl' }]);

export const annotationsTable = (client: DynamoDBClient) =>
  makeTable(client, 'annotations', [{ name: 'crawl' }, { name: 'id' }], {
    others: [{ name: 'at', type: 'N' }],
    LocalSecondaryIndexes: [
      {
        IndexName: CHANGES_INDEX,
        KeySchema: schema([{ name: 'crawl' }, { name: 'at' }]),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });

const DUE: Attribute[] = [{ name: 'line' }, { name: 'due', type: 'N' }];
const dueIndex: GlobalSecondaryIndex = {
  IndexName: 'due',
  KeySchema: schema(DUE),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['group', 'best', 'alone', 'begun'] },
};

export async function frontierTables(client: DynamoDBClient): Promise<FrontierTables> {
  const [heads, bundles, inbox] = await Promise.all([
    makeTable(client, 'heads', [{ name: 'shard' }, { name: 'host' }], {
      others: DUE,
      GlobalSecondaryIndexes: [dueIndex],
    }),
    makeTable(client, 'bundles', [{ name: 'home' }, { name: 'name' }]),
    makeTable(client, 'inbox', [{ name: 'home' }, { name: 'id' }]),
  ]);
  return { heads, bundles, inbox };
}

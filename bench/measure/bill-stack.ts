import { CreateTableCommand, type CreateTableCommandInput, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { SEARCH_OPTIONS, synthesiseUncached } from '../../test/infra/stack.ts';

export type Clients = { dynamo: DynamoDBClient; s3: S3Client; sqs: SQSClient };

/** A function of the template, with the names of the created resources in its environment. */
export type StackFunction = {
  /** Name of its handler's file. */
  name: string;
  memoryMb: number;
  environment: Record<string, string>;
  /** Queue of its messages and maximum batch size. */
  source?: { url: string; batch: number };
};

type Reference = { Ref?: string; 'Fn::GetAtt'?: [string, string]; 'Fn::Join'?: [string, unknown[]] };

/** Values of the references that every template may use. */
const PSEUDO_PARAMETERS = new Map([
  ['AWS::Region', 'us-east-1'],
  ['AWS::AccountId', '123456789012'],
  ['AWS::Partition', 'aws'],
]);

/** Creates the tables, buckets and queues of the synthesised template on local servers, and reads its functions. */
export async function createStack(clients: Clients, searchEndpoint: string): Promise<Map<string, StackFunction>> {
  const { all } = synthesiseUncached({ ...SEARCH_OPTIONS.external, searchEndpoint });
  const places = new Map<string, string>();
  const suffix = Date.now().toString(36);
  for (const [id, { Properties }] of all('AWS::DynamoDB::Table')) {
    const TableName = `${id}-${suffix}`;
    await clients.dynamo.send(new CreateTableCommand({ TableName, ...tableOf(Properties) }));
    places.set(id, TableName);
  }
  for (const [id] of all('AWS::S3::Bucket')) {
    const Bucket = `${id.toLowerCase().slice(0, 40)}-${suffix}`;
    await clients.s3.send(new CreateBucketCommand({ Bucket }));
    places.set(id, Bucket);
  }
  for (const [id, { Properties }] of all('AWS::SQS::Queue')) {
    const Attributes = { VisibilityTimeout: `${Properties['VisibilityTimeout'] ?? 30}` };
    const { QueueUrl } = await clients.sqs.send(new CreateQueueCommand({ QueueName: `${id}-${suffix}`, Attributes }));
    places.set(id, QueueUrl ?? '');
  }

  const functions = new Map<string, StackFunction>();
  const nameOf = new Map<string, string>();
  for (const [id, { Properties }] of all('AWS::Lambda::Function')) {
    const { Code, MemorySize, Environment } = Properties as {
      Code: { ZipFile?: string };
      MemorySize: number;
      Environment?: { Variables: Record<string, unknown> };
    };
    const name = /^\/\/ ([\w-]+)$/.exec(Code.ZipFile ?? '')?.[1];
    if (name === undefined) throw new Error(`function ${id} has no handler comment in its code`);
    const variables = Object.entries(Environment?.Variables ?? {});
    const environment = Object.fromEntries(variables.map(([key, value]) => [key, textOf(value, places)]));
    // The bench calls dispatch whenever hosts are due, and does not model its waiting between rounds.
    if (name === 'dispatch') delete environment['ROUNDS'];
    functions.set(name, { name, memoryMb: MemorySize, environment });
    nameOf.set(id, name);
  }
  for (const [, { Properties }] of all('AWS::Lambda::EventSourceMapping')) {
    const { FunctionName, EventSourceArn, BatchSize } = Properties as {
      FunctionName: Reference;
      EventSourceArn: Reference;
      BatchSize: number;
    };
    const worker = functions.get(nameOf.get(FunctionName.Ref ?? '') ?? '');
    const url = places.get(EventSourceArn['Fn::GetAtt']?.[0] ?? '');
    if (!worker || !url) throw new Error('the function or queue of an event source is not in the template');
    worker.source = { url, batch: BatchSize };
  }
  return functions;
}

type ColdRule = { Prefix?: string; Transitions?: unknown; ObjectSizeGreaterThan?: string };

/** Returns the folders whose objects a lifecycle rule of the template moves to a colder class → size above which it does, bytes. */
export function coldFolders(): Map<string, number> {
  const { all } = synthesiseUncached(SEARCH_OPTIONS.none);
  const rules = all('AWS::S3::Bucket').flatMap(
    ([, { Properties }]) => (Properties['LifecycleConfiguration'] as { Rules: ColdRule[] }).Rules,
  );
  return new Map(
    rules.flatMap(({ Prefix, Transitions, ObjectSizeGreaterThan = '0' }) =>
      Prefix && Transitions ? [[Prefix, Number(ObjectSizeGreaterThan)]] : [],
    ),
  );
}

/** Returns the table properties that local servers support: no throughput limits, recovery or expiry. */
function tableOf(properties: Record<string, unknown>): Omit<CreateTableCommandInput, 'TableName'> {
  const given = properties as Omit<CreateTableCommandInput, 'TableName'>;
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = given;
  return {
    KeySchema,
    AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    ...(LocalSecondaryIndexes && { LocalSecondaryIndexes }),
    ...(GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  };
}

/** Resolves a template value to text. References to resources that do not exist here (roles, schedules) become JSON. */
function textOf(value: unknown, places: Map<string, string>): string {
  if (typeof value !== 'object' || value === null) return `${value}`;
  const { Ref = '', 'Fn::Join': join } = value as Reference;
  if (join) return join[1].map((part) => textOf(part, places)).join(join[0]);
  return places.get(Ref) ?? PSEUDO_PARAMETERS.get(Ref) ?? JSON.stringify(value);
}

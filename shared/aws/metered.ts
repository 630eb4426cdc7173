import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Client as SearchClient } from '@opensearch-project/opensearch';
import type { Count } from '../meter/usage.ts';

/*
 * Every call of a client is counted where it is made, in the units that are billed. What only the service can know
 * (DynamoDB bills an update by the whole item) it is asked to tell; all else follows from what is sent and received.
 */

/** One request of SQS, at most. Bytes. https://aws.amazon.com/sqs/pricing/ */
const SQS_REQUEST_BYTES = 64 * 1_024;
/** One write unit. Bytes. */
const WRITE_UNIT_BYTES = 1_024;

/**
 * Tables and indexes each tell their own units. A condition that fails is billed as a write of the item that was found,
 * and its answer says no capacity: there the item's length counts.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export function meterDynamo(client: DynamoDBClient, count: Count): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context);
      const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' as const };
      try {
        const result = await next({ ...args, input });
        const { ConsumedCapacity: told = [] } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        count(`dynamodb.${operation}.calls`, 1);
        const unit = READS.has(operation) ? 'reads' : 'writes';
        if (unit === 'reads') count(`dynamodb.${operation}.reads`, Math.max(sumOf([told].flat()), leastReads(input)));
        else for (const capacity of [told].flat()) countWrites(capacity, `dynamodb.${operation}`, count);
        return result;
      } catch (error) {
        if ((error as Error).name === 'ConditionalCheckFailedException') {
          const { Item = {} } = error as { Item?: Record<string, unknown> };
          count(`dynamodb.${operation}.calls`, 1);
          count(`dynamodb.${operation}.writes`, Math.max(1, Math.ceil(lengthOf(Item) / WRITE_UNIT_BYTES)));
        }
        throw error;
      }
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return client;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** Writes of an index are told apart from those of its table, as they are what can be saved. */
function countWrites(told: ConsumedCapacity, name: string, count: Count): void {
  const ofIndexes = sumOf(Object.values({ ...told.GlobalSecondaryIndexes, ...told.LocalSecondaryIndexes }));
  const own = told.Table?.CapacityUnits ?? (told.CapacityUnits ?? 0) - ofIndexes;
  if (own > 0) count(`${name}.writes`, own);
  if (ofIndexes > 0) count(`${name}.index-writes`, ofIndexes);
}

const sumOf = (list: readonly { CapacityUnits?: number | undefined }[]) =>
  list.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** What is looked for and not there is billed too, which not every engine tells. Units. */
function leastReads(input: object): number {
  const { ConsistentRead, RequestItems } = input as {
    ConsistentRead?: boolean;
    RequestItems?: Record<string, { Keys?: unknown[]; ConsistentRead?: boolean }>;
  };
  const one = (consistent: boolean | undefined) => (consistent ? 1 : 0.5);
  if (!RequestItems) return one(ConsistentRead);
  return Object.values(RequestItems).reduce(
    (sum, { Keys = [], ConsistentRead }) => sum + Keys.length * one(ConsistentRead),
    0,
  );
}

/** Of an item as the service reckons: names and values. Bytes. */
function lengthOf(item: Record<string, unknown>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueLength(value), 0);
}

function valueLength(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + 1 + valueLength(one), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [type, one]) => {
    if (type === 'N') return sum + Math.ceil(`${one}`.replace(/^-|\./g, '').length / 2) + 1;
    if (type === 'M') return sum + 3 + lengthOf(one as Record<string, unknown>);
    return sum + valueLength(one);
  }, 0);
}

/** A request is billed for each 64 KB of it, sent or received, and for each attempt; an empty answer is a request too. */
export function meterSqs(client: SQSClient, count: Count): SQSClient {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = `sqs.${operationOf(context)}`;
      const { Entries, MessageBody } = args.input as { Entries?: { MessageBody?: string }[]; MessageBody?: string };
      const sent = [{ MessageBody }, ...(Entries ?? [])].reduce((sum, one) => sum + byteLength(one.MessageBody), 0);
      const result = await attempts(next(args), (tries) => count(`${name}.requests`, tries * requestsOf(sent)));
      const { Messages = [] } = result.output as { Messages?: { Body?: string }[] };
      const more = requestsOf(Messages.reduce((sum, { Body }) => sum + byteLength(Body), 0)) - 1;
      if (more > 0) count(`${name}.requests`, more);
      return result;
    },
    { step: 'initialize', name: 'countRequests' },
  );
  return client;
}

const requestsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / SQS_REQUEST_BYTES));
const byteLength = (text: string | undefined) => (text === undefined ? 0 : Buffer.byteLength(text));

/** Deletes are free, lists cost what puts do, and a part of an upload is a put of its own. https://aws.amazon.com/s3/pricing/ */
export function meterS3(client: S3Client, count: Count): S3Client {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context);
      const unit = S3_UNITS[operation] ?? 'puts';
      const { Body } = args.input as { Body?: unknown };
      if (Body instanceof Uint8Array) count(`s3.${operation}.bytes-in`, Body.length);
      const result = await attempts(next(args), (tries) => count(`s3.${operation}.${unit}`, tries));
      const { ContentLength } = result.output as { ContentLength?: number };
      if (unit === 'gets' && ContentLength) count(`s3.${operation}.bytes-out`, ContentLength);
      return result;
    },
    { step: 'initialize', name: 'countRequests' },
  );
  return client;
}

/** Whatever is not named here is of the dearer class. */
const S3_UNITS: Record<string, string> = {
  GetObject: 'gets',
  HeadObject: 'gets',
  HeadBucket: 'gets',
  DeleteObject: 'deletes',
  DeleteObjects: 'deletes',
  AbortMultipartUpload: 'deletes',
};

/** A search engine is paid by the hour; its requests and their bytes say how much work it is given. */
export function meterSearch(client: SearchClient, count: Count): SearchClient {
  client.on('response', (_error, event) => {
    const { params } = event.meta.request;
    const operation = params.path.split('?')[0]?.split('/').at(-1) || 'root';
    const name = `search.${operation.startsWith('_') ? operation.slice(1) : 'index'}`;
    count(`${name}.requests`, event.meta.attempts + 1);
    const bytes = bytesOf(params.bulkBody ?? params.body);
    if (bytes > 0) count(`${name}.bytes-in`, bytes);
  });
  return client;
}

/** Before it is packed; a list is sent a line each. */
function bytesOf(body: unknown): number {
  if (Array.isArray(body)) return body.reduce((sum: number, line) => sum + bytesOf(line) + 1, 0);
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : 0;
}

/** `UpdateItemCommand` → `UpdateItem`. */
const operationOf = (context: { commandName?: string }) => (context.commandName ?? 'Other').replace(/Command$/, '');

type Answered = { $metadata?: { attempts?: number } };

/** Tells how often a call was tried, whatever came of it. */
async function attempts<Result extends { output: object }>(
  call: Promise<Result>,
  tell: (tries: number) => void,
): Promise<Result> {
  try {
    const result = await call;
    tell((result.output as Answered).$metadata?.attempts ?? 1);
    return result;
  } catch (error) {
    tell((error as Answered).$metadata?.attempts ?? 1);
    throw error;
  }
}

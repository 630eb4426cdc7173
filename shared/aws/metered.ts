import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Client as SearchClient } from '@opensearch-project/opensearch';
import type { CountUsage } from '../meter/usage.ts';

/*
 * Counts every call of a client in billed units. DynamoDB bills an update by the whole item, so each request asks for the
 * consumed capacity. All other units follow from the bytes sent and received.
 */

/** Size of a billed SQS request. Bytes. https://aws.amazon.com/sqs/pricing/ */
const SQS_REQUEST_BYTES = 64 * 1_024;
/** Size of a DynamoDB write unit. Bytes. */
const WRITE_UNIT_BYTES = 1_024;

/**
 * Counts read and write units, separately for tables and indexes. A failed condition is billed as a write of the existing item,
 * but its response has no capacity, so the length of the item is used.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export function meterDynamo(client: DynamoDBClient, count: CountUsage): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context);
      const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' as const };
      try {
        const result = await next({ ...args, input });
        const { ConsumedCapacity: capacities = [] } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        count(`dynamodb.${operation}.calls`, 1);
        const unit = READS.has(operation) ? 'reads' : 'writes';
        if (unit === 'reads')
          count(`dynamodb.${operation}.reads`, Math.max(sumOf([capacities].flat()), minimumReads(input)));
        else for (const capacity of [capacities].flat()) countWrites(capacity, `dynamodb.${operation}`, count);
        return result;
      } catch (error) {
        if ((error as Error).name === 'ConditionalCheckFailedException') {
          const { Item = {} } = error as { Item?: Record<string, unknown> };
          count(`dynamodb.${operation}.calls`, 1);
          count(`dynamodb.${operation}.writes`, Math.max(1, Math.ceil(itemLength(Item) / WRITE_UNIT_BYTES)));
        }
        throw error;
      }
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return client;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** Counts writes of indexes separately from those of the table, since they are the avoidable ones. */
function countWrites(capacity: ConsumedCapacity, name: string, count: CountUsage): void {
  const indexUnits = sumOf(Object.values({ ...capacity.GlobalSecondaryIndexes, ...capacity.LocalSecondaryIndexes }));
  const tableUnits = capacity.Table?.CapacityUnits ?? (capacity.CapacityUnits ?? 0) - indexUnits;
  if (tableUnits > 0) count(`${name}.writes`, tableUnits);
  if (indexUnits > 0) count(`${name}.index-writes`, indexUnits);
}

const sumOf = (list: readonly { CapacityUnits?: number | undefined }[]) =>
  list.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** Minimum read units of a request: reads of missing items are billed too, which emulators may not report. */
function minimumReads(input: object): number {
  const { ConsistentRead, RequestItems } = input as {
    ConsistentRead?: boolean;
    RequestItems?: Record<string, { Keys?: unknown[]; ConsistentRead?: boolean }>;
  };
  const unitsOf = (consistent: boolean | undefined) => (consistent ? 1 : 0.5);
  if (!RequestItems) return unitsOf(ConsistentRead);
  return Object.values(RequestItems).reduce(
    (sum, { Keys = [], ConsistentRead }) => sum + Keys.length * unitsOf(ConsistentRead),
    0,
  );
}

/** Length of an item as the service computes it: names and values. Bytes. */
function itemLength(item: Record<string, unknown>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueLength(value), 0);
}

function valueLength(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + 1 + valueLength(one), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [type, one]) => {
    if (type === 'N') return sum + Math.ceil(`${one}`.replace(/^-|\./g, '').length / 2) + 1;
    if (type === 'M') return sum + 3 + itemLength(one as Record<string, unknown>);
    return sum + valueLength(one);
  }, 0);
}

/** Counts requests: each attempt, each 64 KB sent or received, and an empty response is billed as one. */
export function meterSqs(client: SQSClient, count: CountUsage): SQSClient {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = `sqs.${operationOf(context)}`;
      const { Entries, MessageBody } = args.input as { Entries?: { MessageBody?: string }[]; MessageBody?: string };
      const sent = [{ MessageBody }, ...(Entries ?? [])].reduce((sum, one) => sum + byteLength(one.MessageBody), 0);
      const result = await withAttempts(next(args), (attempts) =>
        count(`${name}.requests`, attempts * requestsOf(sent)),
      );
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

/** Counts S3 requests: deletes are free, a list costs as much as a PUT, and each part of an upload is a PUT. https://aws.amazon.com/s3/pricing/ */
export function meterS3(client: S3Client, count: CountUsage): S3Client {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = operationOf(context);
      const unit = S3_UNITS[operation] ?? 'puts';
      const { Body } = args.input as { Body?: unknown };
      if (Body instanceof Uint8Array) count(`s3.${operation}.bytes-in`, Body.length);
      const result = await withAttempts(next(args), (attempts) => count(`s3.${operation}.${unit}`, attempts));
      const { ContentLength } = result.output as { ContentLength?: number };
      if (unit === 'gets' && ContentLength) count(`s3.${operation}.bytes-out`, ContentLength);
      return result;
    },
    { step: 'initialize', name: 'countRequests' },
  );
  return client;
}

/** Request class by operation. All others are in the most expensive class, `puts`. */
const S3_UNITS: Record<string, string> = {
  GetObject: 'gets',
  HeadObject: 'gets',
  HeadBucket: 'gets',
  DeleteObject: 'deletes',
  DeleteObjects: 'deletes',
  AbortMultipartUpload: 'deletes',
};

/** Counts requests of the search engine and their bytes: it is billed by the hour, and these measure its load. */
export function meterSearch(client: SearchClient, count: CountUsage): SearchClient {
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

/** Size of a request body before compression. An array is sent as one line per element. */
function bytesOf(body: unknown): number {
  if (Array.isArray(body)) return body.reduce((sum: number, line) => sum + bytesOf(line) + 1, 0);
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : 0;
}

/** `UpdateItemCommand` → `UpdateItem`. */
const operationOf = (context: { commandName?: string }) => (context.commandName ?? 'Other').replace(/Command$/, '');

type WithMetadata = { $metadata?: { attempts?: number } };

/** Reports the number of attempts of a call, whether it succeeds or fails. */
async function withAttempts<Result extends { output: object }>(
  call: Promise<Result>,
  report: (attempts: number) => void,
): Promise<Result> {
  try {
    const result = await call;
    report((result.output as WithMetadata).$metadata?.attempts ?? 1);
    return result;
  } catch (error) {
    report((error as WithMetadata).$metadata?.attempts ?? 1);
    throw error;
  }
}

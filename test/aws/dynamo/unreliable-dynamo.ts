import { mapConcurrently } from '../../../shared/aws/concurrency.ts';
import type { DynamoCall, Input, Item } from './memory-dynamo.ts';

export type Unreliable = {
  call: DynamoCall;
  /** Brings the older state up to date: from now on, eventually consistent reads see all writes so far. */
  settle(): Promise<void>;
};

export type Unreliability = {
  /** Eventually consistent reads answer from the state of the last `settle`. */
  stale?: boolean;
  /** Batches of several items are processed in part; a repeated item is processed. */
  unprocessed?: boolean;
  /** Writes whose first answer is lost: they succeed, and the client sees a broken connection. */
  loses?: (operation: string, input: Input) => boolean;
};

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);
/** Suffix of the table that holds the older state of a table. */
const REPLICA = '.replica';

/** Puts the faults between the adapters and DynamoDB that its documentation allows and an emulator does not show. */
export function unreliableDynamo(call: DynamoCall, { stale, unprocessed, loses }: Unreliability): Unreliable {
  /** Written keys that the replicas do not have yet, as JSON. */
  const dirty = new Set<string>();
  /** Attribute names of each table's key. */
  const keys = new Map<string, string[]>();
  const postponed = new Set<string>();
  const lost = new Set<string>();

  const markDirty = (table: string, item: Item) => {
    const key = Object.fromEntries((keys.get(table) ?? Object.keys(item)).map((name) => [name, item[name]]));
    dirty.add(JSON.stringify([table, key]));
  };
  const noteWrites = (operation: string, input: Input) => {
    if (operation !== 'BatchWriteItem') return markDirty(input['TableName'], input['Item'] ?? input['Key']);
    for (const [table, requests] of Object.entries<Input[]>(input['RequestItems']))
      for (const { PutRequest, DeleteRequest } of requests) markDirty(table, PutRequest?.Item ?? DeleteRequest.Key);
  };

  const read: DynamoCall = async (operation, input) => {
    if (!stale) return call(operation, input);
    if (operation !== 'BatchGetItem')
      return call(operation, input['ConsistentRead'] ? input : { ...input, TableName: input['TableName'] + REPLICA });
    const [table, request] = Object.entries<Input>(input['RequestItems'])[0]!;
    const source = request['ConsistentRead'] ? table : table + REPLICA;
    const { Responses } = await call(operation, { ...input, RequestItems: { [source]: request } });
    return { Responses: { [table]: Responses[source] } };
  };

  /** Splits a list into items to process now and items to leave for the client's next request. */
  const split = <T>(list: T[]): [T[], T[]] => {
    const isLate = (one: T, i: number) => {
      const name = JSON.stringify(one);
      if (i === 0 || postponed.delete(name)) return false;
      return i % 2 === 1 && postponed.add(name) !== undefined;
    };
    const late = new Set(list.filter(isLate));
    return [list.filter((one) => !late.has(one)), list.filter((one) => late.has(one))];
  };

  const batch: DynamoCall = async (operation, input) => {
    const [table, request] = Object.entries<Input>(input['RequestItems'])[0]!;
    const perform = operation === 'BatchGetItem' ? read : call;
    if (operation === 'BatchGetItem') {
      const [now, late] = split<Item>(request['Keys']);
      const answer = await perform(operation, { ...input, RequestItems: { [table]: { ...request, Keys: now } } });
      return { ...answer, UnprocessedKeys: late.length > 0 ? { [table]: { ...request, Keys: late } } : {} };
    }
    const [now, late] = split<Input>(request as Input[]);
    const answer = await perform(operation, { ...input, RequestItems: { [table]: now } });
    return { ...answer, UnprocessedItems: late.length > 0 ? { [table]: late } : {} };
  };

  const perform: DynamoCall = (operation, input) => {
    if (unprocessed && operation.startsWith('Batch')) return batch(operation, input);
    return WRITES.has(operation) ? call(operation, input) : read(operation, input);
  };

  return {
    async call(operation, input) {
      if (operation === 'CreateTable') {
        keys.set(
          input['TableName'],
          input['KeySchema'].map((key: Input) => key['AttributeName']),
        );
        if (stale) await call(operation, { ...input, TableName: input['TableName'] + REPLICA });
        return call(operation, input);
      }
      if (!WRITES.has(operation)) return perform(operation, input);
      if (stale) noteWrites(operation, input);
      const answer = await perform(operation, input);
      const name = JSON.stringify([operation, input]);
      if (loses?.(operation, input) && !lost.delete(name)) {
        lost.add(name);
        throw Object.assign(new Error('the connection broke before the answer'), { code: 'ECONNRESET' });
      }
      return answer;
    },

    async settle() {
      const written = [...dirty];
      dirty.clear();
      await mapConcurrently(written, async (name) => {
        const [table, Key] = JSON.parse(name) as [string, Item];
        const { Item } = await call('GetItem', { TableName: table, Key, ConsistentRead: true });
        const TableName = table + REPLICA;
        await (Item ? call('PutItem', { TableName, Item }) : call('DeleteItem', { TableName, Key }));
      });
    },
  };
}

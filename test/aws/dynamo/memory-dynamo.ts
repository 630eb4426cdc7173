import { compare, ExpressionError, holds, type Placeholders, updated, type Value } from './expression.ts';

export type Item = Record<string, Value>;

/** A request in the wire format; `any`, because each operation has fields of its own. */
// biome-ignore lint/suspicious/noExplicitAny: the fields are those of the protocol
export type Input = Record<string, any>;

/** Performs one operation of DynamoDB, such as `GetItem`. @throws DynamoError for a refused request */
export type DynamoCall = (operation: string, input: Input) => Promise<Input>;

/** A refused request, as DynamoDB answers it. */
export class DynamoError extends Error {
  override readonly name = 'DynamoError';
  readonly type: string;
  readonly item: Item | undefined;

  constructor(type: string, message: string, item?: Item) {
    super(message);
    this.type = type;
    this.item = item;
  }
}

/** Tables in memory, by name. */
export type Tables = Map<string, Table>;

type Table = {
  keys: string[];
  /** Without `projected`: all attributes. `isLocal`: it has the partition key of the table, and consistent reads. */
  indexes: Map<string, { keys: string[]; projected?: Set<string>; isLocal?: true }>;
  items: Map<string, Item>;
};

/** Limits of DynamoDB that the adapters must respect. */
const MAX_ITEM_BYTES = 400 * 1024;
const MAX_PARTITION_KEY_BYTES = 2_048;
const MAX_SORT_KEY_BYTES = 1_024;
const MAX_BATCH_WRITES = 25;
const MAX_BATCH_READS = 100;

const invalid = (message: string) => new DynamoError('ValidationException', message);

/**
 * The part of DynamoDB that the adapters use, in memory: tables, one item at a time, batches, queries and expressions. It
 * refuses what DynamoDB refuses: unknown fields of expressions, placeholders without use, long batches and duplicates in them.
 *
 * Items are shared with inputs and outputs, which callers must not change.
 *
 * @param pageSize maximum number of items per page of a query or scan. DynamoDB limits a page to 1 MB.
 * @param tables where the tables are kept, for a caller that looks at their items
 */
export function memoryDynamo(pageSize = 100, tables: Tables = new Map()): DynamoCall {
  const tableOf = (name: string): Table => {
    const table = tables.get(name);
    if (!table) throw new DynamoError('ResourceNotFoundException', `there is no table ${name}`);
    return table;
  };

  const operations: Record<string, (input: Input) => Input> = {
    CreateTable({ TableName, KeySchema, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] }) {
      const keysOf = (schema: Input[]) => schema.map((key) => key['AttributeName'] as string);
      const indexes = GlobalSecondaryIndexes.map((index: Input) => {
        const keys = keysOf(index['KeySchema']);
        const projected = new Set([...keysOf(KeySchema), ...keys, ...(index['Projection'].NonKeyAttributes ?? [])]);
        return [index['IndexName'], { keys, projected }];
      });
      const local = LocalSecondaryIndexes.map((index: Input) => {
        if (index['Projection'].ProjectionType !== 'ALL') throw invalid('only whole items are implemented');
        return [index['IndexName'], { keys: keysOf(index['KeySchema']), isLocal: true }];
      });
      tables.set(TableName, { keys: keysOf(KeySchema), indexes: new Map([...indexes, ...local]), items: new Map() });
      return { TableDescription: { TableName } };
    },

    GetItem({ TableName, Key }) {
      const table = tableOf(TableName);
      const Item = table.items.get(idOf(table, Key));
      return Item ? { Item } : {};
    },

    PutItem({ TableName, Item }) {
      putItem(tableOf(TableName), Item);
      return {};
    },

    DeleteItem({ TableName, Key }) {
      const table = tableOf(TableName);
      table.items.delete(idOf(table, Key));
      return {};
    },

    UpdateItem: (input) => updateItem(tableOf(input['TableName']), input),

    BatchWriteItem({ RequestItems }) {
      for (const [name, requests] of Object.entries<Input[]>(RequestItems)) {
        const table = tableOf(name);
        checkBatch(
          requests.map((one) => idOf(table, one['PutRequest']?.Item ?? one['DeleteRequest'].Key)),
          MAX_BATCH_WRITES,
        );
        for (const { PutRequest, DeleteRequest } of requests) {
          if (PutRequest) putItem(table, PutRequest.Item);
          else table.items.delete(idOf(table, DeleteRequest.Key));
        }
      }
      return { UnprocessedItems: {} };
    },

    BatchGetItem({ RequestItems }) {
      const Responses: Record<string, Item[]> = {};
      for (const [name, { Keys }] of Object.entries<Input>(RequestItems)) {
        const table = tableOf(name);
        const ids = (Keys as Item[]).map((key) => idOf(table, key));
        checkBatch(ids, MAX_BATCH_READS);
        Responses[name] = ids.map((id) => table.items.get(id)).filter((item) => item !== undefined);
      }
      return { Responses, UnprocessedKeys: {} };
    },

    Query: (input) => pageOf(tableOf(input['TableName']), input, pageSize),
    Scan: (input) => pageOf(tableOf(input['TableName']), input, pageSize),
  };

  return async (operation, input) => {
    const perform = operations[operation];
    if (!perform) throw invalid(`the operation ${operation} is not implemented`);
    try {
      return perform(input);
    } catch (error) {
      throw error instanceof ExpressionError ? invalid(error.message) : error;
    }
  };
}

/** @throws DynamoError if the key lacks an attribute of the table's key */
function idOf({ keys }: Pick<Table, 'keys'>, key: Item): string {
  return JSON.stringify(
    keys.map((name) => {
      const value = key[name];
      if (!value) throw invalid(`the key attribute ${name} is missing`);
      const text = 'S' in value ? value.S : undefined;
      if (text === '') throw invalid(`the key attribute ${name} is empty`);
      const limit = name === keys[0] ? MAX_PARTITION_KEY_BYTES : MAX_SORT_KEY_BYTES;
      if (text !== undefined && Buffer.byteLength(text) > limit)
        throw invalid(`the key attribute ${name} has more than ${limit} bytes`);
      return value;
    }),
  );
}

function putItem(table: Table, item: Item): void {
  if (Buffer.byteLength(JSON.stringify(item)) > 2 * MAX_ITEM_BYTES) throw invalid('the item is larger than 400 KB');
  table.items.set(idOf(table, item), item);
}

function checkBatch(ids: string[], limit: number): void {
  if (ids.length === 0 || ids.length > limit) throw invalid(`the batch has ${ids.length} items`);
  if (new Set(ids).size < ids.length) throw invalid('the batch contains an item twice');
}

function updateItem(table: Table, input: Input): Input {
  const { Key, ConditionExpression, UpdateExpression, ReturnValues, ReturnValuesOnConditionCheckFailure } = input;
  const given = placeholdersOf(input);
  const id = idOf(table, Key);
  const before = table.items.get(id);
  const isMet = ConditionExpression === undefined || holds(ConditionExpression, before ?? {}, given);
  if (!isMet) {
    const item = ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before : undefined;
    throw new DynamoError('ConditionalCheckFailedException', 'The conditional request failed', item);
  }
  const after = updated(UpdateExpression, before ?? Key, given);
  checkUse(input, given);
  putItem(table, after);
  return ReturnValues === 'ALL_NEW' ? { Attributes: after } : {};
}

function pageOf(table: Table, input: Input, pageSize: number): Input {
  const { IndexName, KeyConditionExpression, ExclusiveStartKey, Limit = pageSize } = input;
  const index = IndexName === undefined ? undefined : table.indexes.get(IndexName);
  if (IndexName !== undefined && !index) throw invalid(`there is no index ${IndexName}`);
  if (index && !index.isLocal && input['ConsistentRead']) throw invalid('a global index has no consistent reads');
  const keys = index?.keys ?? table.keys;
  const given = placeholdersOf(input);
  const found = [...table.items.values()]
    .filter((item) => keys.every((name) => item[name]))
    .filter((item) => KeyConditionExpression === undefined || holds(KeyConditionExpression, item, given))
    .map((item) =>
      index?.projected ? Object.fromEntries(Object.entries(item).filter(([name]) => index.projected!.has(name))) : item,
    )
    .sort((a, b) => compareKeys([...keys, ...table.keys], a, b));
  const start = ExclusiveStartKey
    ? found.findIndex((item) => compareKeys([...keys, ...table.keys], item, ExclusiveStartKey) > 0)
    : 0;
  const rest = start < 0 ? [] : found.slice(start);
  const Items = rest.slice(0, Math.min(Limit, pageSize));
  const last = Items.at(-1);
  // DynamoDB also returns a key if the page ends exactly at the limit.
  const isEnd = rest.length <= Items.length && Items.length < Math.min(Limit, pageSize);
  if (isEnd || !last) return { Items };
  return { Items, LastEvaluatedKey: Object.fromEntries([...keys, ...table.keys].map((name) => [name, last[name]])) };
}

function compareKeys(keys: string[], a: Item, b: Item): number {
  for (const name of keys) {
    const order = compare(a[name]!, b[name]!) ?? 0;
    if (order !== 0) return order;
  }
  return 0;
}

const placeholdersOf = (input: Input): Placeholders => ({
  names: input['ExpressionAttributeNames'] ?? {},
  values: input['ExpressionAttributeValues'] ?? {},
  used: new Set(),
});

function checkUse(input: Input, { names, values, used }: Placeholders): void {
  const unused = [...Object.keys(names), ...Object.keys(values)].filter((name) => !used.has(name));
  if (unused.length > 0) throw invalid(`not used in any expression: ${unused} (${JSON.stringify(input)})`);
}

import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Frontier, HostKey, InboxItem } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { batchWrite } from './dynamo-batch.ts';
import { headKeyOf } from './dynamo-head-item.ts';
import { homeOf } from './dynamo-home.ts';
import { attributeNames, conditionalUpdate, type Item, numberAttribute, s, stringAttribute } from './dynamo-item.ts';
import { inboxFolder, locationOf, type OfferLimits, placeOf, placesOf } from './dynamo-offer-places.ts';
import { packBytes, unpackBytes } from './pack-bytes.ts';
import { rangeCache } from './range-cache.ts';

/*
 * Item of an inbox: `home` (S, partition key, `<crawl>#<host>`) · `id` (S, sort key) · `bytes` (B) up to 900 bytes, or `object`
 * (S, key `inbox/<crawl>/<digest>`), `offset`, `length` (N). One object holds the longer bodies of a call, for many hosts. No
 * host knows whether it is the last reader, so the bucket deletes objects after a year.
 *
 * An announced offer in such an object needs no item: its head names it (`dynamo-offer-places.ts`).
 */

/** Maximum length of an inline body: with its key and names, about 100 bytes, the item fits into one write unit. Bytes. */
const MAX_INLINE_BODY_BYTES = 900;

/** Maximum total length of objects with offers that a process keeps for other hosts. Bytes. */
const KEPT_OBJECT_BYTES = 24 << 20;

type InboxCalls = Pick<Frontier, 'putInbox' | 'readInbox' | 'deleteInbox'>;
type InboxTables = { heads: string; inbox: string };

export function dynamoInbox(
  client: DynamoDBClient,
  tables: InboxTables,
  objects: Objects,
  { minPerObject }: OfferLimits,
): InboxCalls {
  const readRange = rangeCache(objects.get, KEPT_OBJECT_BYTES);
  const deleteInbox: InboxCalls['deleteInbox'] = async (key, ids) => {
    const keys = [...new Set(ids)].map((id) => ({ home: homeOf(key), id: s(id) }));
    await batchWrite(
      client,
      tables.inbox,
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
  };

  return {
    deleteInbox,

    async putInbox(items) {
      const distinct = new Map(items.map((item) => [nameOf(item), item]));
      const places = new Map<string, string>();
      for (const [crawl, own] of Map.groupBy(distinct.values(), (item) => item.crawl))
        for (const [item, place] of await putItems(client, tables.inbox, objects, { crawl, items: own, minPerObject }))
          places.set(nameOf(item), place);
      return items.map((item) => places.get(nameOf(item)));
    },

    async readInbox(key, limit, known = new Set(), since) {
      // Only the first read of a visit must see everything. The commit compares the counter, so later offers are not lost.
      const { places, counter } = await readHead(client, tables.heads, key, since === undefined);
      const newPlaces = places.filter((place) => !known.has(place));
      // Each announced offer that a head names is counted, so if these are all, the table has no announced item more.
      const isWhole = since !== undefined && newPlaces.length >= counter - since;
      const stored = isWhole ? [] : await queryItems(client, tables.inbox, key, limit + known.size + 1);
      const inHead = newPlaces.map((id) => ({ id, location: locationOf(key.crawl, id), inHead: true }));
      const inTable = stored.map((item) => ({ id: stringAttribute(item, 'id'), location: item, inHead: false }));
      // An offer is in both if an answer of its notification was lost.
      const all = new Map([...inTable, ...inHead].map((one) => [one.id, one]));
      const found = [...all.values()].filter(({ id }) => !known.has(id));
      const read = found.slice(0, limit);
      const bodies = await unpackBytes(
        { get: readRange },
        read.map(({ location }) => location),
      );
      const items = read.flatMap(({ id, inHead }, i) => {
        const body = bodies[i];
        return body ? [{ id, body, ...(inHead && { inHead }) }] : [];
      });
      // An item whose object is missing can never be read, and would stay in the inbox forever.
      const lost = Map.groupBy(
        read.filter((_, i) => !bodies[i]),
        ({ inHead }) => inHead,
      );
      await deleteInbox(key, lost.get(false)?.map(({ id }) => id) ?? []);
      await removePlaces(client, tables.heads, key, lost.get(true)?.map(({ id }) => id) ?? []);
      return { items, end: found.length <= limit, counter };
    },
  };
}

const nameOf = ({ crawl, host, id }: InboxItem) => `${crawl}#${host}#${id}`;

/** @returns the items that are not in the table, with their places */
async function putItems(
  client: DynamoDBClient,
  table: string,
  objects: Objects,
  { crawl, items, minPerObject }: { crawl: string; items: InboxItem[]; minPerObject: number },
): Promise<[InboxItem, string][]> {
  const isLong = ({ body }: InboxItem) => body.length > MAX_INLINE_BODY_BYTES;
  const announced = items.filter((item) => item.announced).length;
  const hasObject = announced >= minPerObject || items.some(isLong);
  const isPacked = (item: InboxItem) => isLong(item) || (hasObject && item.announced === true);
  const bodies = items.map(({ body }) => body);
  const place = { folder: inboxFolder(crawl), owner: '' };
  const locations = await packBytes(objects, bodies, (_, i) => isPacked(items[i]!), place);
  const located = items.map((item, i) => ({ item, location: locations[i]! }));
  const isPlaced = ({ item, location }: { item: InboxItem; location: Item }) =>
    item.announced === true && 'object' in location;
  await batchWrite(
    client,
    table,
    located
      .filter((one) => !isPlaced(one))
      .map(({ item, location }) => ({ PutRequest: { Item: { home: homeOf(item), id: s(item.id), ...location } } })),
  );
  return located.filter(isPlaced).map(({ item, location }) => [item, placeOf(location)]);
}

/**
 * Reads the offers that a head names, and its inbox counter; none and 0 if there is no head.
 *
 * @param consistent whether the read sees everything written before. Otherwise it may be seconds behind, at half the price.
 */
async function readHead(
  client: DynamoDBClient,
  table: string,
  key: HostKey,
  consistent: boolean,
): Promise<{ places: string[]; counter: number }> {
  const { Item = {} } = await client.send(
    new GetItemCommand({ TableName: table, Key: headKeyOf(key), ConsistentRead: consistent }),
  );
  return { places: placesOf(Item), counter: numberAttribute(Item, 'inbox') };
}

async function removePlaces(client: DynamoDBClient, table: string, key: HostKey, places: string[]): Promise<void> {
  if (places.length === 0) return;
  await conditionalUpdate(client, {
    TableName: table,
    Key: headKeyOf(key),
    ConditionExpression: 'attribute_exists(#offers)',
    UpdateExpression: 'DELETE #offers :lost',
    ExpressionAttributeNames: attributeNames('offers'),
    ExpressionAttributeValues: { ':lost': { SS: places } },
    ReturnValues: 'NONE',
  });
}

/** Queries at least `limit` items of an inbox, if there are so many. */
async function queryItems(client: DynamoDBClient, table: string, key: HostKey, limit: number): Promise<Item[]> {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: '#home = :home',
        ExpressionAttributeNames: attributeNames('home'),
        ExpressionAttributeValues: { ':home': homeOf(key) },
        ConsistentRead: true,
        Limit: limit - found.length,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from && found.length < limit);
  return found;
}

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { HostKey, HostNotification } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { batchWrite } from './dynamo-batch.ts';
import { headKeyOf, parseHeadState } from './dynamo-head-item.ts';
import { countAndImproveClass, countOnly, headUpdateInput, makeReady } from './dynamo-head-updates.ts';
import { conditionalUpdate, type Item, numberAttribute, s } from './dynamo-item.ts';
import { homeOf, locationOf, MAX_OFFERS, placesOf } from './dynamo-offer-places.ts';

/** Maximum number of updates tried per host. Another worker rarely changes the head twice in between. */
const MAX_ATTEMPTS = 10;

type NotifiedTables = { heads: string; inbox: string };

/** Notifies hosts of new inbox items. */
export const notifyHosts = (
  client: DynamoDBClient,
  tables: NotifiedTables,
  entries: readonly HostNotification[],
  now: number,
): Promise<('notified' | 'refused')[]> => mapConcurrently(entries, (entry) => notifyHost(client, tables, entry, now));

/**
 * Tries one update after the other; each applies only to heads of certain states. The first is the most common and the cheapest,
 * since it changes no index. If its condition fails, the response contains the item, whose state selects the next update.
 */
async function notifyHost(
  client: DynamoDBClient,
  tables: NotifiedTables,
  given: HostNotification,
  now: number,
): Promise<'notified' | 'refused'> {
  let entry = given;
  let update = countOnly;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { done, item } = await conditionalUpdate(client, {
      TableName: tables.heads,
      Key: headKeyOf(entry),
      ...headUpdateInput(update, entry, now),
      ReturnValues: 'NONE',
    });
    if (done) return 'notified';
    const state = item && parseHeadState(item);
    if (state === 'dead') return 'refused';
    if (entry.place !== undefined && isFull(item)) {
      await putOffer(client, tables.inbox, entry, entry.place);
      entry = { ...entry, place: undefined };
    }
    if (!item || state === 'idle') update = makeReady;
    else update = numberAttribute(item, 'best') > entry.best ? countAndImproveClass : countOnly;
  }
  throw new Error(`the head of ${entry.host} was changed by others during all ${MAX_ATTEMPTS} attempts to notify it`);
}

/** Puts the offer of a place into the inbox, because its head names enough others. */
function putOffer(client: DynamoDBClient, table: string, key: HostKey, place: string): Promise<void> {
  const Item = { home: homeOf(key), id: s(place), ...locationOf(key.crawl, place) };
  return batchWrite(client, table, [{ PutRequest: { Item } }]);
}

const isFull = (head: Item | undefined) => placesOf(head).length >= MAX_OFFERS;

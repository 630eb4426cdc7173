import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { HostKey, HostNotification } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { parseHeadState } from './dynamo-head-item.ts';
import { countAndImproveClass, countOnly, makeReady } from './dynamo-head-updates.ts';
import { conditionalUpdate, type Item, numberAttribute } from './dynamo-item.ts';

/** Maximum number of updates tried per host. Another worker rarely changes the head twice in between. */
const MAX_ATTEMPTS = 10;

type HeadKey = { TableName: string; Key: Item };

/** Notifies hosts of new inbox items. */
export const notifyHosts = (
  client: DynamoDBClient,
  headKey: (key: HostKey) => HeadKey,
  entries: readonly HostNotification[],
  now: number,
): Promise<('notified' | 'refused')[]> =>
  mapConcurrently(entries, (entry) => notifyHost(client, headKey(entry), entry, now));

/**
 * Tries one update after the other; each applies only to heads of certain states. The first is the most common and the cheapest,
 * since it changes no index. If its condition fails, the response contains the item, whose state selects the next update.
 */
async function notifyHost(
  client: DynamoDBClient,
  key: HeadKey,
  entry: HostNotification,
  now: number,
): Promise<'notified' | 'refused'> {
  let update = countOnly;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { done, item } = await conditionalUpdate(client, { ...key, ...update(entry, now), ReturnValues: 'NONE' });
    if (done) return 'notified';
    const state = item && parseHeadState(item);
    if (state === 'dead') return 'refused';
    if (!item || state === 'idle') update = makeReady;
    else update = numberAttribute(item, 'best') > entry.best ? countAndImproveClass : countOnly;
  }
  throw new Error(`the head of ${entry.host} was changed by others during all ${MAX_ATTEMPTS} attempts to notify it`);
}

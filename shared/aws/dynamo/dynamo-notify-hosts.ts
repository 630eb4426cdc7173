import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Frontier, HostKey, HostNotification, NotifyResult } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { batchWrite } from './dynamo-batch.ts';
import { domainPlaces, type FullDomains, nameOf, type Places } from './dynamo-domain-hosts.ts';
import { headKeyOf, parseHeadState } from './dynamo-head-item.ts';
import { countAndImproveClass, countOnly, createHead, headUpdateInput, makeReady } from './dynamo-head-updates.ts';
import { homeOf } from './dynamo-home.ts';
import { conditionalUpdate, numberAttribute, s } from './dynamo-item.ts';
import { locationOf, type OfferLimits, placesOf } from './dynamo-offer-places.ts';

/** Maximum number of updates tried per host. Another worker rarely changes the head twice in between. */
const MAX_ATTEMPTS = 10;

/** Maximum number of hosts whose heads are remembered as full. */
const MAX_FULL_HEADS = 10_000;

/**
 * Maximum number of hosts that hold places in their domains while their heads are created. Other workers cannot use these places meanwhile, and
 * those of a killed function stay taken.
 */
const MAX_HOSTS_AT_A_TIME = 100;

type Notifier = {
  client: DynamoDBClient;
  tables: { heads: string; inbox: string };
  /** Maximum number of offers that a head names. */
  maxPerHead: number;
  /** Host → number of further offers that go to the table before its head, which was full, is tried again. */
  fullHeads: Map<string, number>;
};

/** Returns a function that notifies hosts of new inbox items, and counts the hosts of domains. */
export function hostNotifier(
  client: DynamoDBClient,
  tables: Notifier['tables'],
  { maxPerHead }: OfferLimits,
): Frontier['notifyHosts'] {
  const notifier: Notifier = { client, tables, maxPerHead, fullHeads: new Map() };
  const fullDomains: FullDomains = new Map();

  return async (entries, now) => {
    const results = await mapConcurrently(entries, (entry) => notifyHost(notifier, entry, now));
    const unknown = entries.filter((_, i) => results[i] === 'unknown');
    const added = new Map<HostNotification, NotifyResult>();
    for (const some of hostsAtATime(unknown)) {
      const places = domainPlaces(client, tables.heads, fullDomains);
      try {
        await places.take(some);
        const ofSome = await mapConcurrently(some, (entry) => addHost(notifier, entry, now, places));
        for (const [i, entry] of some.entries()) added.set(entry, ofSome[i]!);
      } finally {
        await places.giveBack();
      }
    }
    return results.map((result, i) => (result === 'unknown' ? added.get(entries[i]!)! : result));
  };
}

/** Divides entries by their hosts, each of which may have several. */
function* hostsAtATime(entries: readonly HostNotification[]): Generator<HostNotification[]> {
  const hosts = [...Map.groupBy(entries, nameOf).values()];
  for (let i = 0; i < hosts.length; i += MAX_HOSTS_AT_A_TIME) yield hosts.slice(i, i + MAX_HOSTS_AT_A_TIME).flat();
}

/** Notifies a host that had no head, if it got a place in its domain. */
async function addHost(
  notifier: Notifier,
  entry: HostNotification,
  now: number,
  places: Places,
): Promise<NotifyResult> {
  if (!places.has(entry)) return 'domain-full';
  return (await notifyHost(notifier, entry, now, places)) as NotifyResult;
}

/**
 * Tries one update after the other; each applies only to heads of certain states. The first is the most common and the cheapest,
 * since it changes no index. If its condition fails, the response contains the item, whose state selects the next update.
 *
 * @param places the host has one of these places in its domain. Absent: it has none
 * @returns `unknown` if the host has no head, and needs a place
 */
async function notifyHost(
  notifier: Notifier,
  given: HostNotification,
  now: number,
  places?: Places,
): Promise<NotifyResult | 'unknown'> {
  const { client, tables, maxPerHead } = notifier;
  let entry = isRememberedFull(notifier, given) ? await moveToTable(notifier, given) : given;
  let update = places ? createHead : countOnly;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (update === createHead) places?.note(entry, 'requested');
    const { done, item, isRetry } = await conditionalUpdate(client, {
      TableName: tables.heads,
      Key: headKeyOf(entry),
      ...headUpdateInput(update, entry, now, maxPerHead),
      ReturnValues: 'NONE',
    });
    if (update === createHead && done) places?.note(entry, 'created');
    // A repeated request may find the head that it has created itself.
    if (update === createHead && !done && !isRetry) places?.note(entry, 'free');
    if (done) return 'notified';
    if (!item && entry.domainLimit && !places) {
      if (entry !== given) await deleteFromTable(notifier, given);
      return 'unknown';
    }
    const state = item && parseHeadState(item);
    if (state === 'dead' || (state === 'idle' && entry.onlyIfReady)) {
      if (entry !== given) await deleteFromTable(notifier, given);
      return state === 'dead' ? 'refused' : 'idle';
    }
    if (entry.place !== undefined && placesOf(item).length >= maxPerHead) {
      rememberFull(notifier, entry);
      entry = await moveToTable(notifier, entry);
    }
    if (!item) update = places ? createHead : makeReady;
    else if (state === 'idle') update = makeReady;
    else update = numberAttribute(item, 'best') > entry.best ? countAndImproveClass : countOnly;
  }
  throw new Error(`the head of ${entry.host} was changed by others during all ${MAX_ATTEMPTS} attempts to notify it`);
}

/** Puts the offer of an entry into the inbox, because its head names enough others. @returns the entry without a place */
async function moveToTable({ client, tables }: Notifier, entry: HostNotification): Promise<HostNotification> {
  const { place, ...rest } = entry;
  if (place === undefined) return entry;
  const Item = { home: homeOf(entry), id: s(place), ...locationOf(entry.crawl, place) };
  await batchWrite(client, tables.inbox, [{ PutRequest: { Item } }]);
  return rest;
}

/** Deletes the item that `moveToTable` put for this entry. */
async function deleteFromTable({ client, tables }: Notifier, entry: HostNotification): Promise<void> {
  const Key = { home: homeOf(entry), id: s(entry.place!) };
  await batchWrite(client, tables.inbox, [{ DeleteRequest: { Key } }]);
}

/** A refused update is billed as well, so a full head is left alone for as many offers as it names. */
function rememberFull({ fullHeads, maxPerHead }: Notifier, key: HostKey): void {
  if (fullHeads.size >= MAX_FULL_HEADS) fullHeads.clear();
  fullHeads.set(nameOf(key), maxPerHead);
}

function isRememberedFull({ fullHeads }: Notifier, entry: HostNotification): boolean {
  const name = nameOf(entry);
  const left = fullHeads.get(name) ?? 0;
  if (entry.place === undefined || left === 0) return false;
  if (left === 1) fullHeads.delete(name);
  else fullHeads.set(name, left - 1);
  return true;
}

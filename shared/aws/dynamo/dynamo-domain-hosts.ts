import { randomBytes } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DomainLimit, HostKey, HostNotification } from '../../ports/frontier.ts';
import { mapConcurrently } from '../concurrency.ts';
import { shardOf } from './dynamo-head-item.ts';
import { attributeNames, conditionalUpdate, type Item, n, numberAttribute, s, stringAttribute } from './dynamo-item.ts';

/*
 * Item of a domain, in the table of heads: `shard` (S, partition key, `<crawl>#<0…15>#domains`), `host` (S, sort key: the domain),
 * `hostCount` (N): number of hosts that links have added, `changed` (S): token of the last update, by which a repeated request recognises
 * its own.
 *
 * Some new hosts of a call take their places in one update per domain, of one write unit. Then their heads are created. A place whose host
 * another worker has added meanwhile is given back. The count is too high if a function is killed between the two, or if a head cannot be
 * created. It counts a host again whose head has expired.
 *
 * A transaction with a client request token would recognise a repeated request even after another worker has changed the count, but takes two
 * write units instead of one, and killed functions would still leave places taken. So the count is an upper bound, which is off by at most the
 * places of one call each time; only a repeated give-back, with a change by another worker in between, makes it as much too low.
 *
 * While places of hosts that turn out to be known are held, other hosts may be refused although the domain has a place for them. Nothing is
 * stored of a refused host. A function that has met a full domain remembers it and refuses its next `REFUSALS_PER_READ` calls with new hosts;
 * the host is added when another function, or this one later, finds it again.
 */

/** Maximum number of updates tried per domain: each fails only if another worker changes the number of free places. */
const MAX_ATTEMPTS = 10;

/** Maximum number of domains that are remembered as full. */
const MAX_FULL_DOMAINS = 1_000;

/** How often hosts of a full domain are refused before the domain is read again: places may have been given back. */
const REFUSALS_PER_READ = 20;

/** Length of the token of an update: tokens of one domain must differ. */
const TOKEN_BYTES = 6;

/** Domain → count when it was full, and how often it is still relied on. A refused update is billed as well. */
export type FullDomains = Map<string, { hosts: number; refusalsLeft: number }>;

/** The places of the new hosts of one call in their domains. */
export type Places = {
  /** Takes places for hosts without a head, in their order, as long as their domains have any. Hosts without a limit are ignored. */
  take(entries: readonly HostNotification[]): Promise<void>;
  /** Tells whether a host got a place. */
  has(key: HostKey): boolean;
  /** Notes what is known of the head of a host with a place. `requested`: its creation was sent, and the response is unknown. */
  note(key: HostKey, state: PlaceState): void;
  /** Gives back the places of hosts whose heads this call has not created. Never rejects: a place that is not given back only lowers the limit. */
  giveBack(): Promise<void>;
};

export type PlaceState = 'free' | 'requested' | 'created';

type HeadTable = { client: DynamoDBClient; table: string };

type Place = { crawl: string; domain: string; state: PlaceState };

export function domainPlaces(client: DynamoDBClient, table: string, fullDomains: FullDomains): Places {
  const places = new Map<string, Place>();

  return {
    async take(entries) {
      const domains = Map.groupBy(
        entries.filter(({ domainLimit }) => domainLimit !== undefined),
        ({ crawl, domainLimit }) => `${crawl} ${domainLimit!.domain}`,
      );
      await mapConcurrently([...domains], async ([name, ofDomain]) => {
        const { crawl, domainLimit } = ofDomain[0]!;
        const hosts = [...new Set(ofDomain.map(nameOf))];
        if (isRememberedFull(fullDomains, name, domainLimit!)) return;
        const counted = await countUp({ client, table }, crawl, domainLimit!, hosts.length);
        const { domain, maxHosts } = domainLimit!;
        if (counted.hosts >= maxHosts) rememberFull(fullDomains, name, counted.hosts);
        for (const host of hosts.slice(0, counted.taken)) places.set(host, { crawl, domain, state: 'free' });
      });
    },

    has: (key) => places.has(nameOf(key)),

    note(key, state) {
      const place = places.get(nameOf(key));
      if (place && place.state !== 'created') place.state = state;
    },

    async giveBack() {
      const free = [...places.values()].filter(({ state }) => state === 'free');
      const domains = Map.groupBy(free, ({ crawl, domain }) => `${crawl} ${domain}`);
      await mapConcurrently([...domains], async ([name, { length, 0: place }]) => {
        const { crawl, domain } = place!;
        fullDomains.delete(name);
        await changeCount({ client, table }, crawl, domain, {
          change: -length,
          condition: '#hostCount >= :bound',
          bound: length,
        }).catch(() => undefined);
      });
    },
  };
}

/**
 * Takes up to `wanted` places.
 *
 * @returns `taken`: number of places. `hosts`: number of hosts of the domain, with these
 */
async function countUp(
  heads: HeadTable,
  crawl: string,
  { domain, maxHosts }: DomainLimit,
  wanted: number,
): Promise<{ taken: number; hosts: number }> {
  let taken = Math.min(wanted, maxHosts);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const condition = 'attribute_not_exists(#hostCount) OR #hostCount <= :bound';
    const { done, hosts } = await changeCount(heads, crawl, domain, {
      change: taken,
      condition,
      bound: maxHosts - taken,
    });
    if (done) return { taken, hosts };
    if (hosts >= maxHosts) return { taken: 0, hosts };
    taken = Math.min(wanted, maxHosts - hosts);
  }
  throw new Error(`the number of hosts of ${domain} was changed by others during all ${MAX_ATTEMPTS} attempts`);
}

type CountChange = {
  change: number;
  /** Condition of the update, on `#hostCount` and `:bound`. */
  condition: string;
  bound: number;
};

/**
 * Adds `change` to the count of a domain if the condition holds. If the response is lost, the SDK repeats the request, and the
 * repetition finds its own token, unless another worker has changed the count in between: then it is added twice.
 *
 * @returns `hosts`: the count after the call
 */
async function changeCount(
  { client, table }: HeadTable,
  crawl: string,
  domain: string,
  { change, condition, bound }: CountChange,
): Promise<{ done: boolean; hosts: number }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { done, item } = await conditionalUpdate(client, {
    TableName: table,
    Key: domainKey(crawl, domain),
    ConditionExpression: `(${condition}) AND (attribute_not_exists(#changed) OR #changed <> :token)`,
    UpdateExpression: 'SET #changed = :token ADD #hostCount :change',
    ExpressionAttributeNames: attributeNames('hostCount', 'changed'),
    ExpressionAttributeValues: { ':bound': n(bound), ':change': n(change), ':token': s(token) },
  });
  const hosts = item ? numberAttribute(item, 'hostCount') : 0;
  return { done: done || (item !== undefined && stringAttribute(item, 'changed') === token), hosts };
}

function isRememberedFull(fullDomains: FullDomains, name: string, { maxHosts }: DomainLimit): boolean {
  const full = fullDomains.get(name);
  if (!full || full.hosts < maxHosts || full.refusalsLeft === 0) return false;
  full.refusalsLeft--;
  return true;
}

function rememberFull(fullDomains: FullDomains, name: string, hosts: number): void {
  fullDomains.delete(name);
  fullDomains.set(name, { hosts, refusalsLeft: REFUSALS_PER_READ });
  for (const oldest of fullDomains.keys()) {
    if (fullDomains.size <= MAX_FULL_DOMAINS) break;
    fullDomains.delete(oldest);
  }
}

/** @returns the number of counted hosts of a domain; 0 if it is unknown */
export async function countDomainHosts(
  client: DynamoDBClient,
  table: string,
  crawl: string,
  domain: string,
): Promise<number> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: table, Key: domainKey(crawl, domain), ConsistentRead: true }),
  );
  return Item ? numberAttribute(Item, 'hostCount') : 0;
}

/** Returns a key of a host for maps in memory. */
export const nameOf = ({ crawl, host }: HostKey): string => `${crawl} ${host}`;

const domainKey = (crawl: string, domain: string): Item => ({
  shard: s(`${shardOf(crawl, domain)}#domains`),
  host: s(domain),
});

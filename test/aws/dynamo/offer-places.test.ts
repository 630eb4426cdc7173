import { beforeEach, expect, test } from 'vitest';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { locationOf, MAX_OFFERS, placeOf } from '../../../shared/aws/dynamo/dynamo-offer-places.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import type { Frontier, HeadChange } from '../../../shared/ports/frontier.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { type Input, memoryDynamo } from './memory-dynamo.ts';

/*
 * Each write to DynamoDB is paid for. Offers of many hosts cost one update each: their heads name them. These tests count the
 * requests and writes.
 */

const CRAWL = 'plants';
const clock = fakeClock();
const NOW = clock.now();
const HOSTS = Array.from({ length: 10 }, (_, i) => `h${i}.example`);
const READY: HeadChange = { state: 'ready', due: NOW, manifest: '', best: 7, counts: {} };

let frontier: Frontier;
let objects: Objects;
/** Writes since the last reset, by operation: items of batches count each. */
let writes: Record<string, number>;
/** Updates whose condition failed since the last reset: they are billed, too. */
let failed: number;
let queries: number;
let puts: number;
beforeEach(async () => {
  writes = {};
  failed = 0;
  puts = 0;
  queries = 0;
  const dynamo = memoryDynamo();
  const client = clientOf(async (operation, input) => {
    const answer = await dynamo(operation, input).catch((error: Error) => {
      failed++;
      throw error;
    });
    if (operation === 'Query') queries++;
    for (const name of writesOf(operation, input)) writes[name] = (writes[name] ?? 0) + 1;
    return answer;
  });
  const stored = memoryObjects();
  objects = {
    ...stored,
    put: async (...given) => {
      puts++;
      return stored.put(...given);
    },
  };
  frontier = dynamoFrontier(client, await frontierTables(client), objects);
});

function writesOf(operation: string, { RequestItems = {} }: Input): string[] {
  if (operation === 'UpdateItem') return ['update'];
  if (operation !== 'BatchWriteItem') return [];
  return Object.values<Input[]>(RequestItems).flatMap((requests) =>
    requests.map(({ PutRequest }) => (PutRequest ? 'put' : 'delete')),
  );
}

/** Offers one link to each host, as one call of classify does. */
async function offer(hosts: readonly string[], source: string, maxHostsPerDomain?: number): Promise<void> {
  const links = hosts.map((host, i) => ({
    ...{ url: `http://${host}/${source}/${i}` as Url, kind: 'page' as const, class: 3, depth: 1 },
    ...{ parent: null, score: 0.5 },
  }));
  await enqueueLinks({ crawl: CRAWL, source, links, feedback: [], maxHostsPerDomain }, { frontier, clock }, 'host');
}

async function linksOf(host: string): Promise<string[]> {
  const { items } = await frontier.readInbox({ crawl: CRAWL, host }, 100);
  return items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url)).sort();
}

async function openHost(host: string): Promise<number> {
  const opened = await frontier.open({ crawl: CRAWL, host }, NOW, host);
  if ('refused' in opened) throw new Error(`not opened: ${opened.refused}`);
  return opened.head.epoch;
}

test('offers to many known hosts cost an update each and one object, and merging them costs nothing more', async () => {
  await offer(HOSTS, 'first');
  [writes, puts] = [{}, 0];
  await offer(HOSTS, 'second');
  expect([writes, puts]).toEqual([{ update: HOSTS.length }, 1]);
  const key = { crawl: CRAWL, host: HOSTS[0]! };
  const epoch = await openHost(key.host);
  const { items } = await frontier.readInbox(key, 100);
  writes = {};
  await frontier.commit(key, epoch, { ...READY, merged: items.map(({ id }) => id) });
  expect([items.every(({ inHead }) => inHead), writes]).toEqual([true, { update: 1 }]);
  expect(await linksOf(key.host)).toEqual([]);
  expect(await linksOf(HOSTS[1]!)).toHaveLength(2);
});

test('the new hosts of a call and domain cost one update in all, those of a full domain and known ones none', async () => {
  const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}.trap.example`);
  const costOf = async (hosts: string[], source: string, maxHosts: number) => {
    [writes, failed] = [{}, 0];
    await offer(hosts, source, maxHosts);
    return { done: writes['update'] ?? 0, failed };
  };
  // The first update of a new host finds no head, the second creates it. The further one is that of the domain.
  expect(await costOf(named('a', 40), 'first', 50)).toEqual({ done: 40 + 1, failed: 40 });
  expect(await costOf(named('a', 40), 'second', 50)).toEqual({ done: 40, failed: 0 });
  // The update of the domain by 20 hosts fails, that by 10 is done.
  expect(await costOf(named('b', 20), 'third', 50)).toEqual({ done: 10 + 1, failed: 20 + 1 });
  // No update of the domain any more.
  expect(await costOf(named('c', 20), 'fourth', 50)).toEqual({ done: 0, failed: 20 });
  // A higher limit holds at once.
  expect(await costOf(named('c', 20), 'fifth', 70)).toEqual({ done: 20 + 1, failed: 20 });
  expect(await frontier.countHosts(CRAWL, 'trap.example')).toBe(70);
});

test('workers that add the same hosts at a time refuse none of a domain that has places for all', async () => {
  const entries = Array.from({ length: 400 }, (_, i) => ({
    ...{ crawl: CRAWL, host: `h${i}.trap`, group: 'g', best: 3, domainLimit: { domain: 'trap', maxHosts: 900 } },
  }));
  const results = await Promise.all(Array.from({ length: 5 }, () => frontier.notifyHosts(entries, NOW)));
  expect(new Set(results.flat())).toEqual(new Set(['notified']));
  expect(await frontier.countHosts(CRAWL, 'trap')).toBe(400);
});

test('places that two workers took for one host are free again', async () => {
  const entriesOf = (hosts: readonly string[]) =>
    hosts.map((host) => ({
      ...{ crawl: CRAWL, host, group: 'g', best: 3 },
      domainLimit: { domain: 'trap', maxHosts: 10 },
    }));
  const hosts = Array.from({ length: 15 }, (_, i) => `h${i}.trap`);
  await Promise.all(hosts.flatMap((host) => [host, host]).map((host) => frontier.notifyHosts(entriesOf([host]), NOW)));
  // A domain that was full is read again after some refusals.
  let results: string[] = [];
  for (let i = 0; i < 25; i++) results = await frontier.notifyHosts(entriesOf(hosts), NOW);
  expect(results.filter((result) => result === 'notified')).toHaveLength(10);
  expect(await frontier.countHosts(CRAWL, 'trap')).toBe(10);
});

test('a host that was refused while others held the last places is added when another worker finds it again, or the same one later', async () => {
  const entriesOf = (...hosts: string[]) =>
    hosts.map((host) => ({ crawl: CRAWL, host, group: 'g', best: 3, domainLimit: { domain: 'trap', maxHosts: 2 } }));
  const dynamo = memoryDynamo();
  let others: Promise<string[]> | undefined;
  const tables = await frontierTables(clientOf(dynamo));
  const refusing = dynamoFrontier(clientOf(dynamo), tables, memoryObjects());
  const client = clientOf(async (operation, input) => {
    // Another worker finds the same host, and a further one, while the first worker holds its place.
    if (!others && /attribute_not_exists\(#host\)/.test(input['ConditionExpression'] ?? '')) {
      others = refusing.notifyHosts(entriesOf('a.trap', 'b.trap'), NOW);
      await others;
    }
    return dynamo(operation, input);
  });
  const store = dynamoFrontier(client, tables, memoryObjects());
  expect(await store.notifyHosts(entriesOf('a.trap'), NOW)).toEqual(['notified']);
  expect(await others).toEqual(['notified', 'domain-full']);
  expect(await store.countHosts(CRAWL, 'trap')).toBe(1);
  // The worker that refused it remembers that the domain was full.
  const refusals: string[] = [];
  for (let i = 0; i < 20; i++) refusals.push(...(await refusing.notifyHosts(entriesOf('b.trap'), NOW)));
  expect(new Set(refusals)).toEqual(new Set(['domain-full']));
  expect(await store.notifyHosts(entriesOf('b.trap', 'c.trap'), NOW)).toEqual(['notified', 'domain-full']);
  expect(await store.countHosts(CRAWL, 'trap')).toBe(2);
});

test('a call that fails gives back the places of hosts that it has not added', async () => {
  const dynamo = memoryDynamo();
  let isFailing = false;
  const client = clientOf(async (operation, input) => {
    if (isFailing && /attribute_not_exists\(#host\)/.test(input['ConditionExpression'] ?? ''))
      throw new Error('throttled');
    return dynamo(operation, input);
  });
  const store = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  const entries = Array.from({ length: 100 }, (_, i) => ({
    ...{ crawl: CRAWL, host: `h${i}.trap`, group: 'g', best: 3, domainLimit: { domain: 'trap', maxHosts: 200 } },
  }));
  isFailing = true;
  await expect(store.notifyHosts(entries, NOW)).rejects.toThrow();
  // Requests were sent for as many hosts as are notified at once.
  expect(await store.countHosts(CRAWL, 'trap')).toBeLessThanOrEqual(32);
  isFailing = false;
  expect(new Set(await store.notifyHosts(entries, NOW))).toEqual(new Set(['notified']));
});

test('offers to a few hosts are put into the table, because an object costs more', async () => {
  await offer(HOSTS.slice(0, 2), 'first');
  expect([writes['put'], puts]).toEqual([2, 0]);
  expect(await linksOf(HOSTS[0]!)).toEqual([`http://${HOSTS[0]}/first/0`]);
});

test('a head that names its maximum of offers leaves further ones to the table', async () => {
  for (let i = 0; i < MAX_OFFERS; i++) await offer(HOSTS, `source-${i}`);
  [writes, puts] = [{}, 0];
  await offer(HOSTS, 'one more');
  expect(writes['put']).toBe(HOSTS.length);
  expect(await linksOf(HOSTS[0]!)).toHaveLength(MAX_OFFERS + 1);
  const { items } = await frontier.readInbox({ crawl: CRAWL, host: HOSTS[0]! }, 100);
  expect(items.filter(({ inHead }) => inHead)).toHaveLength(MAX_OFFERS);
});

test('a later read of a visit queries the table only for offers that the head does not name', async () => {
  await offer(HOSTS, 'first');
  const key = { crawl: CRAWL, host: HOSTS[0]! };
  const { items, counter } = await frontier.readInbox(key, 100);
  const known = new Set(items.map(({ id }) => id));
  queries = 0;
  await offer(HOSTS, 'second');
  expect((await frontier.readInbox(key, 100, known, counter)).items).toHaveLength(1);
  expect(queries).toBe(0);
  await offer([key.host], 'third');
  expect((await frontier.readInbox(key, 100, known, counter)).items).toHaveLength(2);
  expect(queries).toBe(1);
});

test('a repeated offer is in the inbox once', async () => {
  await offer(HOSTS, 'first');
  await offer(HOSTS, 'first');
  expect((await frontier.readInbox({ crawl: CRAWL, host: HOSTS[0]! }, 100)).items).toHaveLength(1);
});

test('a dead host gets no offer', async () => {
  await offer(HOSTS, 'first');
  const key = { crawl: CRAWL, host: HOSTS[0]! };
  const epoch = await openHost(key.host);
  await frontier.commit(key, epoch, { ...READY, state: 'dead' });
  await offer(HOSTS, 'second');
  expect(await linksOf(key.host)).toEqual([`http://${key.host}/first/0`]);
});

test('an offer whose object is missing leaves its head, and the others stay', async () => {
  await offer(HOSTS, 'first');
  for await (const key of objects.list('inbox/')) await objects.delete([key]);
  await offer(HOSTS, 'second');
  expect(await linksOf(HOSTS[0]!)).toEqual([`http://${HOSTS[0]}/second/0`]);
  writes = {};
  await linksOf(HOSTS[0]!);
  expect(writes).toEqual({});
});

test('a place has the object, the offset and the length of its offer', () => {
  const location = { object: { S: `inbox/${CRAWL}/${'0123456789abcdef'.repeat(3).slice(0, 40)}` } };
  const stored = { ...location, offset: { N: '1234567' }, length: { N: '890' } };
  const place = placeOf(stored);
  expect(place).toHaveLength(35);
  expect(locationOf(CRAWL, place)).toEqual(stored);
});

test('an idle host that is remembered as full leaves nothing of further evidence in the table', async () => {
  const key = { crawl: CRAWL, host: HOSTS[0]! };
  const announce = async (length: number, onlyIfReady = false) => {
    const [place] = await frontier.putInbox([
      { ...key, id: `${length}`, body: new Uint8Array(length), announced: true },
    ]);
    return frontier.notifyHosts([{ ...key, group: key.host, best: 3, place, onlyIfReady }], NOW);
  };
  for (let i = 0; i <= MAX_OFFERS; i++) await announce(1_000 + i);
  const epoch = await openHost(key.host);
  const { items } = await frontier.readInbox(key, 100);
  const isInHead = Map.groupBy(items, ({ inHead = false }) => inHead);
  expect([isInHead.get(true)?.length, isInHead.get(false)?.length]).toEqual([MAX_OFFERS, 1]);
  await frontier.commit(key, epoch, { ...READY, state: 'idle', merged: isInHead.get(true)!.map(({ id }) => id) });
  await frontier.deleteInbox(key, [isInHead.get(false)![0]!.id]);
  writes = {};
  expect(await announce(2_000, true)).toEqual(['idle']);
  expect(writes).toEqual({ put: 1, delete: 1 });
  expect((await frontier.readInbox(key, 100)).items).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { dynamoControl } from '../../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { findDue } from '../../../shared/frontier/dispatch/find-due.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { controlTable, frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { type Input, memoryDynamo } from './memory-dynamo.ts';

// DynamoDB ends a page after 1 MB; here after two items.
const client = clientOf(memoryDynamo(2));
const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.example`);

test('reads all pages of an inbox and of the heads', async () => {
  const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  await frontier.putInbox(hosts.map((id) => ({ crawl: 'plants', host: 'a.example', id, body: new Uint8Array([1]) })));
  const { items, end } = await frontier.readInbox({ crawl: 'plants', host: 'a.example' }, 5);
  expect([items.map(({ id }) => id), end]).toEqual([hosts, true]);
  await frontier.notifyHosts(
    hosts.map((host) => ({ crawl: 'plants', host, group: host, best: 3 })),
    1,
  );
  const found: string[] = [];
  for await (const { host } of frontier.listHeads('plants')) found.push(host);
  expect(found.sort()).toEqual(hosts);
});

test('does not read the object of an item that is known', async () => {
  const objects = memoryObjects();
  let gets = 0;
  const counted: typeof objects = {
    ...objects,
    get: (...args) => {
      gets++;
      return objects.get(...args);
    },
  };
  const frontier = dynamoFrontier(client, await frontierTables(client), counted);
  const key = { crawl: 'plants', host: 'long.example' };
  const put = (id: string) => frontier.putInbox([{ ...key, id, body: new Uint8Array(5_000) }]);
  await put('one');
  await put('two');
  expect((await frontier.readInbox(key, 10, new Set(['one']))).items.map(({ id }) => id)).toEqual(['two']);
  expect(gets).toBe(1);
});

test('reads all pages of crawls', async () => {
  const control = dynamoControl(client, await controlTable(client));
  for (const crawl of hosts) await control.create(crawl, 'key', 1);
  expect((await control.list()).map(({ crawl }) => crawl)).toEqual(hosts);
});

describe('the due list', () => {
  const CRAWL = 'plants';
  const NOW = 1_000_000;
  const named = (count: number, name: string, best: number, group?: string) =>
    Array.from({ length: count }, (_, i) => `${name}${i}.example`).map((host) => ({
      ...{ crawl: CRAWL, host, group: group ?? host, best },
    }));

  /** A frontier over pages of `pageSize` heads. `reads` has the number of heads that each query returned. */
  async function frontierWith(pageSize: number) {
    const call = memoryDynamo(pageSize);
    const reads: number[] = [];
    const counting = clientOf(async (operation: string, input: Input) => {
      const answer = await call(operation, input);
      if (operation === 'Query' && input['IndexName'] === 'due') reads.push(answer['Items'].length);
      return answer;
    });
    return { frontier: dynamoFrontier(counting, await frontierTables(counting), memoryObjects()), reads };
  }
  const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0);

  test('has as many hosts as it may, although pages are short', async () => {
    const { frontier, reads } = await frontierWith(5);
    await frontier.notifyHosts([...named(60, 'a', 2), ...named(60, 'b', 6)], NOW);
    const list = await frontier.listDue(CRAWL, NOW, 80);
    expect(new Set(list.map(({ host }) => host)).size).toBe(80);
    expect(list.filter(({ best }) => best === 2)).toHaveLength(60);
    expect(sum(reads)).toBeLessThan(90);
  });

  test('is complete if fewer hosts are due', async () => {
    const { frontier } = await frontierWith(5);
    await frontier.notifyHosts([...named(30, 'a', 0), ...named(30, 'b', 7)], NOW);
    expect(await frontier.listDue(CRAWL, NOW, 100)).toHaveLength(60);
  });

  test('takes one query for each line if the pages suffice', async () => {
    const { frontier, reads } = await frontierWith(100);
    await frontier.notifyHosts([...named(60, 'a', 2), ...named(20, 'b', 6)], NOW);
    expect(await frontier.listDue(CRAWL, NOW, 60)).toHaveLength(60);
    expect(reads).toHaveLength(16);
  });

  test('does not hide hosts behind a group that fills its pages', async () => {
    const { frontier } = await frontierWith(10);
    await frontier.notifyHosts(named(100, 'crowd', 0, 'one'), NOW - 1);
    await frontier.notifyHosts(named(5, 'other', 0), NOW);
    const query = { crawl: CRAWL, now: NOW, limit: 40, groups: 20, crowdMs: 60_000 };
    const groups = (await findDue(query, frontier, { sent: new Map() })).map(({ group }) => group);
    expect(new Set(groups).size).toBe(6);
  });
});

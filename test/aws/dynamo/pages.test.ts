import { expect, test } from 'vitest';
import { dynamoControl } from '../../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { controlTable, frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { memoryDynamo } from './memory-dynamo.ts';

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

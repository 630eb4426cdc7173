/** What a look at the status of a large crawl costs. DynamoDB Local reports the read units. */
import { type AttributeValue, BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { type CountMemory, countCrawls } from '../../functions/count-crawls.ts';
import { dynamoClient } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { lineOf, shardOf } from '../../shared/aws/dynamo/dynamo-head-item.ts';
import { readStatus, type StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { systemClock } from '../../shared/local/system.ts';
import { sumByUnit, type Usage } from '../../shared/meter/usage.ts';
import { memoryObjects } from '../memory-objects.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import { controlTable, frontierTables } from './engines/tables.ts';

/** Writes and reads of a call: a limit of the service. */
const ITEMS_PER_WRITE = 25;
const SMALL = { crawl: 'small', hosts: 2_000 };
const LARGE = { crawl: 'large', hosts: 100_000 };

let usage: Usage;
let ports: StatusPorts & Parameters<typeof countCrawls>[1];
beforeAll(async () => {
  usage = {};
  const client = dynamoClient(localClientOptions(await engine('dynamodb')), (name, n) => {
    usage[name] = (usage[name] ?? 0) + n;
  });
  const tables = await frontierTables(client);
  ports = {
    control: dynamoControl(client, await controlTable(client)),
    frontier: dynamoFrontier(client, tables, memoryObjects()),
    index: sqliteSearchIndex(openDatabase(':memory:'), (text) => text),
    objects: memoryObjects(),
    clock: systemClock,
  };
  for (const { crawl, hosts } of [SMALL, LARGE]) {
    await ports.control.create(crawl, 'settings', 0);
    await writeHeads(client, tables.heads, crawl, hosts);
  }
}, 900_000);

/** Writes heads as their notification does, but 25 per call. */
async function writeHeads(client: DynamoDBClient, table: string, crawl: string, hosts: number): Promise<void> {
  const writers = Array.from({ length: 16 }, async (_, first) => {
    for (let from = first * ITEMS_PER_WRITE; from < hosts; from += 16 * ITEMS_PER_WRITE) {
      const items = Array.from({ length: Math.min(ITEMS_PER_WRITE, hosts - from) }, (_, i) =>
        headItem(crawl, from + i),
      );
      await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: items.map((Item) => ({ PutRequest: { Item } })) } }),
      );
    }
  });
  await Promise.all(writers);
}

function headItem(crawl: string, number: number): Record<string, AttributeValue> {
  const host = `host-${number}.example`;
  const [state, best] = ['ready', number % 8];
  return {
    shard: { S: shardOf(crawl, host) },
    host: { S: host },
    group: { S: host },
    state: { S: state },
    manifest: { S: '' },
    epoch: { N: '1' },
    inbox: { N: '1' },
    attempts: { N: '0' },
    best: { N: `${best}` },
    due: { N: '1' },
    line: { S: lineOf({ crawl, host }, best) },
    counts: { S: '{"fetched":2}' },
  };
}

/** Returns the status and the read units of a look. */
async function look(crawl: string) {
  usage = {};
  const status = await readStatus(crawl, ports);
  return { status, reads: sumByUnit(usage)['dynamodb.reads'] ?? 0 };
}

test('a look at 100,000 hosts reads as much as one at 2,000', { timeout: 900_000 }, async () => {
  const uncounted = await look(SMALL.crawl);
  const counted: CountMemory = { states: new Map() };
  do await countCrawls(await ports.control.list(), ports, counted, Number.POSITIVE_INFINITY);
  while ([...counted.states.values()].some(({ counting }) => counting));

  const [small, large] = [await look(SMALL.crawl), await look(LARGE.crawl)];
  for (const [{ hosts }, { status }] of [
    [SMALL, small],
    [LARGE, large],
  ] as const)
    expect(status).toMatchObject({ hosts, due: hosts, urls: 2 * hosts, state: 'running' });
  // Whether a host is due, from the lines of the index, and the control item.
  expect(large.reads).toBe(small.reads);
  expect(small.reads).toBeLessThan(20);
  expect(uncounted.reads).toBeGreaterThan(2 * small.reads);
});

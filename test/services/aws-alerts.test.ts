/** Alerts of a crawl in a stack: changes of a real OpenSearch, under a lock in DynamoDB. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { administer } from '../../functions/admin/administer.ts';
import { evaluateCrawlAlerts } from '../../functions/alerts/evaluate-crawl-alerts.ts';
import type { AlertMessage } from '../../shared/alerts/evaluate-alert.ts';
import { dynamoClient } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { SearchUnavailableError } from '../../shared/aws/opensearch/opensearch-errors.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { memoryObjects } from '../memory-objects.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import { ownIndex } from './engines/indices.ts';
import { controlTable, locksTable } from './engines/tables.ts';

let received: AlertMessage[];
let webhook: string;
let close: () => void;
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  received = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push(JSON.parse(body) as AlertMessage);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

test('calls at the same time report each new record of the search engine once', async () => {
  const dynamo = dynamoClient(localClientOptions(await engine('dynamodb')));
  const search = createSearchClient({ endpoint: await engine('opensearch'), signing: 'none', region: 'eu-north-1' });
  const own = ownIndex(search);
  const db = openDatabase(':memory:');
  const ports = {
    control: dynamoControl(dynamo, await controlTable(dynamo)),
    locks: dynamoHostLock(dynamo, await locksTable(dynamo)),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: memoryObjects(),
    index: own.index,
    clock: systemClock,
    random: systemRandom,
    records: { send: async () => {}, depth: async () => ({ waiting: 0, inFlight: 0, dead: 0 }) },
    schedules: { put: async () => {}, remove: async () => {}, scheduleContinuation: async () => {} },
    readSecret: () => Promise.reject(new Error('no secret')),
    isSearchUnavailable: (error: unknown) => error instanceof SearchUnavailableError,
  };
  const settings = {
    crawl: 'bog',
    seeds: ['http://bog.example/'],
    network: { allowPrivate: ['127.0.0.0/8'] },
    alerts: [{ name: 'moss', query: 'moss AND peat', webhook }],
  };
  expect(await administer({ action: 'create', settings }, ports, 'host')).toMatchObject({ status: 200 });
  // The clock of the calls is ahead, since they leave the changes of the last minutes for later.
  const later = { ...systemClock, now: () => Date.now() + 600_000 };
  const evaluate = () => evaluateCrawlAlerts('bog', { ...ports, reportState: async () => {}, clock: later }, 60_000);
  const write = async (...ids: string[]) => {
    await own.index.write(
      'bog',
      ids.map((id) => seen(id, `http://bog.example/${id}`, { text: `moss on peat ${id}` })),
    );
    await search.indices.refresh({ index: '_all' });
  };
  const reported = () => received.map(({ records }) => records.map(({ id }) => id).sort());

  await evaluate();
  expect(reported()).toEqual([]);
  const ids = Array.from({ length: 120 }, (_, i) => `${i}`).sort();
  await write(...ids, 'fern');
  await Promise.all([evaluate(), evaluate(), evaluate()]);
  expect(reported().flat().sort()).toEqual([...ids, 'fern'].sort());
  expect(received.map(({ records }) => records.length)).toEqual([100, 21]);
  expect(received[0]!.records[0]).toMatchObject({
    title: expect.any(String),
    snippet: expect.stringContaining('moss'),
  });

  await sleep(10);
  await write('1', 'new');
  await evaluate();
  expect(reported().slice(2)).toEqual([['new']]);
  await own.remove();
});

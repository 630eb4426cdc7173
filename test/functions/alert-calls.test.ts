/** The handler of admin, called by the schedule of alerts. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { annotationsTable, controlTable, frontierTables, locksTable, robotsTable } from '../services/engines/tables.ts';
import { startAwsEndpoint } from './aws-endpoint.ts';
import { stubHandlerEnvironment } from './handler-environment.ts';

let endpoint: Awaited<ReturnType<typeof startAwsEndpoint>>;
let countsOf: (crawl: string) => Promise<Record<string, number> | undefined>;
let handler: typeof import('../../functions/admin.ts').handler;
const logged: object[] = [];
beforeAll(async () => {
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: object) => void logged.push(line));
  const dynamo = memoryDynamo();
  endpoint = await startAwsEndpoint(dynamo);
  const client = clientOf(dynamo);
  const control = await controlTable(client);
  const tables = await frontierTables(client);
  const alerts = [{ name: 'moss', query: 'moss', webhook: 'https://hooks.example/' }];
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], alerts });
  await endpoint.objects.put('data/settings/x.json', new TextEncoder().encode(JSON.stringify(settings)));
  const stored = dynamoControl(client, control);
  await stored.create('plants', 'settings/x.json', 0);
  countsOf = async (crawl) => (await stored.get(crawl))?.counts;
  stubHandlerEnvironment(
    endpoint,
    { ...tables, control },
    {
      ANNOTATIONS_TABLE: await annotationsTable(client),
      LOCKS_TABLE: await locksTable(client),
      ROBOTS_TABLE: await robotsTable(client),
    },
  );
  ({ handler } = await import('../../functions/admin.ts'));
});
afterAll(async () => {
  await endpoint.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('evaluates the alerts of the crawl, with its state in S3', async () => {
  const call = (crawl: string) =>
    handler({ scheduled: { crawl, name: 'ALERTS', at: '' } }, { getRemainingTimeInMillis: () => 100_000 } as never);
  await call('plants');
  expect(logged).toEqual([expect.objectContaining({ event: 'alert', crawl: 'plants', name: 'moss', isNew: true })]);
  const stored: string[] = [];
  for await (const key of endpoint.objects.list('data/alerts/')) stored.push(key.replace(/[0-9a-f]{32}/, 'x'));
  expect(stored).toEqual(['data/alerts/plants/x.ids', 'data/alerts/plants/x.json']);
  // The lock is free again, and the alert is known.
  await call('plants');
  expect(logged).toHaveLength(1);
  await call('ferns');
  expect(logged.slice(1)).toEqual([{ event: 'schedule-removed', crawl: 'ferns', name: 'ALERTS' }]);
});

test('the crawl pays for the evaluation of its alerts', async () => {
  const before = (await countsOf('plants')) ?? {};
  const call = { scheduled: { crawl: 'plants', name: 'ALERTS', at: '' } };
  await handler(call, { getRemainingTimeInMillis: () => 100_000 } as never);
  const after = (await countsOf('plants')) ?? {};
  const grown = Object.keys(after).filter((name) => after[name]! > (before[name] ?? 0));
  expect(grown).toEqual(expect.arrayContaining(['usage.dynamodb.reads', 'usage.s3.gets']));
});

/** The handler of search, while the table of annotations is throttled. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import { type DynamoCall, DynamoError, memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { annotationsTable, controlTable, frontierTables, robotsTable } from '../services/engines/tables.ts';
import { startAwsEndpoint } from './aws-endpoint.ts';
import { stubHandlerEnvironment } from './handler-environment.ts';

let endpoint: Awaited<ReturnType<typeof startAwsEndpoint>>;
let handler: typeof import('../../functions/search.ts').handler;
beforeAll(async () => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  const dynamo = memoryDynamo();
  const client = clientOf(dynamo);
  const control = await controlTable(client);
  const annotations = await annotationsTable(client);
  const throttled: DynamoCall = (operation, input) => {
    if (JSON.stringify(input).includes(annotations))
      throw new DynamoError('ThrottlingException', 'Throughput exceeds the maximum');
    return dynamo(operation, input);
  };
  endpoint = await startAwsEndpoint(throttled);
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'] });
  await endpoint.objects.put('data/settings/x.json', new TextEncoder().encode(JSON.stringify(settings)));
  await dynamoControl(client, control).create('plants', 'settings/x.json', 0);
  const tables = await frontierTables(client);
  stubHandlerEnvironment(
    endpoint,
    { ...tables, control },
    { ANNOTATOR_CLAIM: 'name', ANNOTATIONS_TABLE: annotations, ROBOTS_TABLE: await robotsTable(client) },
  );
  ({ handler } = await import('../../functions/search.ts'));
});
afterAll(async () => {
  await endpoint.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const request = (path: string, query: string) =>
  handler({
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'search.example', accept: 'application/json' },
    requestContext: { http: { method: 'GET', path }, domainName: 'search.example' },
    isBase64Encoded: false,
  } as never) as Promise<{ statusCode: number; body: string; headers: Record<string, string> }>;

test('a query with annotation: asks the client to try again', async () => {
  const { statusCode, headers, body } = await request('/search', 'q=annotation%3Amap');
  expect([statusCode, headers['retry-after']]).toEqual([503, '10']);
  expect(JSON.parse(body)).toMatchObject({ type: 'urn:problem-type:thresher:search-unavailable' });
});

test('so does the list of annotations', async () => {
  const { statusCode, headers } = await request('/annotations', '');
  expect([statusCode, headers['retry-after']]).toEqual([503, '10']);
});

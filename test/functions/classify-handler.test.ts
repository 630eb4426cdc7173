import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { lineOf, link } from '../classify/documents.ts';
import { memoryObjects } from '../memory-objects.ts';
import { controlTable, frontierTables } from '../services/engines/tables.ts';
import { startAwsEndpoint } from './aws-endpoint.ts';
import { stubHandlerEnvironment } from './handler-environment.ts';

let endpoint: Awaited<ReturnType<typeof startAwsEndpoint>>;
let frontier: Frontier;
let handler: typeof import('../../functions/classify.ts').handler;
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const dynamo = memoryDynamo();
  endpoint = await startAwsEndpoint(dynamo);
  const client = clientOf(dynamo);
  const [control, tables] = [await controlTable(client), await frontierTables(client)];
  frontier = dynamoFrontier(client, tables, memoryObjects());
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'] });
  await endpoint.objects.put('data/settings/x.json', new TextEncoder().encode(JSON.stringify(settings)));
  await dynamoControl(client, control).create('plants', 'settings/x.json', 0);
  stubHandlerEnvironment(endpoint, { ...tables, control }, { OWN_QUEUE_URL: `${endpoint.url}/queue` });
  ({ handler } = await import('../../functions/classify.ts'));
});
afterAll(async () => {
  await endpoint.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('enqueues a link once that the objects of several invocations contain', async () => {
  for (const name of ['one', 'two']) {
    const links = ['http://a.example/menu', `http://a.example/to-${name}`].map((target) => link(target));
    const page = lineOf({ url: `http://a.example/${name}` as never, text: name, links });
    const key = `clean/plants/${name}`;
    await endpoint.objects.put(`data/${key}`, writeJsonLines([page]));
    const record = { messageId: name, body: JSON.stringify({ crawl: 'plants', key }), receiptHandle: name };
    const event = { Records: [{ ...record, attributes: { ApproximateReceiveCount: '1' } }] };
    const context = { getRemainingTimeInMillis: () => 100_000 };
    expect(await handler(event as never, context as never, () => {})).toEqual({ batchItemFailures: [] });
  }
  const { items } = await frontier.readInbox({ crawl: 'plants', host: 'a.example' }, 100);
  const links = items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url));
  expect(links.sort()).toEqual(['http://a.example/menu', 'http://a.example/to-one', 'http://a.example/to-two']);
});

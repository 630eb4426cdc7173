/** Throttled requests and lost responses: which requests are retried, how often, and which errors remain. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { dynamoClient, s3Client, sqsClient } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { sqsQueue } from '../../shared/aws/sqs/sqs-queue.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import { ownIndex } from './engines/indices.ts';
import { type Answer, type ProxiedRequest, startProxy } from './engines/proxy.ts';
import { makeQueue, openObjects } from './engines/stores.ts';
import { controlTable, locksTable } from './engines/tables.ts';

const NOW = Date.UTC(2026, 0, 1);

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close();
});

async function proxy(
  target: string,
  before: (request: ProxiedRequest) => Answer | undefined | Promise<Answer | undefined>,
) {
  const one = await startProxy(target, { before });
  opened.push(one);
  return one.url;
}

/** Refuses all matching requests except every `passEach`-th. */
function refuseMost(refusal: Answer, passEach: number, isMatch: (request: ProxiedRequest) => boolean = () => true) {
  const count = { requests: 0, refused: 0 };
  const before = (request: ProxiedRequest) => {
    if (!isMatch(request) || ++count.requests % passEach === 0) return undefined;
    count.refused++;
    return refusal;
  };
  return { count, before };
}

const THROTTLED: Answer = {
  status: 400,
  body: {
    __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  },
};
const SLOW_DOWN: Answer = { status: 503, body: '<Error><Code>SlowDown</Code><Message>less</Message></Error>' };
const BUSY: Answer = { status: 429, body: { status: 429, error: { type: 'rejected', reason: 'queue is full' } } };

// These tests run at the same time: most wait for the next attempt.
describe.concurrent('DynamoDB that throttles', () => {
  test('adds every count once although two of three requests are refused', async () => {
    const direct = await engine('dynamodb');
    const table = await controlTable(dynamoClient(localClientOptions(direct)));
    const { count, before } = refuseMost(THROTTLED, 3);
    const control = dynamoControl(dynamoClient(localClientOptions(await proxy(direct, before))), table);
    await control.create('plants', 'key', NOW);
    for (let i = 0; i < 8; i++) await control.addUsage('plants', { pages: 1 });
    expect((await control.get('plants'))?.counts).toEqual({ pages: 8 });
    expect(count.refused).toBeGreaterThan(15);
  });

  test('acquires a lock even if the response was lost', async () => {
    const direct = await engine('dynamodb');
    const table = await locksTable(dynamoClient(localClientOptions(direct)));
    let lost = 0;
    const url = await proxy(direct, async ({ path, method, headers, body }) => {
      if (lost++ > 0) return undefined;
      // The table processes the request, but the response is lost.
      const sent = Object.fromEntries(
        Object.entries(headers).filter(([name]) => /^(x-amz|auth|content-type)/.test(name)),
      );
      await fetch(new URL(path, direct), {
        method,
        headers: sent as Record<string, string>,
        body: new Uint8Array(body),
      });
      return { status: 500, body: { __type: 'InternalServerError', message: 'lost' } };
    });
    const locks = dynamoHostLock(dynamoClient(localClientOptions(url)), table);
    const lease = { token: 'mine', now: NOW, leaseMs: 1_000, pauseMs: 5 };
    expect(await locks.acquire('a.example', lease)).toMatchObject({ acquired: true, lock: { token: 'mine' } });
    expect(lost).toBe(2);
  });

  test('rejects after five attempts if a table refuses every request', async () => {
    const direct = await engine('dynamodb');
    const table = await controlTable(dynamoClient(localClientOptions(direct)));
    const { count, before } = refuseMost(THROTTLED, Number.POSITIVE_INFINITY);
    const control = dynamoControl(dynamoClient(localClientOptions(await proxy(direct, before))), table);
    await expect(control.get('plants')).rejects.toThrow(/throughput/);
    expect(count.refused).toBe(5);
  });
});

test.concurrent('retries S3 requests after SlowDown and stores the whole object', async () => {
  const direct = await engine('s3');
  const { count, before } = refuseMost(SLOW_DOWN, 3, ({ method, path }) => method === 'PUT' && path.includes('/raw/'));
  const objects = await openObjects(s3Client(localClientOptions(await proxy(direct, before))));
  const body = Buffer.alloc(300_000, 'page');
  await objects.put('raw/plants/a', body, { ifAbsent: true });
  expect(Buffer.compare((await objects.get('raw/plants/a'))!, body)).toBe(0);
  expect(count.refused).toBe(2);
});

test.concurrent('retries SQS requests after two failures and sends every message', async () => {
  const direct = await engine('elasticmq');
  const places = await makeQueue(sqsClient(localClientOptions(direct)), {
    maxReceives: 3,
    hasDeadLetters: true,
    retentionMs: 60_000,
  });
  const { count, before } = refuseMost({ status: 503, body: { __type: 'ServiceUnavailable', message: 'no' } }, 3);
  const queue = sqsQueue<number>(sqsClient(localClientOptions(await proxy(direct, before))), places);
  await queue.send([1, 2, 3]);
  expect(count.refused).toBe(2);
  expect((await sqsQueue<number>(sqsClient(localClientOptions(direct)), places).depth()).waiting).toBe(3);
});

const isBulk = ({ path }: ProxiedRequest) => path.endsWith('/_bulk');
const client = (endpoint: string) => createSearchClient({ endpoint, signing: 'none', region: 'eu-north-1' });
const pages = (count: number, text = 'text') =>
  Array.from({ length: count }, (_, n) => seen(`x${n}`, `http://a.example/${n}`, { text }));

describe.concurrent('OpenSearch that is busy', () => {
  test('retries a refused request after a delay', async () => {
    const direct = await engine('opensearch');
    const { count, before } = refuseMost(BUSY, 3, isBulk);
    const { index, remove } = ownIndex(client(await proxy(direct, before)));
    const began = performance.now();
    await index.write('main', pages(5));
    expect(performance.now() - began).toBeGreaterThan(700);
    expect(count.refused).toBe(2);
    await client(direct).indices.refresh();
    expect(await index.count('main')).toBe(5);
    await remove();
  });

  test('rejects after six attempts if the engine stays busy, with no request pending', async () => {
    const direct = await engine('opensearch');
    const { count, before } = refuseMost(BUSY, Number.POSITIVE_INFINITY, isBulk);
    const { index, remove } = ownIndex(client(await proxy(direct, before)));
    await expect(index.write('main', pages(5))).rejects.toThrow();
    expect(count.refused).toBe(6);
    await remove();
  });

  test('retries only refused records, and reports a permanently rejected one after writing all others', async () => {
    const direct = await engine('opensearch');
    const sent: string[][] = [];
    const url = await proxy(direct, async (request) => {
      if (!isBulk(request)) return undefined;
      const lines = unzipped(request.body).trim().split('\n');
      const ids = lines.filter((_, i) => i % 2 === 0).map((line) => JSON.parse(line).update._id as string);
      sent.push(ids);
      const answered = await fetch(new URL('/_bulk?require_alias=true', direct), {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        // Refused records do not reach the engine.
        body: `${lines.filter((_, i) => !turnsAway(ids[i >> 1]!, sent.length)).join('\n')}\n`,
      });
      const { items } = (await answered.json()) as { items: { update: { _id: string } }[] };
      const refused = ids.filter((id) => turnsAway(id, sent.length)).map((id) => ({ update: refusalOf(id) }));
      return { status: 200, body: { took: 1, errors: true, items: [...items, ...refused] } };
    });
    const { index, remove } = ownIndex(client(url));
    await expect(index.write('main', pages(210))).rejects.toThrow(/1 record refused; x3: 400/);
    // Batches of 200 and 10; the refused record of the first batch is retried alone.
    expect(sent.map((ids) => ids.length)).toEqual([200, 1, 10]);
    expect(sent[1]).toEqual(['x2']);
    await client(direct).indices.refresh();
    expect(await index.count('main')).toBe(209);
    await remove();
  });

  test('limits requests by bytes, not by characters', async () => {
    const direct = await engine('opensearch');
    const bytes: number[] = [];
    const url = await proxy(direct, (request) => {
      if (isBulk(request)) bytes.push(Buffer.byteLength(unzipped(request.body)));
      return undefined;
    });
    const { index, remove } = ownIndex(client(url));
    // Per page 300,000 characters, most of which take two bytes, and as many again in the analysed words.
    await index.write('main', pages(10, 'мох '.repeat(75_000)));
    expect(bytes.length).toBeGreaterThan(1);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(5_000_000);
    await client(direct).indices.refresh();
    expect(await index.count('main')).toBe(10);
    await remove();
  });

  test('waits half a minute for the first response of an engine that wakes up, and writes once', async () => {
    const direct = await engine('opensearch');
    let bulks = 0;
    const asleep = new Promise((resolve) => setTimeout(resolve, 30_000));
    const url = await proxy(direct, async (request) => {
      if (isBulk(request)) bulks++;
      await asleep;
      return undefined;
    });
    const { index, remove } = ownIndex(client(url));
    await index.write('main', pages(3));
    await client(direct).indices.refresh();
    expect(await index.count('main')).toBe(3);
    expect(bulks).toBe(1);
    await remove();
  });
});

describe('OpenSearch with signed requests', () => {
  // One after the other: they change the environment.
  test.each(['es', 'aoss'] as const)('signs requests for %s with the digest of the body', async (signing) => {
    const [id, secret] = [process.env['AWS_ACCESS_KEY_ID'], process.env['AWS_SECRET_ACCESS_KEY']];
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });
    try {
      const requests: ProxiedRequest[] = [];
      const url = await proxy(await engine('opensearch'), (request) => {
        requests.push(request);
        return undefined;
      });
      const { index, remove } = ownIndex(createSearchClient({ endpoint: url, signing, region: 'eu-north-1' }));
      await index.write('main', pages(2));
      for (const { headers, body } of requests) {
        const { authorization = '' } = headers;
        expect(authorization).toMatch(
          new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/eu-north-1/${signing}/aws4_request`),
        );
        expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(body).digest('hex'));
      }
      expect(requests.filter(isBulk)).toHaveLength(1);
      await remove();
    } finally {
      for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

/** x2 is refused the first time, x3 always. */
const turnsAway = (id: string, times: number) => id === 'x3' || (id === 'x2' && times === 1);
const refusalOf = (_id: string) =>
  _id === 'x3'
    ? { _id, status: 400, error: { type: 'mapper_parsing_exception', reason: 'no' } }
    : { _id, status: 429, error: { type: 'rejected_execution_exception', reason: 'full' } };
const unzipped = (body: Buffer) => gunzipSync(body).toString();

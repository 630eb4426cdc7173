/** Runs a deployable bundle under the runtime client with which AWS runs Node functions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleHandlers } from '../../../infra/bundle.ts';
import { s3Client, sqsClient } from '../../../shared/aws/clients.ts';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import { sqsQueue } from '../../../shared/aws/sqs/sqs-queue.ts';
import type { Capture } from '../../../shared/fetch/warc/capture.ts';
import { warcRecords } from '../../../shared/fetch/warc/warc-write.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { localClientOptions } from '../engines/engine.ts';
import { KEYS } from '../engines/recipes.ts';
import { openStack, type Stack } from '../stack/stack.ts';
import { startTap, type Tap } from '../stack/tap.ts';
import { type Invocation, invokeUnderClient, runtimeClient } from './runtime.ts';

const CRAWL = 'runtime';
const GOOD = { crawl: CRAWL, key: `raw/${CRAWL}/2026-01-01/good.warc.gz` };
const BAD = { crawl: CRAWL, key: `raw/${CRAWL}/2026-01-01/lost.warc.gz` };

let stack: Stack;
let tap: Tap;
let folder: string;
let invocations: Invocation[];

beforeAll(async () => {
  const client = await runtimeClient();
  folder = mkdtempSync(join(tmpdir(), 'thresher-runtime-'));
  await bundleHandlers(folder, ['clean']);
  stack = await openStack();
  tap = await startTap(stack.engines);
  await stack.create(readSettings({ crawl: CRAWL, seeds: ['http://bog.example/'] }));
  await objects().put(GOOD.key, Buffer.concat(captures()));
  invocations = await invokeUnderClient(client, {
    folder: join(folder, 'clean'),
    handler: 'index.handler',
    env: {
      ...stack.environment,
      OWN_QUEUE_URL: stack.environment['CAPTURES_QUEUE_URL']!,
      AWS_ENDPOINT_URL: tap.url,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    events: [{ Records: [record('good', GOOD), record('bad', BAD)] }, { Records: [record('again', GOOD)] }],
    limitS: 60,
  });
}, 600_000);
afterAll(async () => {
  await stack?.close();
  await tap?.close();
  if (folder) rmSync(folder, { recursive: true });
});

const objects = () => {
  const { RAW_BUCKET, DATA_BUCKET } = stack.environment;
  return s3Objects(s3Client(localClientOptions(stack.engines.s3!)), { raw: RAW_BUCKET!, data: DATA_BUCKET! });
};

function captures(): Uint8Array[] {
  const body = Buffer.from(
    '<title>A bog</title><main><p>Sundews grow in bogs, where the soil has little to give.</main>',
  );
  let id = 0;
  const capture: Capture = {
    url: 'http://bog.example/' as Url,
    fetchedAt: Date.UTC(2026, 0, 1),
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    requestHeaders: [],
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body,
    truncated: false,
    address: '127.0.0.1',
    record: 'response',
    payloadDigest: 'none',
    note: { depth: 0, class: 0 },
  };
  return warcRecords(capture, () => `id${id++}`).bytes;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const record = (messageId: string, message: ObjectMessage) => ({
  messageId,
  receiptHandle: messageId,
  body: JSON.stringify(message),
  attributes: { ApproximateReceiveCount: '1' },
  messageAttributes: {},
  eventSource: 'aws:sqs',
});

test('reports only the failed message of a batch for redelivery', () => {
  expect(invocations.map(({ result, error }) => result ?? error)).toEqual([
    { batchItemFailures: [{ itemIdentifier: 'bad' }] },
    { batchItemFailures: [] },
  ]);
});

test('stores the documents of successful messages and sends messages to the next stage', async () => {
  const key = GOOD.key.replace('raw/', 'clean/').replace('.warc.gz', '.jsonl.zst');
  expect(await objects().get(key)).toBeDefined();
  const queue = sqsQueue<ObjectMessage>(sqsClient(localClientOptions(stack.engines.sqs!)), {
    url: stack.environment['DOCUMENTS_QUEUE_URL']!,
  });
  const received = await queue.receive(10, 30_000);
  expect(received.map(({ message }) => message)).toEqual([
    { crawl: CRAWL, key },
    { crawl: CRAWL, key },
  ]);
});

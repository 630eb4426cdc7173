import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test } from 'vitest';
import { dynamoClient, s3Client } from '../../shared/aws/clients.ts';
import { s3Objects } from '../../shared/aws/s3/s3-objects.ts';
import { isAwsUnavailable } from '../../shared/aws/unavailable.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server in place of AWS and returns the options of a client. */
async function connect(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return options((server.address() as AddressInfo).port);
}

const options = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'eu-north-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  maxAttempts: 1,
});

/** A server that answers with a status and an error type of DynamoDB. */
const failWith =
  (status: number, type?: string): RequestListener =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', connection: 'close' })
      .end(type && JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' }));

const getItem = async (listener: RequestListener): Promise<unknown> =>
  dynamoClient(await connect(listener))
    .send(new GetItemCommand({ TableName: 'crawls', Key: { crawl: { S: 'plants' } } }))
    .catch((error: unknown) => error);

test.each<[string, RequestListener]>([
  ['an internal error', failWith(500, 'InternalServerError')],
  ['a gateway without a service', failWith(503)],
  ['a throttled table', failWith(400, 'ProvisionedThroughputExceededException')],
  ['a throttled account', failWith(400, 'ThrottlingException')],
  ['a closed connection', (_, response) => response.destroy()],
])('reports an outage of tables by %s', async (_, listener) => {
  expect(isAwsUnavailable(await getItem(listener))).toBe(true);
});

test('reports an outage if nothing listens', async () => {
  const { endpoint } = await connect(() => {});
  for (const close of closers.splice(0)) close();
  const error = await dynamoClient(options(Number(new URL(endpoint).port)))
    .send(new GetItemCommand({ TableName: 'crawls', Key: { crawl: { S: 'plants' } } }))
    .catch((thrown: unknown) => thrown);
  expect(isAwsUnavailable(error)).toBe(true);
});

test.each([
  'ValidationException',
  'ResourceNotFoundException',
  'AccessDeniedException',
  'ConditionalCheckFailedException',
])('reports no outage by %s', async (type) => {
  const error = await getItem(failWith(400, type));
  expect([error instanceof Error && error.name, isAwsUnavailable(error)]).toEqual([type, false]);
});

test('reports no outage by an error of our own', () => {
  expect([new Error('no such object'), 'text', undefined].map(isAwsUnavailable)).toEqual([false, false, false]);
});

test('reports an outage if an object ends before its length', async () => {
  const objects = s3Objects(
    s3Client(
      await connect((_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('part');
        setTimeout(() => response.destroy(), 20);
      }),
    ),
    { raw: 'raw', data: 'data' },
  );
  const error = await objects.get('raw/plants/1').catch((thrown: unknown) => thrown);
  expect(isAwsUnavailable(error)).toBe(true);
});

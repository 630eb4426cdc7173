import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BatchGetItemCommand, GetItemCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dynamoClient, s3Client, sqsClient } from '../../shared/aws/clients.ts';
import { meterSearch } from '../../shared/aws/metered.ts';

/** A server with responses set by the test. Requests go through the real SDK. */
let answer: (request: IncomingMessage, body: string, response: ServerResponse) => void;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  answer(request, body, response);
});

let used: Record<string, number>;
let sentBodies: string[];
const count = (name: string, n: number) => {
  used[name] = (used[name] ?? 0) + n;
};
const options = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  region: 'eu-north-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  used = {};
  sentBodies = [];
});

const json = (body: object, status = 200) => {
  answer = (_request, sent, response) => {
    sentBodies.push(sent);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  };
};

describe('DynamoDB', () => {
  const key = { TableName: 'heads', Key: { host: { S: 'a.example' } } };

  test('requests and counts the consumed units, those of an index separately', async () => {
    const GlobalSecondaryIndexes = { due: { CapacityUnits: 2 } };
    json({ ConsumedCapacity: { CapacityUnits: 5, Table: { CapacityUnits: 3 }, GlobalSecondaryIndexes } });
    await dynamoClient(options(), count).send(new UpdateItemCommand(key));
    expect(JSON.parse(sentBodies[0]!)).toMatchObject({ ReturnConsumedCapacity: 'INDEXES' });
    expect(used).toEqual({
      'dynamodb.UpdateItem.calls': 1,
      'dynamodb.UpdateItem.writes': 3,
      'dynamodb.UpdateItem.index-writes': 2,
    });
  });

  test('counts a failed condition as a write of the existing item', async () => {
    const Item = { host: { S: 'a.example' }, manifest: { S: 'x'.repeat(1_500) } };
    json({ __type: 'ConditionalCheckFailedException', message: 'no', Item }, 400);
    await expect(dynamoClient(options(), count).send(new UpdateItemCommand(key))).rejects.toThrow('no');
    expect(used).toEqual({ 'dynamodb.UpdateItem.calls': 1, 'dynamodb.UpdateItem.writes': 2 });
    json({ __type: 'ConditionalCheckFailedException', message: 'no' }, 400);
    await expect(dynamoClient(options(), count).send(new UpdateItemCommand(key))).rejects.toThrow('no');
    expect(used['dynamodb.UpdateItem.writes']).toBe(3);
  });

  test('counts nothing for other errors', async () => {
    json({ __type: 'ValidationException', message: 'wrong' }, 400);
    await expect(dynamoClient(options(), count).send(new UpdateItemCommand(key))).rejects.toThrow('wrong');
    expect(used).toEqual({});
  });

  test.each([
    ['half a unit', new GetItemCommand(key), 0.5],
    ['one unit if read consistently', new GetItemCommand({ ...key, ConsistentRead: true }), 1],
  ])('counts a read of a missing item as %s', async (_, command, units) => {
    json({});
    await dynamoClient(options(), count).send(command);
    expect(used).toEqual({ 'dynamodb.GetItem.calls': 1, 'dynamodb.GetItem.reads': units });
  });

  test('counts each key of a batch, whether it exists or not, and all that a query reads', async () => {
    const client = dynamoClient(options(), count);
    json({ ConsumedCapacity: [{ CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } }] });
    await client.send(new BatchGetItemCommand({ RequestItems: { heads: { Keys: [key.Key, key.Key, key.Key] } } }));
    json({ ConsumedCapacity: { CapacityUnits: 12.5, Table: { CapacityUnits: 12.5 } } });
    await client.send(new QueryCommand({ TableName: 'heads' }));
    expect(used['dynamodb.BatchGetItem.reads']).toBe(1.5);
    expect(used['dynamodb.Query.reads']).toBe(12.5);
  });
});

describe('SQS', () => {
  test('counts a request for each 64 KB', async () => {
    json({ Successful: [], Failed: [] });
    const client = sqsClient(options(), count);
    const send = (...bodies: string[]) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: `${options().endpoint}/0/q`,
          Entries: bodies.map((MessageBody, i) => ({ Id: `${i}`, MessageBody })),
        }),
      );
    await send('a', 'b');
    expect(used).toEqual({ 'sqs.SendMessageBatch.requests': 1 });
    await send('a'.repeat(60_000), 'b'.repeat(60_000));
    expect(used).toEqual({ 'sqs.SendMessageBatch.requests': 3 });
  });

  test('counts an empty response as one request, and a long one as several', async () => {
    const client = sqsClient(options(), count);
    const receive = () => client.send(new ReceiveMessageCommand({ QueueUrl: `${options().endpoint}/0/q` }));
    json({});
    await receive();
    expect(used).toEqual({ 'sqs.ReceiveMessage.requests': 1 });
    const Body = 'ä'.repeat(40_000);
    json({ Messages: [{ MessageId: '1', Body, MD5OfBody: '5c9fbbd0a3d2d2e5a2ba2e0fe8ac4a9f' }] });
    await receive().catch(() => {});
    expect(used['sqs.ReceiveMessage.requests']).toBeGreaterThanOrEqual(2);
  });
});

describe('S3', () => {
  const place = { Bucket: 'data', Key: 'a/b' };

  test.each([
    ['a put', () => new PutObjectCommand({ ...place, Body: Buffer.from('four') }), { puts: 1, 'bytes-in': 4 }],
    ['a list, at the price of a put', () => new ListObjectsV2Command({ Bucket: 'data' }), { puts: 1 }],
    [
      'a delete, which is free',
      () => new DeleteObjectsCommand({ Bucket: 'data', Delete: { Objects: [place] } }),
      { deletes: 1 },
    ],
  ])('%s', async (_, command, units) => {
    answer = (_request, _body, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end('<a/>');
    const client = s3Client(options(), count);
    await client.send(command() as PutObjectCommand);
    const operation = Object.keys(used)[0]!.split('.')[1];
    expect(used).toEqual(Object.fromEntries(Object.entries(units).map(([unit, n]) => [`s3.${operation}.${unit}`, n])));
  });

  test('counts each attempt of a get, and its bytes', async () => {
    let tries = 0;
    answer = (_request, _body, response) => {
      if (++tries === 1) return void response.writeHead(503).end();
      response.writeHead(200, { 'content-length': 5 }).end('bytes');
    };
    const { Body } = await s3Client(options(), count).send(new GetObjectCommand(place));
    expect(await Body?.transformToString()).toBe('bytes');
    expect(used).toEqual({ 's3.GetObject.gets': 2, 's3.GetObject.bytes-out': 5 });
  });

  test('counts a get of a missing object', async () => {
    answer = (_request, _body, response) =>
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    await expect(s3Client(options(), count).send(new GetObjectCommand(place))).rejects.toThrow();
    expect(used).toEqual({ 's3.GetObject.gets': 1 });
  });
});

test('counts the requests and bytes of a search engine', async () => {
  answer = (_request, _body, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"hits":{"hits":[]}}');
  const client = meterSearch(new Client({ node: options().endpoint }), count);
  await client.bulk({ body: ['{"index":{"_id":"1"}}', '{"a":1}'] as unknown as Record<string, unknown>[] });
  await client.search({ index: 'plants', body: { query: { match_all: {} } } });
  await client.indices.exists({ index: 'plants' });
  expect(used).toEqual({
    'search.bulk.requests': 1,
    'search.bulk.bytes-in': '{"index":{"_id":"1"}}\n{"a":1}\n'.length,
    'search.search.requests': 1,
    'search.search.bytes-in': '{"query":{"match_all":{}}}'.length,
    'search.index.requests': 1,
  });
});

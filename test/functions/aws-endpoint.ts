import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerOf } from '../aws/dynamo/dynamo-transport.ts';
import type { DynamoCall } from '../aws/dynamo/memory-dynamo.ts';
import { memoryObjects } from '../memory-objects.ts';

/**
 * Starts a server that stands in for DynamoDB and S3, so that a test can call a function's handler as Lambda does.
 *
 * @returns its URL for `AWS_ENDPOINT_URL`; objects by `<bucket>/<key>`
 */
export async function startAwsEndpoint(dynamo: DynamoCall) {
  const objects = memoryObjects();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const target = request.headers['x-amz-target'];
    if (typeof target === 'string') {
      const { statusCode, answer } = await answerOf(dynamo, target, body.toString());
      response.writeHead(statusCode, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.slice(1));
    if (searchParams.get('list-type') === '2') {
      const bucket = `${key.replace(/\/$/, '')}/`;
      const keys: string[] = [];
      for await (const one of objects.list(bucket + searchParams.get('prefix'))) keys.push(one.slice(bucket.length));
      const contents = keys.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
      return;
    }
    if (request.method === 'PUT') {
      await objects.put(key, body);
      response.end();
      return;
    }
    const found = await objects.get(key);
    if (found) response.end(found);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

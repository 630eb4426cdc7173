import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { s3Client } from '../../../shared/aws/clients.ts';
import { s3Objects } from '../../../shared/aws/s3/s3-objects.ts';
import { ObjectExistsError } from '../../../shared/ports/objects.ts';

const BYTES = Buffer.alloc(3_000_000, 'x');

/** Objects in a store that resets the connection of every put. @param stored what it returns for any key; absent: nothing is stored */
async function storeThatResets(stored?: Uint8Array) {
  const requests: string[] = [];
  const server = createServer(({ method }, response) => {
    requests.push(method!);
    if (method === 'PUT') (response.socket as Socket).resetAndDestroy();
    else if (stored) response.end(stored);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const options = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-north-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  return { objects: s3Objects(s3Client(options), { raw: 'raw', data: 'data' }), requests };
}

test('a put that finds another object throws ObjectExistsError, also if the connection is reset instead of an answer', async () => {
  const { objects } = await storeThatResets(Buffer.from('another'));
  await expect(objects.put('raw/a', BYTES, { ifAbsent: true })).rejects.toThrow(ObjectExistsError);
});

test('a put whose answer is lost has stored the object', async () => {
  const { objects, requests } = await storeThatResets(BYTES);
  await objects.put('raw/a', BYTES, { ifAbsent: true });
  expect(requests).toEqual(['PUT', 'GET']);
});

test('a put that stores nothing throws the fault of the connection', async () => {
  const { objects } = await storeThatResets();
  await expect(objects.put('raw/a', BYTES, { ifAbsent: true })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a put that may overwrite throws the fault of the connection', async () => {
  const { objects, requests } = await storeThatResets(BYTES);
  await expect(objects.put('raw/a', BYTES)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(requests).toEqual(['PUT']);
});

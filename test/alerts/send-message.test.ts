import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendMessage } from '../../shared/alerts/send-message.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Number of requests, and the pauses between them. */
let requests: number;
let pauses: number[];

/** Posts a message to a server on this machine. */
async function sendTo(
  listener: RequestListener,
  allowPrivate = ['127.0.0.0/8'],
  firstByteMs = 60_000,
  signal = new AbortController().signal,
) {
  requests = 0;
  pauses = [];
  const server = createServer((request, response) => {
    requests++;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate, firstByteMs });
  closers.push(
    () => fetcher.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const sleep = async (ms: number) => void pauses.push(ms);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`;
  const clock = { now: () => 1_000_000, sleep };
  return sendMessage({ url }, { id: 'msg_1', body: '{}' }, { fetcher, clock }, signal);
}

test('delivers with a status 2xx', async () => {
  let headers = {};
  const failure = await sendTo((request, response) => {
    headers = request.headers;
    response.writeHead(202).end('thanks');
  });
  expect(failure).toBeUndefined();
  expect(headers).toMatchObject({
    ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': '1000', 'content-type': 'application/json', 'user-agent': 'test' },
  });
  expect(requests).toBe(1);
});

test('tries three times while the receiver is unavailable, and names only its host', async () => {
  const failure = await sendTo((_, response) => response.writeHead(503).end());
  expect(failure).toEqual({ message: expect.stringMatching(/^127\.0\.0\.1:\d+: status 503$/), isUnreachable: true });
  expect([requests, pauses]).toEqual([3, [1_000, 5_000]]);
});

test('delivers at the second attempt', async () => {
  expect(await sendTo((_, response) => response.writeHead(requests === 1 ? 500 : 200).end())).toBeUndefined();
  expect(requests).toBe(2);
});

test('waits as long as the receiver asks for', async () => {
  const failure = await sendTo((_, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  expect(failure).toMatchObject({ isUnreachable: true, notBefore: 1_120_000 });
  expect(requests).toBe(1);
});

test.each([400, 404, 410])('does not repeat what is refused with status %i', async (status) => {
  expect(await sendTo((_, response) => response.writeHead(status).end())).toMatchObject({ isUnreachable: false });
  expect(requests).toBe(1);
});

test('does not follow a redirect', async () => {
  const failure = await sendTo((_, response) => response.writeHead(307, { location: '/other' }).end());
  expect(failure).toEqual({ message: expect.stringContaining('status 307: a redirect'), isUnreachable: false });
  expect(requests).toBe(1);
});

test('connects to no private address that the settings do not permit', async () => {
  const failure = await sendTo((_, response) => response.writeHead(200).end(), []);
  expect(failure).toEqual({ message: expect.stringContaining('network.allowPrivate'), isUnreachable: false });
  expect(requests).toBe(0);
});

test('reads no more of a response than it needs', async () => {
  const endless = Buffer.alloc(1 << 20);
  const failure = await sendTo((_, response) => {
    const more = () => {
      while (response.write(endless));
      response.once('drain', more);
    };
    more();
  });
  expect(failure).toBeUndefined();
});

test('ends with a receiver that does not answer', async () => {
  const failure = await sendTo(() => {}, ['127.0.0.0/8'], 100);
  expect(failure).toMatchObject({ message: expect.stringContaining('timeout'), isUnreachable: true, isSilent: true });
  expect(failure).not.toHaveProperty('isDown');
  expect(requests).toBe(3);
});

test('says that an attempt was interrupted', async () => {
  const interrupt = new AbortController();
  const failure = await sendTo(() => interrupt.abort(), undefined, undefined, interrupt.signal);
  expect(failure).toEqual({ message: expect.stringMatching(/^127\.0\.0\.1:\d+: interrupted$/), isUnreachable: true });
  expect(requests).toBe(1);
});

test('a host without a server is down', async () => {
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'] });
  closers.push(() => fetcher.close());
  const clock = { now: () => 0, sleep: async () => {} };
  const message = { id: 'msg_1', body: '{}' };
  const failure = await sendMessage(
    { url: 'http://127.0.0.1:1/' },
    message,
    { fetcher, clock },
    new AbortController().signal,
  );
  expect(failure).toMatchObject({ isUnreachable: true, isDown: true });
});

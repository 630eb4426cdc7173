import { once } from 'node:events';
import { Server } from 'node:http';
import { connect } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../web/app.ts';
import { serve } from '../../web/server.ts';
import { aWorld } from './fixtures.ts';

const app = createApp(aWorld({}).ports);
/** Only ends what hangs. */
const LONG_MS = 60_000;

test('serves at the returned URL until it is closed', async () => {
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0 });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect((await fetch(url)).status).toBe(200);
  await close();
  await expect(fetch(url)).rejects.toThrow();
});

test('keeps connections open for longer than reverse proxies and clients use them', async () => {
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0 });
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=75, max=100');
  await close();
});

test.each([
  [undefined, 120_000],
  [10_000, 120_000],
  [30_000, 120_000],
  [60_000, 240_000],
  [1e12, 2 ** 31 - 1],
])('with searches of up to %j ms closes a connection after %i ms on which nothing moves', async (searchLimitMs, ms) => {
  const timeout = vi.spyOn(Server.prototype, 'setTimeout');
  onTestFinished(() => timeout.mockRestore());
  const { close } = await serve(app, { host: '127.0.0.1', port: 0, ...(searchLimitMs && { searchLimitMs }) });
  const [server] = timeout.mock.contexts as Server[];
  expect(server!.timeout).toBe(ms);
  await close();
});

test('rejects a port that is taken', async () => {
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0 });
  await expect(serve(app, { host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  await close();
});

test('answers at most 100 requests that one connection sends at once', async () => {
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request = 'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.end(request.repeat(150));
  let received = '';
  socket.setEncoding('latin1').on('data', (part) => {
    received += part;
  });
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(100);
  await close();
});

test.each([
  ['send nothing', ''],
  ['send a part of a request', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-More: '],
  ['send a part of a body', 'POST /sru HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nquery'],
  ['have their answer', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])('connections that %s keep no other client out', async (_what, sent) => {
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0, maxConnections: 3 });
  onTestFinished(close);
  const closed: number[] = [];
  for (const i of [0, 1, 2, 3, 4]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.resume().on('error', () => undefined);
    socket.once('close', () => closed.push(i));
    await once(socket, 'connect');
    if (sent !== '') socket.write(sent);
    expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200);
  }
  await vi.waitFor(() => expect(closed.slice(0, 2)).toEqual([0, 1]), LONG_MS);
});

test('refuses a connection while all others are being answered', async () => {
  const { promise: answer, resolve: finish } = Promise.withResolvers<void>();
  let asked = 0;
  const slow = {
    async fetch() {
      asked++;
      await answer;
      return new Response('late');
    },
  };
  const { url, close } = await serve(slow, { host: '127.0.0.1', port: 0, maxConnections: 2 });
  onTestFinished(close);
  const first = fetch(url);
  await vi.waitFor(() => expect(asked).toBe(1), LONG_MS);
  const second = fetch(url);
  await vi.waitFor(() => expect(asked).toBe(2), LONG_MS);
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await Promise.all([first, second].map(async (one) => (await one).text()))).toEqual(['late', 'late']);
});

test('reads forms whose length the client does not say, up to a limit', async () => {
  const { ports } = aWorld({});
  const judging = { token: 'secret', pages: () => Promise.reject(), judge: async () => true };
  const { url, close } = await serve(createApp({ ...ports, judging }), { host: '127.0.0.1', port: 0 });
  const post = async (form: string, method = 'POST') => {
    const body = form === '' ? null : new Blob([form]).stream();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    return (await fetch(`${url}judge`, { method, headers, body, duplex: 'half' } as RequestInit)).status;
  };
  expect(await post('token=secret&crawl=garden&url=http://a.example/&verdict=relevant')).toBe(200);
  expect(await post(`token=secret&crawl=${'x'.repeat(20_000)}`)).toBe(413);
  expect(await post('')).toBe(403);
  await close();
});

test.each([
  ['on many connections', 1],
  ['with many requests at once on each connection', 5],
])('closes connections of a client that does not read its answers, %s', async (_, requests) => {
  const body = new Uint8Array(20 << 20);
  const seen = new Set<string>();
  const open = new Set<string>();
  const fetch = (_request: Request, { incoming: { socket } }: HttpBindings) => {
    const client = `${socket.remoteAddress} ${socket.remotePort}`;
    if (!seen.has(client)) socket.once('close', () => open.delete(client));
    if (!seen.has(client)) open.add(client);
    seen.add(client);
    return new Response(body);
  };
  const app = { fetch } as Parameters<typeof serve>[0];
  const { url, close } = await serve(app, { host: '127.0.0.1', port: 0, maxUnreadBytes: 50 << 20 });
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const send = (localAddress: string, text: string) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress });
    socket.on('error', () => undefined).write(text);
    return socket.pause();
  };
  const reader = send('127.0.0.3', request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const slow = Array.from({ length: 6 }, () => send('127.0.0.2', request.repeat(requests)));
  await vi.waitUntil(() => seen.size === 7, LONG_MS);
  await vi.waitUntil(() => open.size <= 3, LONG_MS);
  expect([...open].join(' ')).toContain('127.0.0.3');
  let length = 0;
  for await (const part of reader) length += part.length;
  expect(length).toBeGreaterThan(body.length);
  for (const socket of slow) socket.destroy();
  await close();
});

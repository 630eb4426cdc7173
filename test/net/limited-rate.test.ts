/** Responses of real servers under a limit of bandwidth. */
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { certificate } from '../../demo/certificates.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, listening } from './bare-server.ts';
import { ftpServer } from './ftp-server.ts';

const { key, cert } = certificate({ names: ['bog.test'] });
const BODY = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251));
const RATE = { bytesPerSecond: 80_000, maxHeldMs: 600_000 };
/** Shorter than the body takes at the rate, and long enough for a handshake on a busy machine. */
const TIMEOUT_MS = 1_000;

function fetcherTo(port: number, rate = RATE) {
  const resolve = { '*.test': `127.0.0.1:${port}` };
  const options = { userAgent: 'test', allowPrivate: ['127.0.0.0/8'], firstByteMs: 60_000 };
  const made = httpFetcher({ ...options, resolve, ca: [cert], rate });
  atEnd(() => made.close());
  return made;
}

const http = (headers: Record<string, string | number>, body = BODY) =>
  listening(createServer((_request, response) => void response.writeHead(200, headers).end(body)));

const http2 = () =>
  listening(createSecureServer({ key, cert }, (_request, response) => void response.end(BODY)) as unknown as Server);

/** Ends the body by the end of the connection. */
const http10 = () => {
  const head = 'HTTP/1.0 200 OK\r\n\r\n';
  const answer = (socket: Socket) => socket.on('data', () => socket.end(Buffer.concat([Buffer.from(head), BODY])));
  return listening(createTcpServer(answer));
};

const FTP_BODY = Buffer.alloc(50_000, 'x');

test.each<[string, () => Promise<number>, string, number, Buffer]>([
  ['a length', () => http({ 'content-length': BODY.length }), 'http://bog.test/', 80_000, BODY],
  ['chunks', () => http({ 'transfer-encoding': 'chunked' }), 'http://bog.test/', 80_000, BODY],
  ['the end of its connection', http10, 'http://bog.test/', 80_000, BODY],
  ['HTTP/2', http2, 'https://bog.test/', 80_000, BODY],
  ['FTP', async () => (await ftpServer()).port, 'ftp://bog.test/long.txt', 20_000, FTP_BODY],
])('a body with %s arrives at the rate, and may take longer than its timeout', async (...row) => {
  const [, serve, url, bytesPerSecond, expected] = row;
  const fetcher = fetcherTo(await serve(), { ...RATE, bytesPerSecond });
  const started = performance.now();
  const answer = await fetcher.fetch(url as Url, { maxBytes: 1_000_000, timeoutMs: TIMEOUT_MS });
  expect(answer).toMatchObject({ kind: 'response', status: 200, truncated: false });
  expect(answer.kind === 'response' && Buffer.compare(answer.body, expected)).toBe(0);
  // The first second of the rate is free.
  const leastMs = (expected.length / bytesPerSecond - 1) * 1000 - 200;
  // Longer than the timeout, of which the time that the body is held is no part. On a busy machine less of the time is that.
  expect(performance.now() - started).toBeGreaterThan(Math.max(leastMs, TIMEOUT_MS));
  expect(answer.heldMs).toBeGreaterThan(0);
});

test('counts the bytes of compressed bodies as they are sent', async () => {
  const packed = gzipSync(Buffer.alloc(5_000_000));
  const port = await http({ 'content-encoding': 'gzip', 'content-length': packed.length }, packed);
  const answer = await fetcherTo(port).fetch('http://bog.test/' as Url, { maxBytes: 1_000_000, timeoutMs: 60_000 });
  expect(answer).toMatchObject({ kind: 'response', heldMs: 0 });
});

test('the responses of several hosts wait for each other', async () => {
  const fetcher = fetcherTo(await http({ 'content-length': BODY.length }), { ...RATE, bytesPerSecond: 400_000 });
  const started = performance.now();
  const urls = [1, 2, 3].map((i) => `http://bog${i}.test/` as Url);
  const limits = { maxBytes: 1_000_000, timeoutMs: 60_000 };
  const answers = await Promise.all(urls.map((url) => fetcher.fetch(url, limits)));
  expect(answers.map(({ kind }) => kind)).toEqual(['response', 'response', 'response']);
  expect(performance.now() - started).toBeGreaterThan(300);
});

test('a response that waits can be aborted', async () => {
  const fetcher = fetcherTo(await http({ 'content-length': BODY.length }), {
    bytesPerSecond: 1_000,
    maxHeldMs: 600_000,
  });
  const aborting = new AbortController();
  const limits = { maxBytes: 1_000_000, timeoutMs: 60_000, signal: aborting.signal };
  const waiting = ['http://a.test/', 'http://b.test/'].map((url) => fetcher.fetch(url as Url, limits));
  setTimeout(() => aborting.abort(), 300);
  expect(await Promise.all(waiting)).toMatchObject([{ reason: 'timeout' }, { reason: 'timeout' }]);
});

test('a server that sends nothing is not waited for', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 });
    response.write(BODY);
  });
  const fetcher = fetcherTo(await listening(server));
  const answer = await fetcher.fetch('http://bog.test/' as Url, { maxBytes: 1_000_000, timeoutMs: TIMEOUT_MS });
  expect(answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
  expect(answer.heldMs).toBeGreaterThan(0);
});

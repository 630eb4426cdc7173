import { createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { LocalFaultError } from '../../shared/http/local-fault.ts';
import { createBodyBudget, UNDECLARED_BODY_BYTES } from '../../shared/net/body-memory.ts';
import { resolveFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { ftpFetch } from '../../shared/net/ftp-fetch.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { FetchRequest } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, listening } from './bare-server.ts';
import { ftpServer } from './ftp-server.ts';

const optionsOf = (port: number) => ({
  userAgent: 'test',
  allowPrivate: ['127.0.0.0/8'],
  resolve: { 'ftp.test': `127.0.0.1:${port}` },
  firstByteMs: 60_000,
});

function fetcherOf(port: number) {
  const fetcher = httpFetcher(optionsOf(port));
  atEnd(() => fetcher.close());
  return fetcher;
}

async function get(port: number, path: string, request: Partial<FetchRequest> = {}) {
  return fetcherOf(port).fetch(`ftp://ftp.test${path}` as Url, { maxBytes: 10_000, timeoutMs: 60_000, ...request });
}

test('returns a file with its bytes, length and date', async () => {
  const { port, received } = await ftpServer();
  expect(await get(port, '/a.txt')).toMatchObject({
    kind: 'response',
    status: 200,
    body: Buffer.from('a file'),
    truncated: false,
    address: '127.0.0.1',
    headers: [
      ['Content-Length', '6'],
      ['Last-Modified', 'Wed, 01 Jan 2020 00:00:00 GMT'],
    ],
  });
  expect(received).toContain('USER anonymous');
});

test('returns a directory as a page of links', async () => {
  const { port } = await ftpServer();
  const answer = await get(port, '/dir/');
  expect(answer).toMatchObject({
    kind: 'response',
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
  });
  const html = answer.kind === 'response' ? Buffer.from(answer.body).toString() : '';
  expect(html).toContain('<a href="./a.txt">a.txt</a>');
  expect(html).toContain('<a href="./sub%20%26%20more/">sub &amp; more/</a>');
});

test('a long file waits for memory, and is cut if it alone exceeds the budget', async () => {
  const { port } = await ftpServer();
  const budget = createBodyBudget(11_000_000, 2_000_000);
  const options = resolveFetcherOptions(optionsOf(port));
  // Returns no body: comparing 12 MB takes a busy machine minutes.
  const get = async (path: string, signal?: AbortSignal) => {
    const limits = { maxBytes: 50_000_000, timeoutMs: 60_000, longBodies: budget };
    const answer = await ftpFetch(`ftp://ftp.test${path}`, { ...limits, ...(signal && { signal }) }, options);
    return answer.kind === 'response' ? { truncated: answer.truncated, length: answer.body.length } : answer;
  };
  const cut = { truncated: true, length: UNDECLARED_BODY_BYTES + 2_000_000 };
  expect(await get('/huge.txt')).toEqual(cut);
  const holding = new AbortController();
  const held = get('/held.txt', holding.signal);
  await vi.waitFor(() => expect(budget.bodies.bytesLeft()).toBe(11_000_000 - UNDECLARED_BODY_BYTES), 30_000);
  const leaving = new AbortController();
  const left = get('/huge.txt', leaving.signal);
  const waiting = get('/huge.txt');
  leaving.abort();
  expect(await left).toMatchObject({ kind: 'failure', reason: 'timeout' });
  holding.abort();
  expect(await held).toMatchObject({ kind: 'failure', reason: 'timeout' });
  expect(await waiting).toEqual(cut);
  expect([budget.bodies.bytesLeft(), budget.rests.bytesLeft()]).toEqual([11_000_000, 2_000_000]);
});

test('a file that waits for memory until its timeout is a fault of this machine, also if its stated size is wrong', async () => {
  const { port } = await ftpServer();
  const budget = createBodyBudget(2_000_000);
  budget.bodies.reserve(2_000_000, { onGranted() {} });
  const options = resolveFetcherOptions(optionsOf(port));
  // A busy machine takes a second to receive what needs no waiting.
  const limits = { maxBytes: 50_000_000, timeoutMs: 4_000, longBodies: budget };
  const fails = (path: string) =>
    expect(ftpFetch(`ftp://ftp.test${path}`, limits, options), path).rejects.toThrow(LocalFaultError);
  await Promise.all(['/huge.txt', '/lie.txt'].map(fails));
  expect(budget.bodies.bytesLeft()).toBe(0);
});

// path · request options · result
test.each<[string, Partial<FetchRequest>, object]>([
  ['/none.txt', {}, { status: 404 }],
  ['/dir', {}, { status: 301, headers: [['Location', '/dir/']] }],
  ['/long.txt', {}, { status: 200, truncated: true, body: Buffer.from('x'.repeat(10_000)) }],
  ['/a.txt', { headers: { 'if-modified-since': 'Thu, 02 Jan 2020 00:00:00 GMT' } }, { status: 304 }],
  ['/a.txt', { method: 'HEAD' }, { status: 200, body: new Uint8Array() }],
  ['/a.txt', { refuseBody: () => 'too-large' }, { status: 200, refused: 'too-large', body: new Uint8Array() }],
  ['/a%0d%0aDELE%20b.txt', {}, { kind: 'failure', reason: 'protocol' }],
])('%s with %j', async (path, request, outcome) => {
  const { port, received } = await ftpServer();
  expect(await get(port, path, request)).toMatchObject(outcome);
  expect(received.join('\n')).not.toContain('DELE');
});

test.each(['10,0,0,1', '169,254,169,254', '8,8,8,8'])(
  'ignores a data address of %s in the PASV reply',
  async (place) => {
    const { port } = await ftpServer(place);
    expect(await get(port, '/a.txt')).toMatchObject({ kind: 'failure' });
  },
);

test('does not connect to a private address', async () => {
  const { port, received } = await ftpServer();
  const fetcher = httpFetcher({ userAgent: 'test' });
  atEnd(() => fetcher.close());
  const outcome = await fetcher.fetch(`ftp://127.0.0.1:${port}/a.txt` as Url, { maxBytes: 10, timeoutMs: 1_000 });
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'private-address' });
  expect(received).toEqual([]);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['silence', () => {}, 'timeout'],
  ['an end', (socket) => socket.end(), 'connect'],
  ['another protocol', (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'), 'any'],
  [
    'greetings without end',
    (socket) => void setInterval(() => socket.destroyed || socket.write(`220-${'x'.repeat(1000)}\r\n`), 5).unref(),
    'any',
  ],
])('%s instead of a greeting fails in time', async (_what, answer, reason) => {
  const port = await listening(createServer((socket) => answer(socket)));
  // A long timeout: a busy machine must not make a request fail that ends by itself.
  const outcome = await get(port, '/a.txt', reason === 'connect' ? {} : { timeoutMs: 300 });
  expect(outcome).toMatchObject({ kind: 'failure', ...(reason === 'any' ? {} : { reason }) });
});

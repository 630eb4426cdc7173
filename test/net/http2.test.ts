import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { certificate } from '../../demo/certificates.ts';
import { compileHostHeaders } from '../../shared/http/host-headers.ts';
import { LocalFaultError } from '../../shared/http/local-fault.ts';
import { createBodyBudget } from '../../shared/net/body-memory.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, bareServer, listening } from './bare-server.ts';

const { key, cert } = certificate({ names: ['bog.test'] });

type Play = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

async function serve(play: Play, options = {}) {
  const server = createSecureServer({ key, cert, allowHTTP1: true, ...options }, play);
  server.on('sessionError', () => {}).on('stream', (stream) => stream.on('error', () => {}));
  const port = await listening(server as unknown as Server);
  return { port, server };
}

function fetcherTo(port: number, options = {}) {
  const resolve = { 'bog.test': `127.0.0.1:${port}` };
  const made = httpFetcher({
    userAgent: 'test',
    allowPrivate: ['127.0.0.0/8'],
    resolve,
    ca: [cert],
    firstByteMs: 60_000,
    ...options,
  });
  atEnd(() => made.close());
  return made;
}

const request = { maxBytes: 30_000, timeoutMs: 60_000 };
const PAGE = 'https://bog.test/a?b' as Url;

/** Repeats a request until it succeeds: the end of a connection is reported a moment after the request that failed. */
const nextResponse = (fetcher: ReturnType<typeof fetcherTo>) =>
  vi.waitFor(async () => {
    const answer = await fetcher.fetch(PAGE, request);
    if (answer.kind === 'failure') throw new Error(answer.detail);
    return answer;
  }, 60_000);

test('posts a body over HTTP/2', async () => {
  const { port } = await serve((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    incoming.on('end', () => response.end(`${incoming.method} ${incoming.headers['content-length']} ${body}`));
  });
  const fetcher = fetcherTo(port);
  for (const text of ['ü', 'moss'.repeat(50_000)]) {
    const answer = await fetcher.fetch(PAGE, {
      ...request,
      maxBytes: 300_000,
      method: 'POST',
      body: Buffer.from(text),
    });
    expect(answer).toMatchObject({ kind: 'response', httpVersion: '2' });
    const { body } = answer as { body: Uint8Array };
    expect(Buffer.from(body).toString() === `POST ${Buffer.byteLength(text)} ${text}`).toBe(true);
  }
});

test('sends headers of the settings and their names in lower case over HTTP/2', async () => {
  const { port } = await serve((incoming, response) => {
    response.end(`${incoming.httpVersion} ${incoming.headers.from} ${incoming.headers.dnt}`);
  });
  const headers = { '*': { DNT: '1' }, 'bog.test': { From: 'ada@bog.test' }, 'fen.test': { DNT: '0' } };
  const answer = await fetcherTo(port, { headersOf: compileHostHeaders(headers) }).fetch(PAGE, request);
  expect(answer).toMatchObject({ kind: 'response', httpVersion: '2' });
  expect(Buffer.from((answer as { body: Uint8Array }).body).toString()).toBe('2.0 ada@bog.test 1');
});

test('uses HTTP/2 if the server chooses it, over one kept connection', async () => {
  const { port, server } = await serve((incoming, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(
      `${incoming.httpVersion} ${incoming.url} ${incoming.headers['user-agent']} ${incoming.headers['if-none-match']}`,
    );
  });
  let connections = 0;
  server.on('secureConnection', () => connections++);
  const fetcher = fetcherTo(port);
  for (let i = 0; i < 3; i++) {
    const answer = await fetcher.fetch(PAGE, { ...request, headers: { 'if-none-match': '"e"' } });
    expect(answer).toMatchObject({
      kind: 'response',
      status: 200,
      httpVersion: '2',
      address: '127.0.0.1',
      body: Buffer.from('2.0 /a?b test "e"'),
      headers: expect.arrayContaining([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ]),
      requestHeaders: expect.arrayContaining([
        ['host', 'bog.test'],
        ['if-none-match', '"e"'],
      ]),
    });
  }
  expect(connections).toBe(1);
});

test('uses HTTP/1.1 if HTTP/2 is not offered or not supported', async () => {
  const { port } = await serve((incoming, response) => response.end(incoming.httpVersion));
  const answer = await fetcherTo(port, { http2: false }).fetch(PAGE, request);
  expect(answer).toMatchObject({ httpVersion: '1.1', body: Buffer.from('1.1') });
});

test('a long body waits for memory, longer than a kept connection may be idle', async () => {
  const { port } = await serve((_incoming, response) => void response.end(Buffer.alloc(3_000_000, 1)));
  const budget = createBodyBudget(4_000_000);
  const other = budget.bodies.reserve(2_000_000, { onGranted() {} });
  const fetcher = fetcherTo(port, { longBodies: budget, keepAliveMs: 300, firstByteMs: 300 });
  const started = fetcher.fetch(PAGE, { maxBytes: 50_000_000, timeoutMs: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 800));
  other.release();
  const answer = await started;
  expect(answer).toMatchObject({ httpVersion: '2', truncated: false });
  // Compared at once: `toMatchObject` would look at each byte.
  expect('body' in answer && Buffer.compare(answer.body, Buffer.alloc(3_000_000, 1))).toBe(0);
  expect(budget.bodies.bytesLeft()).toBe(4_000_000);
});

test('a connection is closed when it is idle after a wait for memory that ended with the timeout', async () => {
  const { port, server } = await serve((_incoming, response) => void response.end(Buffer.alloc(3_000_000, 1)));
  let closed = 0;
  server.on('session', (session) => session.on('close', () => closed++));
  const budget = createBodyBudget(4_000_000);
  budget.bodies.reserve(4_000_000, { onGranted() {} });
  const fetcher = fetcherTo(port, { longBodies: budget, keepAliveMs: 1_500 });
  await expect(fetcher.fetch(PAGE, { maxBytes: 50_000_000, timeoutMs: 2_000 })).rejects.toThrow(LocalFaultError);
  await vi.waitFor(() => expect(closed).toBe(1), 60_000);
});

test('a short body is not complete, even if its stream ends without an error', async () => {
  const { port } = await serve((_incoming, response) => {
    response.writeHead(200, { 'content-length': 20_000 });
    response.write('x'.repeat(10_000), () => setTimeout(() => response.stream.session?.destroy(), 100));
  });
  expect(await fetcherTo(port).fetch(PAGE, request)).toMatchObject({ kind: 'failure', reason: 'truncated' });
});

test('HEAD has no body, and a refused body is not read', async () => {
  const { port } = await serve((incoming, response) =>
    response.end(incoming.method === 'HEAD' ? '' : 'x'.repeat(20_000)),
  );
  const fetcher = fetcherTo(port);
  expect(await fetcher.fetch(PAGE, { ...request, method: 'HEAD' })).toMatchObject({
    status: 200,
    body: Buffer.alloc(0),
  });
  const refused = await fetcher.fetch(PAGE, { ...request, refuseBody: () => 'unwanted-type' });
  expect(refused).toMatchObject({ kind: 'response', refused: 'unwanted-type', truncated: true });
});

test.each<[string, string, Play]>([
  [
    'a head too large',
    'header-too-large',
    (_asked, response) => response.writeHead(200, { x: 'a'.repeat(100_000) }).end(),
  ],
  ['silence', 'timeout', () => {}],
  ['a body that stops', 'timeout', (_asked, response) => void response.write('x')],
  ['a stream that is reset', 'truncated', (_asked, response) => response.write('x', () => response.stream.close(2))],
  [
    'a connection that is cut',
    'truncated',
    (incoming, response) => response.write('x', () => setTimeout(() => incoming.stream.session?.destroy(), 20)),
  ],
  ['a connection that is cut before', 'connect', (incoming) => incoming.stream.session?.destroy()],
  ['a server that asks for calm', 'connect', (incoming) => incoming.stream.session?.goaway(0xb)],
])('%s: %s, and the next request opens another connection', async (_what, reason, play) => {
  const { port } = await serve((incoming, response) =>
    incoming.url === '/bad' ? play(incoming, response) : response.end('good'),
  );
  const soon = reason === 'timeout';
  const fetcher = fetcherTo(port, soon ? { firstByteMs: 800 } : {});
  // A busy machine may need several attempts until a connection opens in time.
  expect(await nextResponse(fetcher)).toMatchObject({ kind: 'response' });
  const bad = soon ? { ...request, timeoutMs: 1_000 } : request;
  expect(await fetcher.fetch('https://bog.test/bad' as Url, bad)).toMatchObject({ kind: 'failure', reason });
  expect(await nextResponse(fetcher)).toMatchObject({ kind: 'response', body: Buffer.from('good') });
});

test('cuts an endless body and marks it', async () => {
  const { port } = await serve((_asked, response) => {
    const more = () => {
      if (!response.stream.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more));
    };
    more();
  });
  const answer = await fetcherTo(port).fetch(PAGE, request);
  expect(answer).toMatchObject({ kind: 'response', truncated: true, body: Buffer.from('x'.repeat(30_000)) });
});

test('uses HTTP/1.1 for the retry if the server requires it', async () => {
  const { port } = await serve((incoming, response) => {
    if (incoming.httpVersion === '2.0') return response.stream.close(0xd);
    response.end('one');
  });
  const fetcher = fetcherTo(port);
  expect(await fetcher.fetch(PAGE, request)).toMatchObject({ kind: 'failure', stale: true });
  expect(await nextResponse(fetcher)).toMatchObject({ kind: 'response', httpVersion: '1.1' });
});

test('HTTP/2 without TLS is a failure', async () => {
  const port = await bareServer((socket) => socket.end(Buffer.from('000012040000000000000300000064', 'hex')));
  const fetcher = fetcherTo(port);
  expect(await fetcher.fetch('http://bog.test/' as Url, request)).toMatchObject({
    kind: 'failure',
    reason: 'protocol',
  });
});

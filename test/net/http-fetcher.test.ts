import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { LocalFaultError } from '../../shared/http/local-fault.ts';
import { createBodyBudget, LONG_BODY_BYTES, UNDECLARED_BODY_BYTES } from '../../shared/net/body-memory.ts';
import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { FetchRequest } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
// At the end of the file, because tests that wait run at the same time.
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function listen<S extends Server | TcpServer>(server: S): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

const web = (listener: RequestListener) => listen(createServer({ keepAliveTimeout: 60_000 }, listener));
/** Answers every request with the given function. */
const raw = (answer: (socket: Socket, nth: number) => void) => {
  let count = 0;
  return listen(createTcpServer((socket) => socket.on('data', () => answer(socket, ++count))));
};

function fetcher(options: Partial<HttpFetcherOptions> = {}) {
  const made = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], ...options });
  closers.push(() => made.close());
  return made;
}

/** Timeout that is never reached, even on a busy machine; tests of timeouts set their own. */
const LONG_MS = 60_000;
const limits: FetchRequest = { maxBytes: 100_000, timeoutMs: LONG_MS };
const at = (port: number, path = '/') => `http://127.0.0.1:${port}${path}` as Url;

/** Returns the result of a request to a server that answers with these bytes. */
async function outcomeOf(
  answer: (socket: Socket, nth: number) => void,
  request: Partial<FetchRequest> = {},
  more = {},
) {
  const port = await raw(answer);
  return fetcher({ firstByteMs: LONG_MS, ...more }).fetch(at(port), { ...limits, ...request });
}

test('returns status, raw headers and the encoded body as sent', async () => {
  const port = await raw((socket) =>
    socket.write(
      'HTTP/1.1 203 Well Then\r\nX-A: 1\r\nx-a: \xfc\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x00',
      'latin1',
    ),
  );
  const answer = await fetcher().fetch(at(port, '/x?y'), { ...limits, headers: { 'if-none-match': '"e"' } });
  expect(answer).toEqual({
    kind: 'response',
    status: 203,
    statusText: 'Well Then',
    httpVersion: '1.1',
    headers: [
      ['X-A', '1'],
      ['x-a', '\xfc'],
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '3'],
    ],
    body: Buffer.from([0x1f, 0x8b, 0]),
    truncated: false,
    requestHeaders: expect.arrayContaining([
      ['host', `127.0.0.1:${port}`],
      ['user-agent', 'test'],
      ['if-none-match', '"e"'],
    ]),
    address: '127.0.0.1',
    release: expect.any(Function),
  });
});

test('posts a body with its length', async () => {
  const posted: unknown[] = [];
  const port = await web((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      posted.push([request.method, request.headers['content-length'], request.headers['content-type'], body]);
      response.writeHead(204).end();
    });
  });
  const posting = fetcher();
  const request = { ...limits, method: 'POST' as const, headers: { 'content-type': 'application/json' } };
  for (const text of ['{"a":"ü"}', '{}'])
    expect(await posting.fetch(at(port), { ...request, body: Buffer.from(text) })).toMatchObject({ status: 204 });
  expect(posted).toEqual([
    ['POST', '10', 'application/json', '{"a":"ü"}'],
    ['POST', '2', 'application/json', '{}'],
  ]);
});

test('returns the request headers exactly as sent', async () => {
  let sent: string[] = [];
  const port = await web((request, response) => {
    sent = request.rawHeaders;
    response.end();
  });
  const headers = { 'accept-encoding': 'identity', 'x-new': 'a' };
  const answer = await fetcher({ headers: { 'accept-language': 'de' } }).fetch(at(port), { ...limits, headers });
  expect(answer.kind === 'response' && answer.requestHeaders.flat()).toEqual(sent);
  expect(sent).toContain('identity');
  expect(sent).toContain('de');
});

test.each([204, 304])('status %i has no body and keeps the connection', async (status) => {
  const port = await web((_request, response) => response.writeHead(status, { etag: '"e"' }).end());
  const fetch = fetcher();
  for (let i = 0; i < 2; i++) {
    const answer = await fetch.fetch(at(port), limits);
    expect(answer).toMatchObject({ kind: 'response', status, body: Buffer.alloc(0), truncated: false });
  }
});

test('returns a redirect without following it', async () => {
  const paths: string[] = [];
  const port = await web((request, response) => {
    paths.push(request.url!);
    response.writeHead(301, { location: '/b' }).end();
  });
  expect(await fetcher().fetch(at(port, '/a'), limits)).toMatchObject({ kind: 'response', status: 301 });
  expect(paths).toEqual(['/a']);
});

test.concurrent('a long body waits for memory, longer than it may be silent', async () => {
  const port = await web((_request, response) => void response.end(Buffer.alloc(3_000_000, 1)));
  const budget = createBodyBudget(4_000_000);
  const [long, short] = [0, 1].map(() => fetcher({ longBodies: budget, firstByteMs: 300 }));
  const other = budget.bodies.reserve(2_000_000, { onGranted() {} });
  let isDone = false;
  const started = long!.fetch(at(port), { maxBytes: 50_000_000, timeoutMs: LONG_MS }).finally(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 600));
  // Short bodies are not affected.
  expect(await short!.fetch(at(port), { maxBytes: 100_000, timeoutMs: LONG_MS })).toMatchObject({ truncated: true });
  expect(isDone).toBe(false);
  other.release();
  const answer = await started;
  expect(answer).toMatchObject({ kind: 'response', truncated: false });
  // Compared at once: `toMatchObject` would look at each byte.
  expect('body' in answer && Buffer.compare(answer.body, Buffer.alloc(3_000_000, 1))).toBe(0);
  expect(budget.bodies.bytesLeft()).toBe(4_000_000);
});

test.concurrent('a host whose body waits for memory until its timeout is not at fault', async () => {
  const port = await web((_request, response) => void response.end(Buffer.alloc(3_000_000, 1)));
  const budget = createBodyBudget(4_000_000);
  budget.bodies.reserve(2_000_000, { onGranted() {} });
  const answer = fetcher({ longBodies: budget }).fetch(at(port), { maxBytes: 50_000_000, timeoutMs: 2_000 });
  await expect(answer).rejects.toThrow(LocalFaultError);
  expect(budget.bodies.bytesLeft()).toBe(2_000_000);
});

test.concurrent('fetchers share the budget of the process', async () => {
  const port = await web((_request, response) => {
    response.writeHead(200, { 'content-length': 30_000_000 }).write(Buffer.alloc(300_000));
  });
  const ending = new AbortController();
  const request = { maxBytes: 50_000_000, timeoutMs: LONG_MS, signal: ending.signal };
  // Each reserves 25 MB of 200 MB.
  const started = Array.from({ length: 8 }, () => fetcher().fetch(at(port), request));
  const waiting = () => fetcher().fetch(at(port), { maxBytes: 50_000_000, timeoutMs: 500 });
  // On a busy machine it takes a while until all of them have what they reserve.
  await vi.waitFor(() => expect(waiting()).rejects.toThrow(LocalFaultError), { timeout: LONG_MS });
  ending.abort();
  for (const answer of await Promise.all(started)) expect(answer).toMatchObject({ kind: 'failure', detail: 'aborted' });
});

test.concurrent('many long bodies wait for each other within the budget, and all arrive', async () => {
  let lowest = Number.POSITIVE_INFINITY;
  const port = await web((request, response) => {
    const body = Buffer.alloc(400_000 + 10_000 * Number(request.url!.slice(1)), 2);
    if (request.url!.endsWith('5')) response.setHeader('content-length', body.length);
    response.write(body.subarray(0, 300_000));
    setTimeout(() => {
      lowest = Math.min(lowest, budget.bodies.bytesLeft());
      response.end(body.subarray(300_000));
    }, 20);
  });
  const budget = createBodyBudget(2_000_000);
  const fetchers = Array.from({ length: 40 }, () => fetcher({ longBodies: budget }));
  const answers = await Promise.all(
    fetchers.map(({ fetch }, i) => fetch(at(port, `/${i}`), { maxBytes: 1_000_000, timeoutMs: LONG_MS })),
  );
  expect(lowest).toBe(0);
  expect(answers.map((answer) => answer.kind === 'response' && answer.body.length)).toEqual(
    fetchers.map((_, i) => 400_000 + 10_000 * i),
  );
  expect(budget.bodies.bytesLeft()).toBe(2_000_000);
});

test('a body without a declared length reserves its rest when it is needed', async () => {
  const megabytes = (count: number) => Array.from({ length: count }, () => Buffer.alloc(1_000_000));
  const port = await web((request, response) => {
    for (const part of megabytes(Number(request.url!.slice(1)))) response.write(part);
    response.end();
  });
  const budget = createBodyBudget(2 * UNDECLARED_BODY_BYTES, 6_000_000);
  const lengthOf = async (path: string) => {
    const answer = await fetcher({ longBodies: budget }).fetch(at(port, path), {
      maxBytes: 16_000_000,
      timeoutMs: LONG_MS,
    });
    return answer.kind === 'response' ? [answer.body.length, answer.truncated] : answer;
  };
  // The first two hold all of the first budget while they wait for the second, which is enough for one at a time.
  expect(await Promise.all(['/13', '/14', '/12', '/9', '/20'].map(lengthOf))).toEqual([
    [13_000_000, false],
    [14_000_000, false],
    [12_000_000, false],
    [9_000_000, false],
    [16_000_000, true],
  ]);
  expect([budget.bodies.bytesLeft(), budget.rests.bytesLeft()]).toEqual([2 * UNDECLARED_BODY_BYTES, 6_000_000]);
});

test('a request that is aborted while its body waits leaves the line', async () => {
  const port = await web((_request, response) => void response.write(Buffer.alloc(LONG_BODY_BYTES + 1)));
  const budget = createBodyBudget(2_000_000);
  const { fetch } = fetcher({ longBodies: budget });
  const ending = [new AbortController(), new AbortController()];
  const started = ending.map(({ signal }, i) =>
    fetch(at(port, `/${i}`), { maxBytes: 2_000_000, timeoutMs: LONG_MS, signal }),
  );
  await vi.waitFor(() => expect(budget.bodies.bytesLeft()).toBe(0), LONG_MS);
  for (const i of [1, 0]) {
    ending[i]!.abort();
    expect(await started[i]).toMatchObject({ kind: 'failure', reason: 'timeout' });
  }
  expect(budget.bodies.bytesLeft()).toBe(2_000_000);
});

test('a body that trickles loses its memory to one that waits', async () => {
  const trickling = await web((_request, response) => {
    response.writeHead(200, { 'content-length': 4_000_000 }).write(Buffer.alloc(300_000));
    const more = () => void (response.destroyed || response.write('x', () => setTimeout(more, 100)));
    more();
  });
  const port = await web((_request, response) => void response.end(Buffer.alloc(1_000_000)));
  const budget = createBodyBudget(4_000_000);
  const request = { maxBytes: 50_000_000, timeoutMs: LONG_MS };
  const slow = fetcher({ longBodies: budget }).fetch(at(trickling), request);
  await vi.waitFor(() => expect(budget.bodies.bytesLeft()).toBe(0), LONG_MS);
  // The budget looks at the bodies once a second from the moment at which one waits.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = fetcher({ longBodies: budget }).fetch(at(port), request);
  // `vi.waitFor` would advance the fake timers.
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  vi.advanceTimersByTime(4_000);
  expect(budget.bodies.bytesLeft()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(await other).toMatchObject({ truncated: false });
  const detail = 'too slow while other long bodies wait';
  expect(await slow).toMatchObject({ kind: 'failure', reason: 'timeout', detail });
});

test('a body that has arrived completely needs no memory, and is kept if the server closes the connection', async () => {
  const body = Buffer.alloc(LONG_BODY_BYTES + 10, 1);
  const port = await raw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.end(body);
  });
  const budget = createBodyBudget(1_000_000);
  budget.bodies.reserve(1_000_000, { onGranted() {} });
  const { fetch } = fetcher({ longBodies: budget });
  // The last bytes are usually in the read that passes the limit. If they are not, the body waits for memory.
  const answer = await fetch(at(port), { maxBytes: 50_000_000, timeoutMs: 2_000 }).catch((error: Error) => error);
  if (answer instanceof LocalFaultError) return;
  expect(answer).toMatchObject({ kind: 'response', truncated: false });
  expect('body' in answer && Buffer.compare(answer.body, body)).toBe(0);
});

test('cuts a body that alone exceeds the budget', async () => {
  const port = await web((_request, response) => void response.end(Buffer.alloc(3_000_000)));
  const { fetch } = fetcher({ longBodies: createBodyBudget(1_000_000) });
  const answer = await fetch(at(port), { maxBytes: 50_000_000, timeoutMs: LONG_MS });
  expect(answer).toMatchObject({ kind: 'response', truncated: true });
  expect('body' in answer && Buffer.compare(answer.body, Buffer.alloc(1_000_000))).toBe(0);
});

test('cuts a body at the limit and marks it, also an endless one', async () => {
  const port = await web((request, response) => {
    if (request.url === '/whole') return void response.end('x'.repeat(1000));
    const more = () => {
      if (response.destroyed) return;
      response.write('x'.repeat(400));
      setImmediate(more);
    };
    more();
  });
  const fetch = fetcher();
  for (const path of ['/whole', '/endless', '/whole']) {
    const answer = await fetch.fetch(at(port, path), { ...limits, maxBytes: 999 });
    expect(answer).toMatchObject({ kind: 'response', truncated: true, body: Buffer.from('x'.repeat(999)) });
  }
  const exact = await fetch.fetch(at(port, '/whole'), { ...limits, maxBytes: 1000 });
  expect(exact).toMatchObject({ kind: 'response', truncated: false });
});

const head = 'HTTP/1.1 200 OK\r\n';
test.concurrent.each<[string, string, (socket: Socket) => void]>([
  ['silence', 'timeout', () => {}],
  ['a head that drips', 'timeout', (socket) => drip(socket, `${head}X-A: ${'a'.repeat(1000)}`)],
  [
    'a body that drips',
    'timeout',
    (socket) => drip(socket, '1\r\nx\r\n'.repeat(1000), `${head}Transfer-Encoding: chunked\r\n\r\n`),
  ],
  ['a body that stops', 'timeout', (socket) => socket.write(`${head}Content-Length: 10\r\n\r\nabc`)],
  ['a hundred continues', 'timeout', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))],
  ['an end before anything', 'connect', (socket) => socket.end()],
  ['a reset before anything', 'connect', (socket) => socket.resetAndDestroy()],
  [
    'a reset inside the body',
    'truncated',
    (socket) => socket.write(`${head}Content-Length: 10\r\n\r\nabc`, () => later(() => socket.resetAndDestroy())),
  ],
  ['an end inside the body', 'truncated', (socket) => socket.end(`${head}Content-Length: 10\r\n\r\nabc`)],
  ['an end inside the chunks', 'truncated', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`)],
  ['broken chunks', 'protocol', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nab`)],
  ['an invalid length', 'protocol', (socket) => socket.end(`${head}Content-Length: ten\r\n\r\nab`)],
  ['two lengths', 'truncated', (socket) => socket.end(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)],
  ['another protocol', 'protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['no protocol', 'protocol', (socket) => socket.end(Buffer.from([0, 1, 2, 255, 254, 10, 13]))],
  ['one header too large', 'header-too-large', (socket) => socket.end(`${head}X-A: ${'a'.repeat(100_000)}\r\n\r\n`)],
  ['headers without end', 'header-too-large', (socket) => drip(socket, 'X-A: a\r\n'.repeat(20_000), head, 5_000)],
])('%s: %s', async (_what, reason, answer) => {
  const soon = reason === 'timeout';
  const outcome = await outcomeOf(answer, soon ? { timeoutMs: 600 } : {}, soon ? { firstByteMs: 300 } : {});
  expect(outcome).toMatchObject({ kind: 'failure', reason, detail: expect.any(String), address: '127.0.0.1' });
});

function drip(socket: Socket, text: string, first = '', step = 10): void {
  socket.write(first);
  let i = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || i >= text.length) clearInterval(timer);
    else socket.write(text.slice(i, i + step));
    i += step;
  }, 5);
}

function later(action: () => void): void {
  setTimeout(action, 20);
}

test('ignores bytes beyond Content-Length, also for the next response', async () => {
  const port = await raw((socket) => socket.write(`${head}Content-Length: 2\r\n\r\nabHTTP/1.1 500 No\r\n\r\n`));
  const fetch = fetcher();
  for (let i = 0; i < 2; i++)
    expect(await fetch.fetch(at(port), limits)).toMatchObject({
      kind: 'response',
      status: 200,
      body: Buffer.from('ab'),
    });
});

test('a response without a length ends with its connection', async () => {
  const outcome = await outcomeOf((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nabc'));
  expect(outcome).toMatchObject({ kind: 'response', body: Buffer.from('abc'), truncated: false });
});

test('keeps connections alive; a closed one fails as stale and the next request opens another', async () => {
  let connections = 0;
  const port = await listen(
    createTcpServer((socket) => {
      connections++;
      let requests = 0;
      // Closes the connection on the third request, like a server whose keep-alive timeout expires just then.
      socket.on('data', () => (++requests > 2 ? socket.destroy() : socket.write(`${head}Content-Length: 2\r\n\r\nab`)));
    }),
  );
  const fetch = fetcher();
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await fetch.fetch(at(port), limits));
  const good = { kind: 'response', status: 200 };
  // Not repeated automatically: the server may have seen it, and the host's pause starts with it.
  expect(answers).toMatchObject([good, good, { kind: 'failure', reason: 'connect', stale: true }, good]);
  expect(connections).toBe(2);
});

test('closes idle connections beyond the limit, least recently used first', async () => {
  const open = new Map<number, number>();
  const ports: number[] = [];
  for (let i = 0; i < 3; i++) {
    const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => response.end('ok'));
    const port = await listen(server);
    server.on('connection', (socket: Socket) => {
      open.set(port, (open.get(port) ?? 0) + 1);
      socket.on('close', () => open.set(port, open.get(port)! - 1));
    });
    ports.push(port);
  }
  const fetch = fetcher({ maxConnections: 2 });
  for (const port of [ports[0]!, ports[1]!, ports[0]!, ports[2]!]) await fetch.fetch(at(port), limits);
  await expect.poll(() => ports.map((port) => open.get(port)), { timeout: LONG_MS }).toEqual([1, 0, 1]);
});

test('the response head has a timeout of its own', async () => {
  const outcome = await outcomeOf(() => {}, {}, { firstByteMs: 200 });
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout', detail: expect.stringContaining('Headers') });
});

test('ends an aborted request at once', async () => {
  const port = await raw(() => {});
  const fetch = fetcher();
  const abort = new AbortController();
  const pending = fetch.fetch(at(port), { ...limits, signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  expect(await pending).toMatchObject({ kind: 'failure', reason: 'timeout' });
  expect(await fetch.fetch(at(port), { ...limits, signal: AbortSignal.abort() })).toMatchObject({ reason: 'timeout' });
});

test('close ends requests in progress', async () => {
  const port = await raw(() => {});
  const fetch = fetcher();
  const pending = fetch.fetch(at(port), limits);
  setTimeout(() => fetch.close(), 50);
  expect((await pending).kind).toBe('failure');
});

test('fails for a closed port and for TLS to a plain server', async () => {
  const port = await listen(createTcpServer());
  await closers.pop()!();
  expect(await fetcher().fetch(at(port), limits)).toMatchObject({ kind: 'failure', reason: 'connect' });
  const plain = await raw((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'));
  expect(await fetcher().fetch(`https://127.0.0.1:${plain}/` as Url, limits)).toMatchObject({ reason: 'tls' });
});

test('connects to an overridden address and port with the original Host header', async () => {
  const hosts: (string | undefined)[] = [];
  const port = await web((request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  const fetch = fetcher({ resolve: { '*.test': `127.0.0.1:${port}`, 'one.example': '127.0.0.1' } });
  expect(await fetch.fetch('http://sundew.test/' as Url, limits)).toMatchObject({ status: 200, address: '127.0.0.1' });
  expect(await fetch.fetch(`http://one.example:${port}/` as Url, limits)).toMatchObject({ status: 200 });
  expect(hosts).toEqual(['sundew.test', `one.example:${port}`]);
});

test('throws for an invalid override', () => {
  expect(() => fetcher({ resolve: { 'a.test': 'elsewhere:80' } })).toThrow('a.test');
});

// addresses of the name · result
test.each([
  [['127.0.0.1'], 'private-address'],
  [['203.0.113.7'], 'private-address'],
  [['8.8.8.8', '127.0.0.1'], 'private-address'],
  [['::ffff:127.0.0.1'], 'private-address'],
  [[], 'dns'],
])('does not connect to a name that resolves to %j: %s', async (addresses, reason) => {
  let connections = 0;
  const server = createServer().on('connection', () => connections++);
  const port = await listen(server);
  const lookUp = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const outcome = await fetcher({ allowPrivate: [], resolveName: lookUp }).fetch(
    `http://evil.example:${port}/` as Url,
    limits,
  );
  expect(outcome).toMatchObject({ kind: 'failure', reason });
  expect(connections).toBe(0);
});

test('checks addresses in URLs and overrides as well', async () => {
  const fetch = fetcher({ allowPrivate: ['10.0.0.0/8'], resolve: { 'a.test': '127.0.0.1:80' } });
  for (const url of ['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://a.test/'])
    expect(await fetch.fetch(url as Url, limits)).toMatchObject({ kind: 'failure', reason: 'private-address' });
});

test('fails with dns for an unknown name and connects to a permitted one', async () => {
  const port = await web((_request, response) => response.end('ok'));
  const lookUp = async (name: string) => {
    if (name === 'there.example') return [{ address: '127.0.0.1', family: 4 }];
    throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  };
  const fetch = fetcher({ resolveName: lookUp });
  expect(await fetch.fetch(`http://there.example:${port}/` as Url, limits)).toMatchObject({ status: 200 });
  expect(await fetch.fetch('http://nowhere.example/' as Url, limits)).toMatchObject({ kind: 'failure', reason: 'dns' });
});

test('a slow server delays no other host', async () => {
  const slow = await raw(() => {});
  const quick = await web((_request, response) => response.end('ok'));
  const fetch = fetcher();
  let ended = false;
  const abort = new AbortController();
  const waiting = fetch.fetch(at(slow), { ...limits, signal: abort.signal }).finally(() => (ended = true));
  expect(await fetch.fetch(at(quick), limits)).toMatchObject({ status: 200 });
  expect(ended).toBe(false);
  abort.abort();
  expect(await waiting).toMatchObject({ reason: 'timeout' });
});

test('sends no secret headers with a request that must go without credentials', async () => {
  const port = await web(({ headers }, response) => response.end(headers.authorization ?? 'none'));
  const fetch = fetcher({ secretHeaders: async () => ({ authorization: 'Bearer secret' }) });
  const bodyOf = async (withoutCredentials: boolean) => {
    const response = await fetch.fetch(at(port), { ...limits, withoutCredentials });
    return response.kind === 'response' && Buffer.from(response.body).toString();
  };
  expect(await bodyOf(false)).toBe('Bearer secret');
  expect(await bodyOf(true)).toBe('none');
});

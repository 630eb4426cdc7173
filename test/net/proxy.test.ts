import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificate } from '../../demo/certificates.ts';
import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, bareServer, listening } from './bare-server.ts';
import { ftpServer } from './ftp-server.ts';

const request = { maxBytes: 1_000, timeoutMs: 60_000 };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Targets and credentials that the proxy received. */
let tunnels: [target: string, right: string | undefined][] = [];
beforeEach(() => {
  tunnels = [];
});

/** A proxy that connects every request to one server. */
function proxyTo(port: number): Promise<number> {
  const server = createHttpServer();
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    tunnels.push([url!, headers['proxy-authorization']]);
    const other = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      other.pipe(socket).pipe(other);
    });
    for (const one of [socket, other]) one.on('error', () => {});
  });
  return listening(server as unknown as Server);
}

function fetcherThrough(port: number, options: Partial<HttpFetcherOptions> & { looksUp?: boolean } = {}) {
  const { looksUp = false, ...more } = options;
  const proxy = { url: `http://127.0.0.1:${port}`, credentials: 'env:PROXY', looksUp };
  const secrets = secretsFor({ credentials: {}, proxy }, async () => 'me:secret\n');
  const lookUp = async () => [{ address: '8.8.8.8', family: 4 }];
  const made = httpFetcher({ userAgent: 'test', resolveName: lookUp, connectMs: 60_000, ...secrets, ...more });
  atEnd(() => made.close());
  return made;
}

test('sends the checked address and the credentials to the proxy, for HTTP and HTTPS', async () => {
  const { key, cert } = certificate({ names: ['bog.test'] });
  const plain = await bareServer((socket) => socket.end(OK));
  const answer = await fetcherThrough(await proxyTo(plain)).fetch('http://bog.test/' as Url, request);
  expect(answer).toMatchObject({ kind: 'response', body: Buffer.from('ok'), address: '8.8.8.8' });
  const secure = await listening(createTlsServer({ key, cert }, (socket) => socket.once('data', () => socket.end(OK))));
  const other = await fetcherThrough(await proxyTo(secure), { ca: [cert] }).fetch('https://bog.test/' as Url, request);
  expect(other).toMatchObject({ kind: 'response', body: Buffer.from('ok'), address: '8.8.8.8' });
  const right = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  expect(tunnels).toEqual([
    ['8.8.8.8:80', right],
    ['8.8.8.8:443', right],
  ]);
  expect(JSON.stringify([answer, other])).not.toContain(right.slice(6));
});

// URL · address of the name · whether the proxy resolves names
test.each([
  ['http://127.0.0.1/', '8.8.8.8', false],
  ['http://bog.example/', '10.0.0.1', false],
  ['http://127.0.0.1/', '8.8.8.8', true],
  ['http://localhost/', '8.8.8.8', true],
  ['http://metadata.google.internal/', '8.8.8.8', true],
])('refuses %s (%s) before contacting the proxy', async (url, address, looksUp) => {
  const lookUp = async () => [{ address, family: 4 }];
  const fetcher = fetcherThrough(await proxyTo(1), { resolveName: lookUp, looksUp });
  expect(await fetcher.fetch(url as Url, request)).toMatchObject({ kind: 'failure', reason: 'private-address' });
  expect(tunnels).toEqual([]);
});

test.each(['localhost', 'www.localhost', 'localhost.'])(
  'refuses %s behind a proxy that resolves names, even if loopback is permitted',
  async (name) => {
    const fetcher = fetcherThrough(await proxyTo(1), { allowPrivate: ['127.0.0.0/8'], looksUp: true });
    const outcome = await fetcher.fetch(`http://${name}/` as Url, request);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'private-address' });
    expect(tunnels).toEqual([]);
  },
);

test('sends the name to a proxy that resolves names', async () => {
  const plain = await bareServer((socket) => socket.end(OK));
  const fetcher = fetcherThrough(await proxyTo(plain), { looksUp: true });
  expect(await fetcher.fetch('http://bog.example/' as Url, request)).toMatchObject({ kind: 'response', address: '' });
  expect(tunnels).toMatchObject([['bog.example:80', expect.anything()]]);
});

test.each<[string, (socket: Socket) => void]>([
  ['says no', (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')],
  ['hangs up', (socket) => socket.end()],
  ['is silent', () => {}],
  ['never ends', (socket) => socket.write('x'.repeat(100_000))],
])('fails to connect if the proxy %s', async (_what, answer) => {
  const fetcher = fetcherThrough(await bareServer(answer), { connectMs: 300 });
  const outcome = await fetcher.fetch('http://bog.example/' as Url, request);
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'connect', detail: expect.stringContaining('proxy: ') });
});

test('sends credentials to their host only and never returns them', async () => {
  const requests: string[] = [];
  const port = await bareServer((socket, bytes) => {
    requests.push(bytes.toString());
    socket.end(OK);
  });
  const credentials = {
    'http://bog.test': { basic: 'env:BASIC' },
    'HTTP://Fen.test:80/': { bearer: 'env:TOKEN', header: { name: 'X-Key', value: 'env:KEY' } },
  };
  const secrets = secretsFor({ credentials, proxy: null }, async (place) => `${place}-is-secret`);
  const resolve = { '*.test': `127.0.0.1:${port}` };
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve, ...secrets });
  atEnd(() => fetcher.close());
  for (const host of ['bog.test', 'fen.test', 'moor.test', 'bog.test:8080']) {
    const answer = await fetcher.fetch(`http://${host}/` as Url, request);
    expect(JSON.stringify(answer)).not.toMatch(/is-secret|authorization|x-key/i);
  }
  expect(requests[0]).toContain(`authorization: Basic ${Buffer.from('env:BASIC-is-secret').toString('base64')}`);
  expect(requests[1]).toContain('authorization: Bearer env:TOKEN-is-secret');
  expect(requests[1]).toContain('x-key: env:KEY-is-secret');
  expect(requests[2]).not.toMatch(/authorization|x-key/);
  expect(requests[3]).not.toMatch(/authorization|x-key/);
});

describe('credentials of a host without a scheme', () => {
  const secrets = secretsFor(
    { credentials: { 'bog.test': { basic: 'env:BASIC' }, 'fen.test:8443': { bearer: 'env:TOKEN' } }, proxy: null },
    async () => 'me:secret',
  );
  test.each([
    ['https://bog.test', true],
    ['https://fen.test:8443', true],
    ['http://bog.test', false],
    ['ftp://bog.test', false],
    ['https://bog.test:8443', false],
    ['https://fen.test', false],
    ['http://fen.test:8443', false],
    ['https://a.bog.test', false],
  ])('%s: sent %s', (origin, isSent) => {
    expect(secrets.secretHeaders(origin) !== undefined).toBe(isSent);
  });

  test('are not sent over http and ftp because a page links there', async () => {
    const requests: string[] = [];
    const port = await bareServer((socket, bytes) => {
      requests.push(bytes.toString());
      socket.end(OK);
    });
    const ftp = await ftpServer();
    const resolve = { 'bog.test': `127.0.0.1:${port}`, 'fen.test': `127.0.0.1:${ftp.port}` };
    const credentials = { 'bog.test': { basic: 'env:BASIC' }, 'fen.test': { basic: 'env:BASIC' } };
    const own = secretsFor({ credentials, proxy: null }, async () => 'me:secret');
    const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve, ...own });
    atEnd(() => fetcher.close());
    await fetcher.fetch('http://bog.test/' as Url, request);
    await fetcher.fetch('ftp://fen.test/a.txt' as Url, request);
    expect(requests).toEqual([expect.not.stringMatching(/authorization/i)]);
    expect(ftp.received).toContain('USER anonymous');
    expect(ftp.received.join()).not.toContain('secret');
  });

  test('are sent over ftp if the setting names ftp', async () => {
    const ftp = await ftpServer();
    const credentials = { 'ftp://fen.test': { basic: 'env:BASIC' } };
    const own = secretsFor({ credentials, proxy: null }, async () => 'me:secret');
    const resolve = { 'fen.test': `127.0.0.1:${ftp.port}` };
    const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve, ...own });
    atEnd(() => fetcher.close());
    await fetcher.fetch('ftp://fen.test/a.txt' as Url, request);
    expect(ftp.received).toEqual(expect.arrayContaining(['USER me', 'PASS secret']));
  });
});

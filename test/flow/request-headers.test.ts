/** The settings `fetch.headers` and `fetch.proxy`, as servers see them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl, type GivenSettings, openCleaner, SettingsError } from 'thresher';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prose } from '../cli/site.ts';

let server: Server;
let proxy: Server;
let port: number;
let folder: string;
const received: [url: string, headers: IncomingHttpHeaders][] = [];
/** Ports from which the proxy connects, and from which searches come. */
const proxyPorts: (number | undefined)[] = [];
const searchPorts: (number | undefined)[] = [];

const listen = async (one: Server): Promise<number> => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-headers-'));
  server = createServer(({ url = '', headers, socket }, response) => {
    received.push([`${headers.host}${url}`, headers]);
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/away') response.writeHead(302, { location: 'http://fen.test/' }).end();
    else if (url.startsWith('/search')) {
      searchPorts.push(socket.remotePort);
      const results = /pageno=1\b|^(?!.*pageno)/.test(url) ? [{ url: 'http://bog.test/' }] : [];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(`${prose('moss')}<a href=/away>away</a>`);
  });
  port = await listen(server);
  proxy = createServer().on('connect', ({ url = '' }, socket) => {
    const target = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      proxyPorts.push(target.localPort);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on('error', () => target.destroy());
  });
  await listen(proxy);
});
afterAll(() => {
  for (const one of [server, proxy]) {
    one.closeAllConnections();
    one.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => vi.unstubAllEnvs());

const settings = (seeds: GivenSettings['seeds'], more: GivenSettings['fetch']): GivenSettings => ({
  crawl: 'bogs',
  seeds,
  scope: 'any',
  network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.test': `127.0.0.1:${port}` } },
  politeness: { hostPauseMs: 0 },
  fetch: more,
});

const headersTo = (host: string, name: string) =>
  Object.fromEntries(
    received.filter(([url]) => url.startsWith(`${host}/`)).map(([url, headers]) => [url, headers[name]]),
  );

test('adds headers to all requests of their hosts, also for robots.txt, and to no other host after a redirect', async () => {
  received.length = 0;
  const headers = { '*': { DNT: '1' }, 'bog.test': { From: 'ada@bog.test' } };
  await crawl(settings(['http://bog.test/'], { headers }), { dir: join(folder, 'headers') });
  expect(headersTo('bog.test', 'from')).toMatchObject({
    ...{ 'bog.test/robots.txt': 'ada@bog.test', 'bog.test/': 'ada@bog.test', 'bog.test/away': 'ada@bog.test' },
  });
  expect(headersTo('fen.test', 'from')).toMatchObject({ 'fen.test/robots.txt': undefined, 'fen.test/': undefined });
  expect(headersTo('fen.test', 'dnt')).toMatchObject({ 'fen.test/robots.txt': '1', 'fen.test/': '1' });
});

test('a cleaner adds them, too', async () => {
  received.length = 0;
  const { network, politeness, fetch } = settings([], { headers: { 'bog.test': { From: 'ada@bog.test' } } });
  const cleaner = await openCleaner({ network, politeness, fetch });
  await cleaner.fetch('http://bog.test/');
  await cleaner.close();
  expect(headersTo('bog.test', 'from')).toMatchObject({ 'bog.test/': 'ada@bog.test' });
});

test('refuses headers that carry credentials or have settings of their own', async () => {
  const headers = {
    '*': { 'X-Api-Key': 'x', 'user-agent': 'y' },
    'http://bog.test': { DNT: '1' },
    'fen.test': { DNT: 'a\r\nb' },
  };
  const refused = crawl(settings(['http://bog.test/'], { headers }), { dir: join(folder, 'refused') });
  await expect(refused).rejects.toThrow(SettingsError);
  await expect(refused).rejects.toThrow('fetch.headers.*.X-Api-Key: carries credentials');
  await expect(refused).rejects.toThrow('fetch.headers.*.user-agent: has a setting of its own: userAgent');
  await expect(refused).rejects.toThrow(
    'fetch.headers.http://bog.test: must be `*`, `*.domain`, `host` or `host:port`, with a port up to 65535',
  );
  await expect(refused).rejects.toThrow('fetch.headers.fen.test.DNT: must have a value of printable ASCII characters');
});

test('searches for seeds use the proxy and the headers of the crawl', async () => {
  received.length = 0;
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const fetch = { proxy: { url: `http://127.0.0.1:${proxyPort}` }, headers: { '*': { DNT: '1' } } };
  const seeds: GivenSettings['seeds'] = [{ queries: ['moss'], providers: [{ searxng: 'http://list.test/' }] }];
  await crawl(settings(seeds, fetch), { dir: join(folder, 'proxy') });
  expect(searchPorts.length).toBeGreaterThan(0);
  expect(proxyPorts).toEqual(expect.arrayContaining(searchPorts));
  expect(new Set(Object.values(headersTo('list.test', 'dnt')))).toEqual(new Set(['1']));
});

test('searches for seeds again after a run without the secret of the proxy', async () => {
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const fetch = { proxy: { url: `http://127.0.0.1:${proxyPort}`, credentials: 'env:BOG_PROXY' } };
  const seeds: GivenSettings['seeds'] = [{ queries: ['moss'], providers: [{ searxng: 'http://list.test/' }] }];
  const started = () => crawl(settings(seeds, fetch), { dir: join(folder, 'secret') });
  await expect(started()).rejects.toThrow('env:BOG_PROXY: the environment variable BOG_PROXY is not set');
  vi.stubEnv('BOG_PROXY', 'me:secret');
  await expect(started()).resolves.toMatchObject({ end: 'done' });
});

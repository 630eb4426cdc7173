/** `cleaner.fetch` of the library against a server that refuses, redirects and asks for rests. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FetchError, openCleaner } from 'thresher';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prose } from '../cli/site.ts';

/** `hangs`: the server never answers. */
type Page = { status?: number; headers?: Record<string, string>; body?: string; hangs?: true };

let server: Server;
let origin: string;
let pages: Record<string, Page>;
let requested: string[];
let received: IncomingHttpHeaders;

beforeEach(async () => {
  requested = [];
  server = createServer(({ url: path = '', headers: sent }, response) => {
    received = sent;
    requested.push(path);
    const { status = pages[path] ? 200 : 404, headers = {}, body = '', hangs } = pages[path] ?? {};
    if (hangs) return;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = () => openCleaner({ network: { allowPrivate: ['127.0.0.0/8'] }, politeness: { hostPauseMs: 0 } });
const pending = (promise: Promise<unknown>): Promise<string> =>
  Promise.race([
    promise.then(
      () => 'ended',
      () => 'ended',
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 300, 'waits')),
  ]);

test('sends the headers, the credentials and the proxy of the settings', async () => {
  pages = { '/moss': { body: prose('moss') } };
  const network = { allowPrivate: ['127.0.0.0/8'] };
  const credentials = { [origin]: { header: { name: 'X-Team', value: 'env:THRESHER_TEST_TEAM' } } };
  const settings = { network, politeness: { hostPauseMs: 0 }, fetch: { acceptLanguage: 'de', credentials } };
  const locked = await openCleaner(settings);
  await expect(locked.fetch(`${origin}/moss`)).rejects.toThrow('env:THRESHER_TEST_TEAM: the environment variable');
  await locked.close();
  vi.stubEnv('THRESHER_TEST_TEAM', 'bogs');
  const cleaner = await openCleaner(settings);
  expect((await cleaner.fetch(`${origin}/moss`)).title).toBe('moss');
  expect(received).toMatchObject({ 'accept-language': 'de', 'x-team': 'bogs' });
  vi.unstubAllEnvs();
  await cleaner.close();

  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const behind = await openCleaner({ ...settings, fetch: { proxy: { url } } });
  await expect(behind.fetch(`${origin}/moss`)).rejects.toThrow(FetchError);
  expect(tunnels).toContain(new URL(origin).host);
  await behind.close();
  proxy.close();
});

test('redirects that lead nowhere are errors, and error pages are pages', async () => {
  pages = {
    '/nowhere': { status: 302, body: 'moved' },
    '/circle': { status: 302, headers: { location: '/circle' }, body: 'moved' },
    '/unmodified': { status: 304 },
    '/error': { status: 500, body: prose('fault') },
  };
  const cleaner = await open();
  const errors = ['/nowhere', '/circle', '/unmodified'].map((path) => cleaner.fetch(origin + path));
  const [nowhere, circle, unmodified] = await Promise.allSettled(errors);
  expect(nowhere).toMatchObject({
    reason: {
      ...{ name: 'FetchError', reason: 'redirect-nowhere', url: `${origin}/nowhere` },
      message: `${origin}/nowhere: redirect-nowhere: the server answered 302`,
    },
  });
  expect(circle).toMatchObject({ reason: { name: 'FetchError', reason: 'redirect-loop' } });
  expect(unmodified).toMatchObject({ reason: { name: 'FetchError', reason: 'protocol' } });
  expect(await cleaner.fetch(`${origin}/error`)).toMatchObject({ status: 500, title: 'fault' });
  await cleaner.close();
});

test('a check for browsers is no page, whatever its status', async () => {
  const check = { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, body: prose('Are you a person') };
  pages = { '/moss': check };
  const cleaner = await open();
  await expect(cleaner.fetch(`${origin}/moss`)).rejects.toMatchObject({
    ...{ name: 'FetchError', reason: 'bot-check', url: `${origin}/moss` },
    message: `${origin}/moss: bot-check: the server answered 202`,
  });
  await cleaner.close();
});

test('a check for browsers instead of robots.txt has the same reason', async () => {
  const check = { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, body: '' };
  pages = { '/robots.txt': check, '/moss': check };
  const cleaner = await open();
  await expect(cleaner.fetch(`${origin}/moss`)).rejects.toMatchObject({
    ...{ name: 'FetchError', reason: 'bot-check', url: `${origin}/moss` },
    message: `${origin}/moss: bot-check: robots.txt: status 202`,
  });
  await cleaner.close();
  expect(requested).toEqual(['/robots.txt']);
});

test('a host rests as long as it asks for', async () => {
  pages = { '/busy': { status: 503, headers: { 'retry-after': '30' } }, '/moss': { body: prose('moss') } };
  const cleaner = await open();
  expect(await cleaner.fetch(`${origin}/busy`)).toMatchObject({ status: 503 });
  const moss = cleaner.fetch(`${origin}/moss`);
  expect(await pending(moss)).toBe('waits');
  const closed = expect(moss).rejects.toMatchObject({ name: 'FetchError', reason: null });
  await cleaner.close();
  await closed;
  expect(requested).toEqual(['/robots.txt', '/busy']);
});

test('refuses to wait for a rest of more than five minutes', async () => {
  pages = { '/busy': { status: 429, headers: { 'retry-after': '3600' } }, '/moss': { body: prose('moss') } };
  const cleaner = await open();
  expect(await cleaner.fetch(`${origin}/busy`)).toMatchObject({ status: 429 });
  await expect(cleaner.fetch(`${origin}/moss`)).rejects.toThrow(
    /\/moss: too-many-requests: the host rests until \d{4}-/,
  );
  await cleaner.close();
  expect(requested).toEqual(['/robots.txt', '/busy']);
});

test('a fetch that `close` ends has no reason', async () => {
  pages = { '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 900\n' }, '/moss': { body: prose('moss') } };
  const cleaner = await open();
  const moss = cleaner.fetch(`${origin}/moss`);
  await vi.waitFor(() => expect(requested).toEqual(['/robots.txt']), 60_000);
  expect(await pending(moss)).toBe('waits');
  const closed = expect(moss).rejects.toMatchObject({
    ...{ name: 'FetchError', reason: null, url: `${origin}/moss` },
    message: `${origin}/moss: the cleaner was closed`,
  });
  await cleaner.close();
  await closed;
});

test('a cleaner that was closed before its first fetch sends nothing', async () => {
  pages = { '/moss': { body: prose('moss') } };
  const cleaner = await open();
  await cleaner.close();
  await expect(cleaner.fetch(`${origin}/moss`)).rejects.toMatchObject({ name: 'FetchError', reason: null });
  expect(requested).toEqual([]);
});

test('`close` ends the rest if the network cannot be opened', async () => {
  const cleaner = await openCleaner({ network: { resolve: { 'a=b.test': '127.0.0.1' } } });
  await expect(cleaner.fetch('http://a.test/')).rejects.toThrow();
  await cleaner.close();
});

test('a robots.txt at a host that rests for long is not waited for', async () => {
  const other = origin.replace('127.0.0.1', 'localhost');
  pages = {
    '/robots.txt': { status: 301, headers: { location: `${other}/rules.txt` } },
    '/rules.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *' },
    '/busy': { status: 503, headers: { 'retry-after': '3600' }, body: prose('busy') },
    '/page': { body: prose('page') },
  };
  const cleaner = await open();
  expect(await cleaner.fetch(`${other}/busy`)).toMatchObject({ status: 503 });
  await expect(cleaner.fetch(`${origin}/page`)).rejects.toMatchObject({ reason: 'robots-unreachable' });
  await cleaner.close();
});

test('a signal ends the wait for a host, and for another call', async () => {
  pages = { '/busy': { status: 503, headers: { 'retry-after': '30' } } };
  const cleaner = await open();
  await cleaner.fetch(`${origin}/busy`);
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = cleaner.fetch(`${origin}/fen`, { signal: first.signal });
  const next = cleaner.fetch(`${origin}/moss`, { signal: second.signal });
  second.abort(new Error('enough'));
  await expect(next).rejects.toThrow(/^enough$/);
  expect(await pending(waiting)).toBe('waits');
  first.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(cleaner.fetch(`${origin}/moss`, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await expect(cleaner.fetch(`${origin}/moss`, { signals: 1 } as never)).rejects.toThrow('did you mean signal?');
  await cleaner.close();
  expect(requested).toEqual(['/robots.txt', '/busy']);
});

test('a signal ends a request, which is no fault of the host', async () => {
  pages = { '/robots.txt': { hangs: true }, '/slow': { hangs: true }, '/moss': { body: prose('moss') } };
  const cleaner = await open();
  const abortAfter = async (requests: number) => {
    const ending = new AbortController();
    const slow = cleaner.fetch(`${origin}/slow`, { signal: ending.signal });
    const aborted = expect(slow).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(requested).toHaveLength(requests), 60_000);
    ending.abort();
    await aborted;
  };
  await abortAfter(1);
  delete pages['/robots.txt'];
  // After so many failures the host would rest for more than five minutes.
  for (let n = 1; n <= 8; n++) await abortAfter(n + 2);
  expect(await cleaner.fetch(`${origin}/moss`)).toMatchObject({ status: 200, title: 'moss' });
  await cleaner.close();
  expect(requested.filter((path) => path !== '/slow')).toEqual(['/robots.txt', '/robots.txt', '/moss']);
});

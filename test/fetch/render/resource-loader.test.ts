import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createResourceLoader } from '../../../shared/fetch/render/resource-loader.ts';
import type { ResourceRules } from '../../../shared/fetch/render/resource-rules.ts';
import { LocalFaultError } from '../../../shared/http/local-fault.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import type { Fetcher, FetchRequest, HttpFailure, HttpResponse } from '../../../shared/ports/fetcher.ts';
import type { ResourceRequest } from '../../../shared/ports/renderer.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock, settled } from '../../fake-clock.ts';
import { reply } from '../single-host.ts';

const RULES: ResourceRules = { agent: 'thresher', timeoutMs: 1_000, maxBytes: 10_000, maxRequests: 10, posts: false };

type Answer = HttpResponse | HttpFailure;
type Sent = { url: string; request: FetchRequest };

/** A web of fixed responses that logs its requests. Hosts have no robots.txt unless it is given. */
function openWeb(pages: Record<string, Answer | (() => Promise<Answer>)>, rules: Partial<ResourceRules> = {}) {
  const sent: Sent[] = [];
  const fetcher: Fetcher = {
    async fetch(url, request) {
      sent.push({ url, request });
      const answer = pages[url] ?? reply(404, '');
      return typeof answer === 'function' ? answer() : answer;
    },
  };
  const ports = { fetcher, robots: sqliteRobotsStore(openDatabase(':memory:')), clock: fakeClock() };
  const startPage = createResourceLoader(ports, { ...RULES, ...rules });
  return { startPage, ports, urls: () => sent.map(({ url }) => url), sent };
}

const data = (url: string, change: Partial<ResourceRequest> = {}): ResourceRequest => ({
  url,
  method: 'GET',
  headers: { accept: 'application/json', 'x-key': 'k' },
  isScript: false,
  ...change,
});

const pageAt = (url: string, address = '192.0.2.1') => ({ url: url as Url, address });

const script = (url: string) => data(url, { isScript: true });

const textOf = (resource: { body: Uint8Array } | undefined) => resource && Buffer.from(resource.body).toString();

test('loads data with the headers of the script, after robots.txt of its host', async () => {
  const web = openWeb({ 'https://api.test/a?q=1&b': reply(200, '{"a":1}') });
  const page = web.startPage();
  expect(textOf(await page.load(data('https://api.test/a?q=1&b')))).toBe('{"a":1}');
  expect(web.urls()).toEqual(['https://api.test/robots.txt', 'https://api.test/a?q=1&b']);
  expect(web.sent[1]!.request.headers).toEqual({ accept: 'application/json', 'x-key': 'k' });
  expect(page.usage()).toEqual({ requests: 2, bytes: 7, refused: {} });
});

test('obeys robots.txt of each host, and reads it once', async () => {
  const web = openWeb({
    'https://api.test/robots.txt': reply(200, 'User-agent: *\nDisallow: /private'),
    'https://api.test/open': reply(200, 'open'),
    'https://down.test/robots.txt': reply(500, ''),
    'https://down.test/a': reply(200, 'a'),
  });
  const page = web.startPage();
  expect(await page.load(data('https://api.test/private'))).toBeUndefined();
  expect(textOf(await page.load(data('https://api.test/open')))).toBe('open');
  expect(await web.startPage().load(data('https://api.test/private'))).toBeUndefined();
  expect(await page.load(data('https://down.test/a'))).toBeUndefined();
  expect(web.urls()).toEqual(['https://api.test/robots.txt', 'https://api.test/open', 'https://down.test/robots.txt']);
  expect(page.usage().refused).toEqual({ robots: 2 });
  expect((await web.ports.robots.get('https://api.test'))?.text).toContain('/private');
});

test('ignores robots.txt of the hosts that the crawl ignores it of', async () => {
  const pages: Record<string, Answer> = {
    'https://own.test/robots.txt': reply(200, 'User-agent: *\nDisallow: /'),
    'https://own.test/a': reply(200, 'a'),
  };
  const web = openWeb(pages, { ignoresRobots: (host) => host === 'own.test' });
  expect(textOf(await web.startPage().load(data('https://own.test/a')))).toBe('a');
});

test('keeps scripts for other pages, but no data and no errors', async () => {
  const web = openWeb({
    'https://cdn.test/app.js': reply(200, 'app'),
    'https://cdn.test/data.json': reply(200, '{}'),
    'https://cdn.test/lost.js': reply(404, 'no'),
  });
  for (let i = 0; i < 2; i++) {
    const page = web.startPage();
    expect(textOf(await page.load(script('https://cdn.test/app.js#x')))).toBe('app');
    expect(textOf(await page.load(data('https://cdn.test/data.json')))).toBe('{}');
    expect((await page.load(script('https://cdn.test/lost.js')))?.status).toBe(404);
  }
  const counts = (url: string) => web.urls().filter((one) => one === url).length;
  expect(counts('https://cdn.test/app.js')).toBe(1);
  expect(counts('https://cdn.test/data.json')).toBe(2);
  expect(counts('https://cdn.test/lost.js')).toBe(2);
  await web.ports.clock.advance(3_600_000);
  await web.startPage().load(script('https://cdn.test/app.js'));
  expect(counts('https://cdn.test/app.js')).toBe(2);
});

test('sends one request at a time to a host, also for several pages', async () => {
  let open = 0;
  let most = 0;
  const slow = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    return reply(200, 'x');
  };
  const urls = Array.from({ length: 6 }, (_, i) => `https://api.test/${i}`);
  const web = openWeb(Object.fromEntries(urls.map((url) => [url, slow])));
  const pages = [web.startPage(), web.startPage()];
  await Promise.all(urls.map((url, i) => pages[i % 2]!.load(data(url))));
  expect(most).toBe(1);
  expect(web.urls()).toHaveLength(7);
});

test('refuses more requests than a page may send', async () => {
  const web = openWeb({}, { maxRequests: 3 });
  const page = web.startPage();
  for (let i = 0; i < 5; i++) await page.load(data(`https://api.test/${i}`));
  expect(web.urls()).toHaveLength(3);
  expect(page.usage()).toMatchObject({ requests: 3, refused: { limit: 3 } });
});

test('follows redirects, with robots.txt of each host, and gives up after five', async () => {
  const moved = (to: string): HttpResponse => ({ ...reply(302, ''), headers: [['location', to]] });
  const web = openWeb({
    'https://a.test/1': moved('https://b.test/2'),
    'https://b.test/2': reply(200, 'two'),
    'https://a.test/private': moved('https://c.test/private'),
    'https://c.test/robots.txt': reply(200, 'User-agent: *\nDisallow: /private'),
    'https://a.test/loop': moved('/loop'),
    'https://a.test/file': moved('file:///etc/passwd'),
  });
  const page = web.startPage();
  expect(textOf(await page.load(data('https://a.test/1')))).toBe('two');
  expect(await page.load(data('https://a.test/private'))).toBeUndefined();
  expect(web.urls()).not.toContain('https://c.test/private');
  expect(await page.load(data('https://a.test/file'))).toBeUndefined();
  const before = web.urls().length;
  expect(
    await openWeb({ 'https://a.test/loop': moved('/loop') })
      .startPage()
      .load(data('https://a.test/loop')),
  ).toBeUndefined();
  expect(web.urls()).toHaveLength(before);
});

test('sends POST requests only if the crawl allows them, and to the site of the page', async () => {
  const body = Buffer.from('{"query":"{a}"}');
  const pages: Record<string, Answer> = {
    'https://api.moor.org/graphql': { ...reply(200, '{"data":1}'), headers: [['access-control-allow-origin', '*']] },
    'https://other.org/graphql': reply(200, '{}'),
  };
  const post = (url: string, readBy: string) => data(url, { method: 'POST', body, readBy });
  const own = post('https://api.moor.org/graphql', 'https://app.moor.org');
  const web = openWeb(pages);
  const page = web.startPage();
  expect(await page.load(own)).toBeUndefined();
  expect(page.usage().refused).toEqual({ post: 1 });
  expect(web.urls()).toEqual([]);
  const open = openWeb(pages, { posts: true });
  expect(textOf(await open.startPage().load(own))).toBe('{"data":1}');
  expect(open.sent[1]!.request).toMatchObject({ method: 'POST', body });
  for (const readBy of ['https://app.moor.org', 'null'])
    expect(await open.startPage().load(post('https://other.org/graphql', readBy))).toBeUndefined();
  expect(open.urls()).not.toContain('https://other.org/graphql');
});

test.each(['file:///etc/passwd', 'ftp://a.test/', 'http://name:word@a.test/', 'no URL'])('refuses %s', async (url) => {
  const web = openWeb({});
  const page = web.startPage();
  expect(await page.load(data(url))).toBeUndefined();
  expect(page.usage().refused).toEqual({ url: 1 });
  expect(web.urls()).toEqual([]);
});

test('decodes bodies, and refuses those that are cut or too long', async () => {
  const coded = (body: Uint8Array, change: Partial<HttpResponse> = {}): HttpResponse => ({
    ...reply(200, ''),
    headers: [['Content-Encoding', 'gzip']],
    body,
    ...change,
  });
  const web = openWeb({
    'https://a.test/gzip': coded(gzipSync('text')),
    'https://a.test/long': coded(gzipSync('x'.repeat(10_001))),
    'https://a.test/cut': coded(gzipSync('text'), { truncated: true }),
    'https://a.test/away': { kind: 'failure', reason: 'private-address', detail: '10.0.0.1' },
  });
  const page = web.startPage();
  expect(textOf(await page.load(data('https://a.test/gzip')))).toBe('text');
  for (const path of ['long', 'cut', 'away']) expect(await page.load(data(`https://a.test/${path}`))).toBeUndefined();
});

test('sends nothing after the page has ended, and aborts what is open', async () => {
  const signals: AbortSignal[] = [];
  const fetcher: Fetcher = {
    fetch: async (url, { signal }) => {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      signals.push(signal!);
      await new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve()));
      return { kind: 'failure', reason: 'timeout', detail: 'aborted' };
    },
  };
  const { ports } = openWeb({});
  const page = createResourceLoader({ ...ports, fetcher }, RULES)();
  const asked = [1, 2, 3].map((n) => page.load(data(`https://api.test/${n}`)));
  await settled();
  await page.end();
  expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
  expect(await page.load(data('https://api.test/4'))).toBeUndefined();
  expect(signals).toHaveLength(1);
});

test('reports faults of this machine when the page has ended', async () => {
  const fault = new LocalFaultError('EMFILE', new Error('too many open files'));
  const page = openWeb({ 'https://api.test/a': () => Promise.reject(fault) }).startPage();
  expect(await page.load(data('https://api.test/a'))).toBeUndefined();
  await expect(page.end()).rejects.toBe(fault);
});

test('sends nothing to a host that asks for a rest', async () => {
  const web = openWeb({
    'https://api.test/a': { ...reply(429, ''), headers: [['retry-after', '60']] },
    'https://api.test/b': reply(200, 'b'),
  });
  expect((await web.startPage().load(data('https://api.test/a')))?.status).toBe(429);
  expect(await web.startPage().load(data('https://api.test/b'))).toBeUndefined();
  await web.ports.clock.advance(59_999);
  expect(await web.startPage().load(data('https://api.test/b'))).toBeUndefined();
  await web.ports.clock.advance(1);
  expect(textOf(await web.startPage().load(data('https://api.test/b')))).toBe('b');
});

test.each([429, 503])(
  'after status %i without a time a page sends the host nothing more, and others wait longer each time',
  async (status) => {
    let isBusy = true;
    const web = openWeb({
      'https://api.test/a': async () => reply(isBusy ? status : 200, 'a'),
      'https://other.test/a': reply(200, 'other'),
    });
    const { clock } = web.ports;
    const page = web.startPage();
    const asked = [1, 2, 3].map(() => page.load(data('https://api.test/a')));
    expect((await Promise.all(asked)).map((one) => one?.status)).toEqual([status, undefined, undefined]);
    expect(page.usage().refused).toEqual({ rest: 2 });
    expect(page.restOf('api.test')).toEqual({});
    expect(page.restOf('other.test')).toBeUndefined();
    expect(textOf(await page.load(data('https://other.test/a')))).toBe('other');
    await clock.advance(5_000);
    expect(await page.load(data('https://api.test/a'))).toBeUndefined();
    const loadLater = async () => (await web.startPage().load(data('https://api.test/a')))?.status;
    expect(await loadLater()).toBe(status);
    await clock.advance(9_999);
    expect(await loadLater()).toBeUndefined();
    await clock.advance(1);
    isBusy = false;
    expect(await loadLater()).toBe(200);
    isBusy = true;
    expect(await loadLater()).toBe(status);
    await clock.advance(5_000);
    expect(await loadLater()).toBe(status);
  },
);

const check = (headers: [string, string][] = []): HttpResponse => ({
  ...reply(202, '<html>'),
  headers: [['x-amzn-waf-action', 'challenge'], ...headers],
});

test('a host that sends a check for browsers gets nothing more for the page, and rests', async () => {
  const web = openWeb({ 'https://api.test/a': check([['retry-after', '60']]), 'https://other.test/a': check() });
  const page = web.startPage();
  expect((await page.load(data('https://api.test/a')))?.status).toBe(202);
  expect((await page.load(data('https://other.test/a')))?.status).toBe(202);
  expect(await page.load(data('https://api.test/b'))).toBeUndefined();
  expect(await page.load(data('https://other.test/b'))).toBeUndefined();
  expect(page.usage().refused).toEqual({ rest: 2 });
  expect(page.restOf('api.test')).toEqual({ restUntil: web.ports.clock.now() + 60_000 });
  expect(page.restOf('other.test')).toEqual({});
});

test('obeys the last robots.txt of a host that sends a check for browsers instead, and lets the host rest', async () => {
  const web = openWeb({
    'https://api.test/robots.txt': check(),
    'https://api.test/open': reply(200, 'open'),
    'https://new.test/robots.txt': check(),
    'https://new.test/a': reply(200, 'a'),
  });
  const { clock, robots } = web.ports;
  const text = 'User-agent: *\nDisallow: /private';
  await robots.put({ origin: 'https://api.test', text, readAt: clock.now() - 1, expiresAt: clock.now() });
  const page = web.startPage();
  expect(await page.load(data('https://api.test/open'))).toBeUndefined();
  expect(await page.load(data('https://new.test/a'))).toBeUndefined();
  expect(page.usage().refused).toEqual({ rest: 1, robots: 1 });
  await clock.advance(5_000);
  const next = web.startPage();
  expect(textOf(await next.load(data('https://api.test/open')))).toBe('open');
  expect(await next.load(data('https://api.test/private'))).toBeUndefined();
  expect(next.usage().refused).toEqual({ robots: 1 });
});

test('lets a host rest that sends a check for browsers instead of its robots.txt, also before a disallowed URL', async () => {
  const web = openWeb({ 'https://api.test/robots.txt': check(), 'https://api.test/open': reply(200, 'open') });
  const { clock, robots } = web.ports;
  const text = 'User-agent: *\nDisallow: /private';
  await robots.put({ origin: 'https://api.test', text, readAt: clock.now() - 1, expiresAt: clock.now() });
  const page = web.startPage();
  expect(await page.load(data('https://api.test/private'))).toBeUndefined();
  expect(await page.load(data('https://api.test/open'))).toBeUndefined();
  expect(await web.startPage().load(data('https://api.test/open'))).toBeUndefined();
  expect(page.usage().refused).toEqual({ robots: 1, rest: 1 });
  expect(page.restOf('api.test')).toEqual({});
  expect(web.urls()).toEqual(['https://api.test/robots.txt']);
});

test('the rest of a host that sends pages meanwhile stays short', async () => {
  const web = openWeb({ 'https://app.test/a': reply(429, '') });
  const load = async () =>
    (await web.startPage(undefined, pageAt('https://app.test/')).load(data('https://app.test/a')))?.status;
  for (let i = 0; i < 4; i++) {
    expect(await load()).toBe(429);
    expect(await load()).toBeUndefined();
    await web.ports.clock.advance(5_000);
  }
});

test('a host that refuses every request without a time rests for five minutes at most', async () => {
  const web = openWeb({ 'https://api.test/a': reply(503, '') });
  const { clock } = web.ports;
  const load = async () => (await web.startPage().load(data('https://api.test/a')))?.status;
  for (let restMs = 5_000; restMs < 300_000; restMs *= 2) {
    expect(await load()).toBe(503);
    await clock.advance(restMs);
  }
  for (let i = 0; i < 2; i++) {
    expect(await load()).toBe(503);
    await clock.advance(299_999);
    expect(await load()).toBeUndefined();
    await clock.advance(1);
  }
});

test('the end of a page does not wait for requests of others', async () => {
  const web = openWeb({ 'https://api.test/slow': () => new Promise(() => {}) });
  void web.startPage().load(data('https://api.test/slow'));
  const page = web.startPage();
  void page.load(data('https://api.test/a'));
  await settled();
  await page.end();
  expect(web.urls()).not.toContain('https://api.test/a');
});

test('gives pages only what their own origin or the server of another one lets them read', async () => {
  const answer = (origin?: string): HttpResponse => ({
    ...reply(200, 'x'),
    headers: origin === undefined ? [] : [['Access-Control-Allow-Origin', origin]],
  });
  const moved = (to: string): HttpResponse => ({ ...reply(302, ''), headers: [['location', to]] });
  const pages: Record<string, Answer> = {
    'https://app.test/own': answer(),
    'https://app.test/moved': moved('https://api.test/secret'),
    'https://app.test/moved-open': moved('https://api.test/app'),
    'https://api.test/secret': answer(),
    'https://api.test/app': answer('https://app.test'),
    'https://api.test/any': answer('*'),
    'https://api.test/other': answer('https://other.test'),
  };
  const web = openWeb(pages, { maxRequests: 30 });
  const page = web.startPage();
  const isRead = async (url: string, change: Partial<ResourceRequest> = {}) =>
    (await page.load(data(url, { readBy: 'https://app.test', ...change }))) !== undefined;
  const results: Record<string, boolean> = {};
  for (const path of ['app.test/own', 'app.test/moved', 'app.test/moved-open', 'api.test/secret', 'api.test/app'])
    results[path] = await isRead(`https://${path}`);
  for (const path of ['any', 'other']) results[path] = await isRead(`https://api.test/${path}`);
  expect(results).toEqual({
    ...{ 'app.test/own': true, 'app.test/moved': false, 'app.test/moved-open': true, 'api.test/secret': false },
    ...{ 'api.test/app': true, any: true, other: false },
  });
  const module = { isScript: true, readBy: 'https://app.test' };
  expect(await isRead('https://api.test/app', module)).toBe(true);
  expect(await isRead('https://api.test/app', { ...module, readBy: 'https://evil.test' })).toBe(false);
  expect(await page.load(script('https://api.test/secret'))).toBeDefined();
});

test('sends other origins no credentials of a redirected request, but the origin of the page', async () => {
  const web = openWeb({
    'https://app.test/a': { ...reply(302, ''), headers: [['location', 'https://api.test/b']] },
    'https://api.test/b': reply(200, 'b'),
  });
  const headers = { authorization: 'Bearer t', 'x-key': 'k' };
  await web.startPage().load(data('https://app.test/a', { headers, readBy: 'https://app.test' }));
  expect(web.sent.find(({ url }) => url === 'https://api.test/b')?.request.headers).toEqual({
    ...{ 'x-key': 'k', origin: 'https://app.test' },
  });
});

test('sends credentials of the settings to the site of the page only, also after redirects and for kept scripts', async () => {
  const moved = (to: string): HttpResponse => ({ ...reply(302, ''), headers: [['location', to]] });
  const open = (body: string): HttpResponse => ({
    ...reply(200, body),
    headers: [['access-control-allow-origin', '*']],
  });
  const web = openWeb(
    {
      'https://api.moor.org/a': open('a'),
      'https://api.moor.org/app.js': open('app'),
      'http://api.moor.org/a': open('a'),
      'https://evil.org/to-api': moved('https://api.moor.org/a'),
      'https://app.moor.org/away': moved('https://evil.org/to-api'),
    },
    { maxRequests: 30 },
  );
  const sentFor = async (page: string | undefined, request: ResourceRequest) => {
    const before = web.sent.length;
    await web.startPage(undefined, page === undefined ? undefined : pageAt(page)).load(request);
    return web.sent
      .slice(before)
      .filter(({ url }) => !url.endsWith('/robots.txt'))
      .map(({ request: { withoutCredentials } }) => withoutCredentials !== true);
  };
  const own = 'https://app.moor.org/';
  expect(await sentFor(own, data('https://api.moor.org/a'))).toEqual([true]);
  expect(await sentFor('https://evil.org/', data('https://api.moor.org/a'))).toEqual([false]);
  expect(await sentFor('http://app.moor.org/', data('https://api.moor.org/a'))).toEqual([false]);
  expect(await sentFor(own, data('http://api.moor.org/a'))).toEqual([false]);
  expect(await sentFor(undefined, data('https://api.moor.org/a'))).toEqual([false]);
  expect(await sentFor('https://evil.org/', data('https://evil.org/to-api'))).toEqual([true, false]);
  expect(await sentFor(own, data('https://app.moor.org/away'))).toEqual([true, false, false]);
  const app = script('https://api.moor.org/app.js');
  expect(await sentFor(own, app)).toEqual([true]);
  expect(await sentFor('https://evil.org/', app)).toEqual([false]);
  expect(await sentFor(own, app)).toEqual([]);
});

test('gives pages from public addresses nothing of other sites on private ones', async () => {
  const open = (address: string): HttpResponse => ({
    ...reply(200, 'x'),
    headers: [['access-control-allow-origin', '*']],
    address,
  });
  const moved: HttpResponse = {
    ...reply(302, ''),
    headers: [['location', 'https://inner.org/a']],
    address: '192.0.2.1',
  };
  const pages = {
    'https://inner.org/a': open('10.0.0.1'),
    'https://inner.org/app.js': open('10.0.0.1'),
    'https://api.moor.org/a': open('10.0.0.2'),
    'https://cdn.org/a': open('192.0.2.7'),
    'https://moor.org/to-inner': moved,
  };
  const isPublicAddress = (address: string) => address.startsWith('192.');
  const web = openWeb(pages, { maxRequests: 30, isPublicAddress });
  const reads = async (address: string, ...urls: string[]) => {
    const page = web.startPage(undefined, pageAt('https://moor.org/', address));
    const read: boolean[] = [];
    for (const url of urls) read.push((await page.load(data(url, { isScript: url.endsWith('.js') }))) !== undefined);
    return read;
  };
  const urls = ['https://inner.org/a', 'https://inner.org/app.js', 'https://api.moor.org/a', 'https://cdn.org/a'];
  expect(await reads('10.0.0.9', ...urls, 'https://moor.org/to-inner')).toEqual([true, true, true, true, true]);
  expect(await reads('192.0.2.1', ...urls, 'https://moor.org/to-inner')).toEqual([false, false, true, true, false]);
});

test('gives pages from public addresses what their own site answers from a private one over TLS only', async () => {
  const at = (address: string): HttpResponse => ({ ...reply(200, 'x'), address });
  const pages = {
    'http://moor.org/a': at('10.0.0.1'),
    'http://inner.moor.org/app.js': at('10.0.0.1'),
    'http://inner.moor.org/b.js': at('192.0.2.1'),
    'https://inner.moor.org/app.js': at('10.0.0.1'),
  };
  const web = openWeb(pages, { maxRequests: 30, isPublicAddress: (address) => address.startsWith('192.') });
  const reads = async (page: string, request: ResourceRequest) =>
    (await web.startPage(undefined, pageAt(page)).load(request)) !== undefined;
  expect(await reads('http://moor.org/', data('http://moor.org/a', { readBy: 'http://moor.org' }))).toBe(false);
  expect(await reads('http://moor.org/', script('http://inner.moor.org/app.js'))).toBe(false);
  expect(await reads('http://moor.org/', script('http://inner.moor.org/b.js'))).toBe(true);
  expect(await reads('https://moor.org/', script('https://inner.moor.org/app.js'))).toBe(true);
});

test('gives pages what servers answer whose addresses a proxy resolved', async () => {
  const unknown: HttpResponse = { ...reply(200, 'x'), address: '' };
  const web = openWeb(
    { 'https://cdn.org/a.js': unknown },
    { isPublicAddress: (address) => address.startsWith('192.') },
  );
  const page = web.startPage(undefined, pageAt('https://192.0.2.1/'));
  expect(textOf(await page.load(script('https://cdn.org/a.js')))).toBe('x');
});

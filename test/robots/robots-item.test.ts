import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fetcher, HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import { fetchRobots } from '../../shared/robots/fetch-robots.ts';
import { robotsItemFrom, robotsPolicy } from '../../shared/robots/robots-item.ts';
import type { Url } from '../../shared/url/url.ts';

const origin = 'http://h.example';
const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;

function answer(status: number, body: string | Uint8Array = '', headers: [string, string][] = []): HttpResponse {
  return {
    kind: 'response',
    status,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    truncated: false,
    requestHeaders: [],
    address: '127.0.0.1',
  };
}
const noResponse: HttpFailure = { kind: 'failure', reason: 'timeout', detail: '' };
const rules = 'User-agent: *\nDisallow: /x';

const wafCheck = (status: number, headers: [string, string][] = []) =>
  answer(status, '<html>Checking your browser</html>', [['x-amzn-waf-action', 'challenge'], ...headers]);
const packed = (body: Uint8Array) => answer(200, body, [['content-encoding', 'gzip']]);
const spoiled = (file: Buffer) => file.fill(0x55, file.length - 8, file.length - 4);

test.each([
  ['200', answer(200, rules), rules],
  ['200, packed', answer(200, gzipSync(rules), [['Content-Encoding', 'gzip']]), rules],
  ['200, declared as packed', answer(200, rules, [['content-encoding', 'gzip']]), rules],
  ['200, with a charset as content coding', answer(200, rules, [['content-encoding', 'utf-8']]), rules],
  ['200, empty and declared as packed', answer(200, '', [['content-encoding', 'br']]), ''],
  ['200, packed with trailing data', packed(Buffer.concat([gzipSync(rules), Buffer.from('junk')])), rules],
  ['200, packed with a wrong checksum', packed(spoiled(gzipSync(rules))), rules],
  ['404', answer(404, 'User-agent: *\nDisallow: /'), ''],
  ['401', answer(401), ''],
  ['403', answer(403), ''],
  ['302 after all redirects', answer(302), ''],
])('%s gives a file that is valid for a day', (_name, given, text) => {
  const item = robotsItemFrom(origin, given, undefined, now);
  expect(item).toEqual({ origin, text, readAt: now, expiresAt: now + day });
  expect(robotsPolicy(item, now + day)).toBe('rules');
});

test.each([
  ['500', answer(500, rules)],
  ['503', answer(503)],
  ['429', answer(429)],
  ['no response', noResponse],
  ['202 with a check of AWS WAF', wafCheck(202)],
  ['302 with a check of AWS WAF', wafCheck(302)],
  ['405 with a captcha of AWS WAF', answer(405, '', [['X-Amzn-Waf-Action', 'captcha']])],
  ['403 with a check of Cloudflare', answer(403, '<html>', [['cf-mitigated', 'challenge']])],
  ['a truncated packed file', packed(gzipSync(rules).subarray(0, -12))],
  ['a file with another packing', packed(brotliCompressSync(rules))],
  ['an unknown coding', answer(200, gzipSync(rules), [['content-encoding', 'rot13']])],
  ['a decompression bomb', answer(200, gzipSync(Buffer.alloc(50_000_000)), [['content-encoding', 'gzip']])],
])('%s disallows everything and is retried soon', (_name, given) => {
  const item = robotsItemFrom(origin, given, undefined, now);
  expect(item).toMatchObject({ readAt: 0, unreachableSince: now });
  expect(item.expiresAt - now).toBeLessThanOrEqual(hour);
  expect(robotsPolicy(item, now)).toBe('disallow-all');
});

const comment = (length: number) => `#${'y'.repeat(length - 2)}\n`;

// At most 500 KiB are read, up to the last whole line.
test.each<[string, string | Uint8Array, string]>([
  ['a truncated line', `${rules}\n${comment(512_000 - 39)}Disallow: /private`, `${rules}\n${comment(512_000 - 39)}`],
  ['a line that just fits', `${comment(512_000 - 11)}Disallow: /`, `${comment(512_000 - 11)}Disallow: /`],
  ['octets that are not UTF-8', Buffer.from(`${rules}\xfc`, 'latin1'), `${rules}%FC`],
  ['octets in and outside of UTF-8', Buffer.from(`\xef\xbb\xbf${rules}\xfc/\xc3\xbc`, 'latin1'), `${rules}%FC/%C3%BC`],
])('decodes a file with %s', (_what, body, text) => {
  const fetched = Buffer.from(body).subarray(0, 512_001);
  expect(robotsItemFrom(origin, answer(200, fetched), undefined, now).text === text).toBe(true);
});

test('fetches one byte more than the limit to detect truncation', async () => {
  const long = Buffer.from(`${comment(512_000 - 11)}Disallow: /private`);
  const fetcher: Fetcher = { fetch: async (_url, { maxBytes }) => answer(200, long.subarray(0, maxBytes)) };
  const clock = { now: () => now, sleep: async () => {} };
  const { item } = await fetchRobots(
    origin,
    undefined,
    { fetcher, clock },
    { timeoutMs: 1000, beforeRequest: async () => true },
  );
  expect(item?.text.endsWith('y\n')).toBe(true);
});

test.each([
  ['seconds', 503, '7200', 2 * hour],
  ['a date', 429, new Date(now + 3 * hour).toUTCString(), 3 * hour],
  ['a date of asctime', 503, 'Wed Sep 27 03:00:00 1972', 3 * hour],
  ['a month', 503, '2592000', day],
  ['less than the minimum retry delay', 503, '1', 10_000],
  ['a date in the past', 503, new Date(now - hour).toUTCString(), 10_000],
  ['an invalid value', 503, 'soon', 10_000],
])('honours Retry-After: %s', (_what, status, retryAfter, ms) => {
  const item = robotsItemFrom(origin, answer(status, '', [['Retry-After', retryAfter]]), undefined, now);
  expect(item.expiresAt - now).toBe(ms);
});

test('keeps the last good copy while the site sends a check for browsers, and honours its Retry-After', () => {
  const good = robotsItemFrom(origin, answer(200, rules), undefined, now - day);
  const item = robotsItemFrom(origin, wafCheck(202, [['Retry-After', '7200']]), good, now);
  expect(item).toEqual({
    ...{ origin, text: rules, readAt: now - day, expiresAt: now + 2 * hour, unreachableSince: now },
    cause: { reason: 'bot-check', detail: 'status 202' },
  });
  expect(robotsPolicy(item, now)).toBe('rules');
});

// failure · delay of the first retry
test.each<[string, HttpResponse | HttpFailure, number]>([
  ['status 503', answer(503), 10_000],
  ['status 429', answer(429), 10_000],
  ['a check for browsers', wafCheck(202), 10_000],
  ['a timeout', noResponse, 10_000],
  ['a connection that ended', { ...noResponse, reason: 'connect' }, 10_000],
  ['an unknown name', { ...noResponse, reason: 'dns' }, hour / 12],
  ['a wrong certificate', { ...noResponse, reason: 'tls' }, hour / 12],
])('retries after %s first soon, then after 5 minutes or longer', (_what, failure, firstMs) => {
  const first = robotsItemFrom(origin, failure, undefined, now);
  expect(first.expiresAt - now).toBe(firstMs);
  const second = robotsItemFrom(origin, failure, first, now + firstMs);
  expect(second.expiresAt - now - firstMs).toBe(hour / 12);
  const later = robotsItemFrom(origin, failure, second, now + hour);
  expect(later.expiresAt - now - hour).toBe(hour);
});

test('uses the last good copy for a day, then disallows everything, and after thirty days allows everything', () => {
  const good = robotsItemFrom(origin, answer(200, rules), undefined, now - day);
  let item: RobotsItem = robotsItemFrom(origin, noResponse, good, now);
  expect(item).toMatchObject({ text: rules, readAt: now - day, unreachableSince: now });
  for (const [after, standing] of [
    [0, 'rules'],
    [day, 'rules'],
    [day + hour, 'disallow-all'],
    [30 * day, 'disallow-all'],
    [30 * day + hour, 'allow-all'],
  ] as const) {
    item = robotsItemFrom(origin, noResponse, item, now + after);
    expect(item.unreachableSince).toBe(now);
    expect(item.expiresAt - (now + after)).toBeLessThanOrEqual(6 * hour);
    expect(robotsPolicy(item, now + after)).toBe(standing);
  }
});

test('a response ends the unreachable period', () => {
  const unreachable = robotsItemFrom(origin, noResponse, undefined, now - 2 * day);
  expect(robotsItemFrom(origin, answer(404), unreachable, now)).toEqual({
    origin,
    text: '',
    readAt: now,
    expiresAt: now + day,
  });
});

test.each([
  [
    'http://other.example/x',
    'robots-unreachable',
    'it redirects to http://other.example/x (private-address: 10.0.0.1)',
  ],
  ['https://h.example/robots.txt', 'private-address', '10.0.0.1'],
])('a failure after a redirect to %s has the reason %s', async (location, reason, detail) => {
  const fetcher: Fetcher = {
    fetch: async (url) =>
      url === `${origin}/robots.txt`
        ? answer(302, '', [['Location', location]])
        : { kind: 'failure', reason: 'private-address', detail: '10.0.0.1' },
  };
  const clock = { now: () => now, sleep: async () => {} };
  const { item } = await fetchRobots(
    origin,
    undefined,
    { fetcher, clock },
    { timeoutMs: 1000, beforeRequest: async () => true },
  );
  expect(item).toMatchObject({ origin, unreachableSince: now, cause: { reason, detail } });
});

test.each([
  ['http://other.example/x', 'robots-unreachable', 'it redirects to http://other.example/x (bot-check: status 403)'],
  ['https://h.example/robots.txt', 'bot-check', 'status 403'],
])('a check for browsers after a redirect to %s has the reason %s', async (location, reason, detail) => {
  const check = answer(403, '', [['cf-mitigated', 'challenge']]);
  const fetcher: Fetcher = {
    fetch: async (url) => (url === `${origin}/robots.txt` ? answer(302, '', [['Location', location]]) : check),
  };
  const clock = { now: () => now, sleep: async () => {} };
  const request = { timeoutMs: 1000, beforeRequest: async () => true };
  const { item } = await fetchRobots(origin, undefined, { fetcher, clock }, request);
  expect(item).toMatchObject({ origin, unreachableSince: now, cause: { reason, detail } });
});

/** Fetches from a server with these redirects. All other URLs return the file. @param stored files in the store */
async function ask(
  redirects: Record<string, string>,
  beforeRequest = async (_url: Url) => true,
  stored: RobotsItem[] = [],
) {
  const requestedUrls: string[] = [];
  const fetcher: Fetcher = {
    fetch: async (url) => {
      requestedUrls.push(url);
      const to = redirects[url];
      return to === undefined ? answer(200, rules) : answer(301, '', [['Location', to]]);
    },
  };
  const clock = { now: () => now, sleep: async () => {} };
  const robots = { get: async (key: string) => stored.find((item) => item.origin === key) };
  const result = await fetchRobots(origin, undefined, { fetcher, clock, robots }, { timeoutMs: 1000, beforeRequest });
  return { ...result, requestedUrls };
}

test('follows redirects, also to other hosts, and stores the file under the first origin', async () => {
  const { item, requests, requestedUrls } = await ask({
    'http://h.example/robots.txt': 'https://h.example/robots.txt',
    'https://h.example/robots.txt': '//www.h.example/r#x',
  });
  expect(requestedUrls).toEqual([
    'http://h.example/robots.txt',
    'https://h.example/robots.txt',
    'https://www.h.example/r',
  ]);
  expect({ item, requests }).toMatchObject({ item: { origin, text: rules }, requests: 3 });
});

const WWW: RobotsItem = { origin: 'https://www.h.example', text: 'stored', readAt: now - hour, expiresAt: now + hour };

test('takes the stored file of another origin instead of a request to it', async () => {
  const redirects = { 'http://h.example/robots.txt': 'https://www.h.example/robots.txt' };
  const { item, requests, requestedUrls } = await ask(redirects, undefined, [WWW]);
  expect(item).toEqual({ origin, text: 'stored', readAt: now, expiresAt: now + hour });
  expect({ requests, requestedUrls }).toEqual({ requests: 1, requestedUrls: ['http://h.example/robots.txt'] });
});

test.each<[string, RobotsItem, string]>([
  ['has expired', { ...WWW, expiresAt: now }, '/robots.txt'],
  ['could not be read lately', { ...WWW, unreachableSince: now - 1 }, '/robots.txt'],
  ['is not the target', WWW, '/robots.txt?host=h'],
])('requests the target of a redirect if the stored file %s', async (_why, item, path) => {
  const target = `https://www.h.example${path}`;
  const { requestedUrls } = await ask({ 'http://h.example/robots.txt': target }, undefined, [item]);
  expect(requestedUrls).toEqual(['http://h.example/robots.txt', target]);
});

test('treats the file as missing after five redirects', async () => {
  const { item, requests } = await ask({ 'http://h.example/robots.txt': '/robots.txt' });
  expect({ item, requests }).toMatchObject({ item: { text: '', readAt: now }, requests: 6 });
});

test('treats the file as missing after an invalid redirect', async () => {
  const { item, requests } = await ask({ 'http://h.example/robots.txt': 'mailto:me@h.example' });
  expect({ item, requests }).toMatchObject({ item: { text: '', readAt: now }, requests: 1 });
});

test('returns no item if beforeRequest cancels', async () => {
  const waited: string[] = [];
  const redirects = { 'http://h.example/robots.txt': '/r' };
  const { item, requests, requestedUrls } = await ask(redirects, async (url) => {
    waited.push(url);
    return waited.length < 2;
  });
  expect({ item, requests }).toEqual({ item: undefined, requests: 1 });
  expect(requestedUrls).toHaveLength(1);
  expect(waited).toEqual(['http://h.example/robots.txt', 'http://h.example/r']);
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

type Page = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

/** Responses by host and path; any other URL is a 404. */
const WEB: Record<string, Page> = {
  'a.test/robots.txt': {
    body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 0.1\nSitemap: http://a.test/index.xml',
  },
  'a.test/page': { body: '<p>Hello', headers: { 'x-robots-tag': 'noindex', 'content-type': 'text/html' } },
  'a.test/old': { status: 301, headers: { location: 'http://b.test/new' } },
  'b.test/new': { status: 302, headers: { location: '//a.test/page' } },
  'a.test/circle': { status: 302, headers: { location: '/circle' } },
  'a.test/inside': { status: 302, headers: { location: 'http://10.0.0.1/' } },
  'c.test/robots.txt': { status: 503 },
  'd.test/robots.txt': { body: 'User-agent: bot2\nDisallow: /\nCrawl-delay: 900' },
  'a.test/index.xml': {
    body: '<sitemapindex><sitemap><loc>http://a.test/1.xml.gz</loc></sitemap><sitemap><loc>/none.xml</loc></sitemap><sitemap><loc>/index.xml</loc></sitemap></sitemapindex>',
  },
  'a.test/1.xml.gz': {
    body: gzipSync(
      '<urlset><url><loc>http://a.test/x</loc><lastmod>2024-01-01</lastmod></url><url><loc>/y</loc></url></urlset>',
    ),
    headers: { 'content-encoding': 'gzip' },
  },
};

let server: Server;
let flags: string[];
const requestedKeys: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const key = `${request.headers.host}${request.url}`;
    requestedKeys.push(key);
    const { status = WEB[key] ? 200 : 404, headers = {}, body = '' } = WEB[key] ?? {};
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  flags = [...['--resolve', `*.test=127.0.0.1:${port}`], ...['--allow-private', '127.0.0.0/8'], ...['--pause', '0']];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('`robots` fetches robots.txt from the host and prints requests and result', async () => {
  const { code, answers } = await thresher([
    'robots',
    'http://a.test/private/x',
    'http://a.test/y',
    '--json',
    ...flags,
  ]);
  expect(code).toBe(0);
  expect(answers()).toMatchObject([
    {
      allowed: false,
      reason: 'robots',
      rule: 'Disallow: /private',
      crawlDelay: 0.1,
      asked: ['http://a.test/robots.txt: 200'],
    },
    { allowed: true, reason: null, rule: null, sitemaps: ['http://a.test/index.xml'], asked: [] },
  ]);
});

function crawlFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'robots-')), 'crawl.yaml');
  writeFileSync(file, `seeds: [http://d.test/]\nrobots: {ignore: [d.test]}\n${text}`);
  return file;
}

test('`robots --crawl` uses the settings of the crawl and prints its exceptions', async () => {
  const file = crawlFile('userAgent: bot2/1.0\npoliteness: {crawlDelayCapS: 60}\n');
  const { answers } = await thresher(['robots', 'http://d.test/x', '--json', '--crawl', file, ...flags]);
  expect(answers()).toMatchObject([
    {
      ...{ allowed: false, reason: 'robots', rule: 'Disallow: /' },
      ignored: 'this crawl ignores robots.txt of d.test (robots.ignore)',
      capped: '60 s instead of 900 s (crawl-delay-capped)',
    },
  ]);
  const other = await thresher(['robots', 'http://d.test/x', '--json', '--user-agent', 'bot2', ...flags]);
  const [answer] = other.answers();
  expect(answer).toMatchObject({ allowed: false, capped: '300 s instead of 900 s (crawl-delay-capped)' });
  expect(answer).not.toHaveProperty('ignored');
});

test('`validate` warns about ignored robots.txt', async () => {
  const { stderr } = await thresher(['validate', crawlFile('')]);
  expect(stderr).toContain(
    'warning: robots.txt is ignored for d.test (robots.ignore); use this only for your own hosts',
  );
});

test('allows nothing if robots.txt cannot be read', async () => {
  const { answers } = await thresher(['robots', 'http://c.test/', '--json', ...flags]);
  expect(answers()).toMatchObject([{ allowed: false, reason: 'robots-unreachable', standing: 'disallow-all' }]);
});

test('`fetch` prints each hop: normalisation, robots.txt, response, redirect', async () => {
  const { code, answers } = await thresher(['fetch', 'HTTP://A.test:80/old#x', '--json', ...flags]);
  expect(code).toBe(0);
  const steps = answers().map(({ step, decision, detail }) => `${step} ${decision} ${detail}`);
  expect(steps.filter((step) => /^(url|outcome)/.test(step))).toEqual([
    'url accepted http://a.test/old',
    'outcome redirected http://b.test/new',
    'url accepted http://b.test/new',
    'outcome redirected //a.test/page',
    'url accepted http://a.test/page',
    'outcome fetched ',
  ]);
  expect(steps).toContain('robots asks noindex');
});

test('`fetch` reads robots.txt once per origin and obeys its crawl delay', async () => {
  requestedKeys.length = 0;
  const start = performance.now();
  const { answers } = await thresher(['fetch', 'http://a.test/circle', '--json', ...flags]);
  expect(requestedKeys).toEqual(['a.test/robots.txt', ...Array(6).fill('a.test/circle')]);
  expect(answers().at(-1)).toMatchObject({ step: 'outcome', decision: 'refused', reason: 'redirect-loop' });
  expect(performance.now() - start).toBeGreaterThan(6 * 95);
});

test.each([
  ['http://a.test/private', 'robots'],
  ['http://c.test/', 'robots-unreachable'],
  ['http://a.test/inside', 'private-address'],
  ['ldap://a.test/', 'scheme'],
])('`fetch` refuses %s with reason %s, without a request', async (url, reason) => {
  requestedKeys.length = 0;
  const { code, answers } = await thresher(['fetch', url, '--json', ...flags]);
  expect([code, answers().at(-1)!['reason']]).toEqual([1, reason]);
  expect(requestedKeys.filter((key) => !/robots\.txt|inside/.test(key))).toEqual([]);
});

test('`sitemap` reads each sitemap of a site once and reports errors', async () => {
  requestedKeys.length = 0;
  const { code, printed, stderr } = await thresher(['sitemap', 'http://a.test/', ...flags]);
  expect(printed).toEqual(['http://a.test/x\t2024-01-01', 'http://a.test/y']);
  expect(stderr.join('\n')).toMatch(/none\.xml: status 404, 0 URLs, 0 sitemaps, not-found/);
  expect(code).toBe(1);
  expect(requestedKeys).toEqual(['a.test/robots.txt', 'a.test/index.xml', 'a.test/1.xml.gz', 'a.test/none.xml']);
});

test('`sitemap --jsonl` is a filter', async () => {
  const bodyBase64 = btoa('<urlset><url><loc>http://a.test/x</loc></url></urlset>');
  const questions = [{ id: 1, url: 'http://a.test/s', bodyBase64 }, { id: 2, url: 'http://a.test/s' }, '{'];
  const { code, answers } = await thresher(['sitemap', '--jsonl'], questions);
  expect(code).toBe(1);
  expect(answers()).toEqual([
    { id: 1, urls: [{ url: 'http://a.test/x' }], sitemaps: [] },
    { id: 2, error: { message: 'bodyBase64 is missing', line: 2 } },
    { id: null, error: { message: expect.any(String), line: 3 } },
  ]);
});

/** Pages without links are found through sitemaps, and through lists given as seeds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThresher } from './child.ts';
import { recordsOf, withStores } from './remains.ts';

let server: Server;
let dir: string;
let origin: string;
let received: { path: string; at: number }[];

const page = (text: string) =>
  `<html lang="en"><title>${text}</title><p>${text}: ${'a sentence of its own. '.repeat(5)}</html>`;
const entry = (path: string) => `<url><loc>${origin}${path}</loc><lastmod>2024-02-03</lastmod></url>`;

const SITE: Record<string, () => string | Buffer> = {
  '/robots.txt': () => `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/index.xml\n`,
  '/': () => page('Home'),
  '/index.xml': () => `<sitemapindex><sitemap><loc>${origin}/part.xml.gz</loc></sitemap></sitemapindex>`,
  '/part.xml.gz': () =>
    gzipSync(`<urlset>${['/a', '/1/2/3/4/5/6/7/8/9/deep', '/secret', '/missing'].map(entry).join('')}</urlset>`),
  '/a': () => page('A'),
  '/1/2/3/4/5/6/7/8/9/deep': () => page('Deep'),
  '/feed.json': () => JSON.stringify({ items: [{ url: `${origin}/told` }] }),
  '/told': () => page('Told'),
};

beforeEach(async () => {
  received = [];
  server = createServer(({ url = '/' }, response) => {
    received.push({ path: url, at: performance.now() });
    const body = SITE[url]?.();
    const type = /\.gz$/.test(url)
      ? 'application/x-gzip'
      : /xml$/.test(url)
        ? 'text/xml'
        : /json$/.test(url)
          ? 'application/feed+json'
          : /txt$/.test(url)
            ? 'text/plain'
            : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

async function crawl(settings: object) {
  const file = join(dir, 'crawl.yaml');
  const common = { crawl: 'listed', network: { allowPrivate: ['127.0.0.0/8'] }, politeness: { hostPauseMs: 30 } };
  writeFileSync(file, JSON.stringify({ ...common, ...settings }));
  const run = await startThresher(['crawl', file, '--dir', dir, '--json']).ended;
  expect(run).toMatchObject({ code: 0, err: '' });
  const records = await withStores(dir, (stores) => recordsOf('listed', stores));
  return records.map(({ title }) => title).sort();
}

const paths = () => received.map(({ path }) => path);

test('finds pages through the sitemaps in robots.txt, one request at a time', async () => {
  expect(await crawl({ seeds: [`${origin}/`] })).toEqual(['A', 'Deep', 'Home']);
  expect(paths().slice(0, 4)).toEqual(['/robots.txt', '/', '/index.xml', '/part.xml.gz']);
  expect(paths()).not.toContain('/secret');
  const gaps = received.slice(1).map(({ at }, i) => at - received[i]!.at);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(29);
});

test('reads no sitemaps if the settings disable them', async () => {
  expect(await crawl({ seeds: [`${origin}/`], sitemaps: false })).toEqual(['Home']);
  expect(paths()).toEqual(['/robots.txt', '/']);
});

test('a feed given as a seed adds seeds and becomes no record', async () => {
  expect(await crawl({ seeds: [{ feed: `${origin}/feed.json` }], sitemaps: false })).toEqual(['Told']);
});

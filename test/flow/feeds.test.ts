/** Crawls of a site whose pages are found only through feeds. The feeds are links of a page, or seeds without a kind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';

const SENTENCES = 'The sundew of the northern bogs catches gnats with drops that shine in the sun all day long. ';
const page = (title: string) => `<html lang="en"><title>${title}</title><p>${title}. ${SENTENCES.repeat(3)}</html>`;

const SITE: Record<string, [type: string, body: string]> = {
  '/': [
    'text/html',
    `<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/atom+xml" href="/atom"><link rel="alternate" type="application/feed+json" href="/feed.json">${page('Home')}`,
  ],
  '/feed.xml': [
    'application/rss+xml',
    `<?xml version="1.0"?><rss version="2.0"><channel><link>/about</link>
    <item><link><![CDATA[ http://feed.test/post ]]></link></item><item><guid>http://elsewhere.test/</guid></item></channel></rss>`,
  ],
  '/atom': [
    'text/html',
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry>
    <link rel="edit" href="/edit"/><link rel="alternate" href="entry"/></entry>
    <entry xml:base="/blog/"><link href="based"/></entry></feed>`,
  ],
  '/feed.json': [
    'application/feed+json',
    '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"http://feed.test/item"}]}',
  ],
  '/item': ['text/html', page('Item')],
  '/blog/based': ['text/html', page('Based')],
  '/post': ['text/html', page('Post')],
  '/entry': ['text/html', page('Entry')],
};

let server: Server;
let dir: string;
let asked: string[];
let network: string[];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    const [type, body] = SITE[request.url!] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${port}`, '--delay', '0'];
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

async function crawl(name: string, seed: string): Promise<string[]> {
  const end = await thresher(['crawl', seed, '--name', name, ...network, '--dir', dir]);
  // The second crawl of the folder gets a warning.
  const messages = end.messages.filter((message) => !message.includes('is a new crawl in'));
  expect([end.code, messages]).toEqual([0, []]);
  const { printed } = await thresher(['export', '--name', name, '--dir', dir]);
  return printed.map((line) => (JSON.parse(line) as { url: string }).url).sort();
}

const explain = async (name: string, url: string) =>
  (await thresher(['explain', url, '--name', name, '--dir', dir, '--json'])).answers()[0] as {
    steps: { step: string; decision: string; reason: string | null; detail: string }[];
  };

test('follows the entries of feeds that a page links to, and keeps no record of the feeds', async () => {
  const paths = ['', 'blog/based', 'entry', 'item', 'post'];
  const found = paths.map((path) => `http://feed.test/${path}`);
  expect(await crawl('linked', 'http://feed.test/')).toEqual(found);
  expect(asked.filter((url) => /edit|about|elsewhere/.test(url))).toEqual([]);
});

test('follows the entries of a feed that was given as a page', async () => {
  expect(await crawl('seeded', 'http://feed.test/feed.xml')).toEqual(['http://feed.test/post']);
});

test('explains that a feed is read only for its entries, and which feed named a page', async () => {
  const { steps } = await explain('linked', 'http://feed.test/feed.xml');
  expect(steps).toContainEqual(expect.objectContaining({ step: 'classify', decision: 'left-out', reason: 'sitemap' }));
  const post = await explain('linked', 'http://feed.test/post');
  const origin = post.steps.find(({ step }) => step === 'found');
  expect(origin?.detail).toContain('on http://feed.test/feed.xml');
});

test('reads a feed again as a list in a later visit', async () => {
  SITE['/feed.xml']![1] = SITE['/feed.xml']![1].replace('http://feed.test/post', 'http://feed.test/news');
  SITE['/news'] = ['text/html', page('News')];
  await thresher(['recrawl', '--name', 'seeded', '--dir', dir, '--prefix', 'http://feed.test/feed.xml']);
  expect(await crawl('seeded', 'http://feed.test/feed.xml')).toEqual([
    'http://feed.test/news',
    'http://feed.test/post',
  ]);
});

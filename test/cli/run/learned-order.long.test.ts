/** The order of a crawl that learns, as its server sees it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeLinkModel } from '../../../shared/focus/link-model.ts';
import { thresher } from '../test-terminal.ts';

const DULL = Array.from({ length: 60 }, (_, i) => `/dull/${String(i).padStart(2, '0')}`);
/** On topic, and the first URLs among equals: the first visit fetches them, and only they lead to the hidden pages. */
const GOOD = ['/a/1', '/a/2'];
const HIDDEN = Array.from({ length: 6 }, (_, i) => `/hidden/${i}`);
const MAX_LATE = 10;

let server: Server;
let folder: string;
let requests: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-order-'));
  requests = [];
  server = createServer((request, response) => {
    const path = request.url!;
    if (path === '/robots.txt') return void response.writeHead(404).end();
    requests.push(path);
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function pageOf(path: string): string {
  const links = path === '/' ? [...GOOD, ...DULL] : GOOD.includes(path) ? HIDDEN : [];
  const text = GOOD.includes(path) || HIDDEN.includes(path) ? 'sundew '.repeat(20) : 'It rains.';
  return `<title>${path}</title><p>${text}</p>${links.map((to) => `<a href="${to}">more</a>`).join(' ')}`;
}

async function crawl(settings: object) {
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'topic.txt'), '10: sundew=CP\n');
  const common = {
    ...{ crawl: 'bogs', seeds: ['http://bog.test/'], sitemaps: false, limits: { pages: 40 } },
    politeness: { hostPauseMs: 50, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.test': `127.0.0.1:${port}` } },
  };
  writeFileSync(join(folder, 'crawl.yaml'), JSON.stringify({ ...common, ...settings }));
  return thresher(['crawl', join(folder, 'crawl.yaml'), '--dir', join(folder, 'data')]);
}

test('follows the links of a page on topic at most 10 fetches after it, and spends its limit', async () => {
  const { code } = await crawl({ topic: { filters: [{ terms: 'topic.txt', cutOff: 50 }] } });
  // 4: the page limit ended the crawl.
  expect(code).toBe(4);
  expect(requests.length).toBe(40);
  expect(new Set(requests).size).toBe(40);
  const foundAt = Math.max(...GOOD.map((path) => requests.indexOf(path)));
  const followedAt = HIDDEN.map((path) => requests.indexOf(path)).sort((a, b) => a - b);
  expect(followedAt[0]).toBeGreaterThan(0);
  expect(followedAt[0]! - foundAt).toBeLessThanOrEqual(MAX_LATE);
  // They are fetched one after the other, before the remaining pages.
  expect(followedAt.at(-1)! - followedAt[0]!).toBe(HIDDEN.length - 1);
});

test.each([
  ['damaged', (file: string) => writeFileSync(file, 'no model')],
  ['lost', (file: string) => rmSync(file)],
])('goes on and stores a new model if the stored one is %s', async (_, happens) => {
  const topic = { filters: [{ terms: 'topic.txt', cutOff: 50 }] };
  expect((await crawl({ topic, limits: { pages: 12 } })).code).toBe(4);
  const models = join(folder, 'data/objects/models/bogs/links');
  const [stored] = readdirSync(models);
  happens(join(models, stored!));
  expect((await crawl({ topic, limits: { pages: 24 } })).code).toBe(4);
  expect(new Set(requests).size).toBe(24);
  const newest = readFileSync(join(models, readdirSync(models).at(-1)!));
  expect(decodeLinkModel(newest)).toBeDefined();
});

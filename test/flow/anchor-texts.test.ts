/** A local crawl of a small site: pages are found by what links to them say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';

const SENTENCES = 'This plant of the northern bogs catches gnats with drops that shine in the sun all day. '.repeat(3);
const pageOf = (title: string, links: string, text = SENTENCES) =>
  `<title>${title}</title><p>${text}</p><p>${links}</p>`;
/** What `/drosera` says differs at its second visit. */
let season = 'spring';

const SITE: Record<string, () => string> = {
  '/': () =>
    pageOf(
      'Home',
      '<a href="/drosera">Sticky flypapers</a> <a href="/b">Other traps</a> <a href="/old">Waterwheels</a>',
    ),
  '/b': () =>
    pageOf('Traps', '<a href="/drosera">Glistening leaves</a> <a href="/drosera">read more</a>', `Traps. ${SENTENCES}`),
  '/drosera': () => pageOf('Drosera', '', `It grows in ${season}. ${SENTENCES}`),
  '/new': () => pageOf('Aldrovanda', '', `It floats. ${SENTENCES}`),
};

let server: Server;
let dir: string;
let network: string[];
const crawl = async (...more: string[]) => {
  const end = await thresher([
    'crawl',
    'http://bog.test/',
    '--name',
    'bog',
    ...network,
    '--delay',
    '0',
    '--dir',
    dir,
    ...more,
  ]);
  expect(end.code).toBe(0);
};
const search = async (query: string) => {
  const [answer] = (await thresher(['search', query, '--name', 'bog', '--dir', dir, '--json'])).answers();
  return (answer!['hits'] as { url: string }[]).map(({ url }) => new URL(url).pathname);
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  server = createServer((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
    else {
      const body = SITE[request.url!]?.();
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${port}`];
  await crawl();
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

test('finds a page by words that only the links to it have', async () => {
  expect(await search('anchor:flypapers')).toEqual(['/drosera']);
  expect(await search('flypapers')).toEqual(['/drosera']);
  expect(await search('text:flypapers')).toEqual([]);
  expect(await search('anchor:"read more"')).toEqual([]);
});

test('finds the target of a redirect by the text of the link to the old URL', async () => {
  expect(await search('anchor:waterwheels')).toEqual(['/new']);
});

test('keeps the texts when the page is fetched again and has changed', async () => {
  season = 'autumn';
  expect((await thresher(['recrawl', '--name', 'bog', '--dir', dir])).code).toBe(0);
  await crawl();
  expect(await search('autumn')).toEqual(['/drosera']);
  expect(await search('anchor:flypapers')).toEqual(['/drosera']);
});

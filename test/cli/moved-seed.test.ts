import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from './site.ts';
import { thresher } from './test-terminal.ts';

let folder: string;
let target: TestSite;
let moved: Server;
let seed: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-moved-'));
  const pages = { '/': `${prose('sundew')}<a href="/more">more</a>`, '/more': prose('moss') };
  target = await startSite(pages, '127.0.0.2');
  moved = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(301, { location: `${target.origin}/` }).end();
  });
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
  seed = `http://127.0.0.1:${(moved.address() as AddressInfo).port}/`;
});
afterAll(() => {
  target.close();
  moved.closeAllConnections();
  moved.close();
  rmSync(folder, { recursive: true });
});

const crawl = (name: string, ...seeds: string[]) =>
  thresher([
    ...['crawl', ...seeds, '--dir', join(folder, name)],
    ...['--allow-private', '127.0.0.0/8', '--delay', '0', '--name', 'moved'],
  ]);

test('a seed that redirects to another host gives that page, and the end of the crawl says what to do', async () => {
  const { code, printed } = await crawl('one', seed);
  expect(code).toBe(0);
  expect(target.requests()).toEqual(['/']);
  const line = printed.find((text) => text.includes('moved seeds'));
  expect(line).toContain(`${seed} redirects to ${target.origin}/ (out of scope)`);
  expect(line).toContain('add it to the seeds');

  const place = ['--dir', join(folder, 'one'), '--name', 'moved'];
  const status = await thresher(['status', ...place]);
  expect(status.printed.find((text) => text.startsWith('moved '))).toContain(`${target.origin}/ (out of scope)`);
  const [answer] = (await thresher(['status', '--json', ...place])).answers();
  expect(answer).toMatchObject({ records: 1, movedSeeds: [{ url: seed, to: `${target.origin}/`, reason: 'scope' }] });
  const explained = await thresher(['explain', `${target.origin}/`, ...place]);
  expect(explained.printed.join('\n')).toContain('a seed redirects to it');
});

test('with the target among the seeds, its site is crawled and nothing is said', async () => {
  const { printed } = await crawl('both', seed, `${target.origin}/`);
  expect(target.requests()).toEqual(['/', '/more']);
  expect(printed.join('\n')).not.toContain('moved seeds');
});

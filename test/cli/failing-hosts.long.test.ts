/** Crawls with hosts that fail. They wait some seconds for each of them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startSite } from '../../demo/server.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { thresher } from './test-terminal.ts';

/** Arguments of a crawl of hosts below `test`, which a server on this machine has. */
const crawlAt = (port: number, ...more: string[]) => {
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${port}`];
  return ['crawl', ...network, '--delay', '0', '--dir', temporaryFolder(), ...more];
};

test('THRESHER_DEBUG prints a line of JSON for each URL that is refused or fails', async () => {
  const site = await startSite();
  const { printed, stderr } = await thresher(
    crawlAt(site.port, 'http://sundew.test/', 'http://broken.test/', '--json'),
    [],
    {
      env: { THRESHER_DEBUG: '1' },
    },
  );
  await site.close();
  const { outcomes } = JSON.parse(printed.at(-1)!) as { outcomes: Record<string, number> };
  const lines = stderr
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map(({ url }) => url)).size).toBe((outcomes['refused'] ?? 0) + (outcomes['failed'] ?? 0));
  for (const line of lines)
    expect(line).toEqual({
      ...{ event: 'url-unfetched', crawl: 'sundew.test', url: expect.stringMatching(/^http:/) },
      ...{ outcome: expect.stringMatching(/^(?:refused|failed)$/), reason: expect.stringMatching(/^[a-z-]+$/) },
      ...{
        tries: expect.any(Number),
        next: line['outcome'] === 'failed' ? expect.stringMatching(/^\d{4}-.*Z$/) : null,
      },
    });
});

test('a crawl whose only host sends checks for browsers says so, and ends with exit code 1', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(202, { 'x-amzn-waf-action': 'challenge', 'content-type': 'text/html' }).end('<html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { code, printed } = await thresher(crawlAt((server.address() as AddressInfo).port, 'http://bog.test/'));
  server.closeAllConnections();
  server.close();
  expect([code, printed[0]]).toEqual([
    1,
    'Crawl bog.test: nothing fetched: hosts sent checks for browsers instead of pages, or did not answer; a later run asks the hosts again that are due.',
  ]);
});

test('a crawl whose hosts send no robots.txt says so, and ends with exit code 1', async () => {
  const server = createServer((_, response) => void response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { code, printed } = await thresher(crawlAt((server.address() as AddressInfo).port, 'http://bog.test/'));
  server.closeAllConnections();
  server.close();
  expect([code, printed[0]]).toEqual([
    1,
    'Crawl bog.test: nothing fetched: no host answered, or none sent its robots.txt; a later run asks the hosts again that are due.',
  ]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRIVATE, startClosedSite } from './closed-site.ts';
import { thresher } from './test-terminal.ts';

let site: Awaited<ReturnType<typeof startClosedSite>>;
beforeEach(async () => {
  site = await startClosedSite();
});
afterEach(() => site.close());

test('asks a seed again that robots.txt refused after another user agent', async () => {
  await site.crawl(...PRIVATE, '--user-agent', 'Oldbot/1.0');
  await site.crawl(...PRIVATE, '--user-agent', 'Oldbot/1.0', '--depth', '3');
  expect(site.asked).toEqual([]);
  await site.crawl(...PRIVATE, '--user-agent', 'Newbot/1.0');
  expect(site.asked).toEqual(['/']);
  await site.crawl(...PRIVATE, '--user-agent', 'Thirdbot/1.0');
  expect(site.asked).toEqual(['/']);
});

test('asks a seed again that a rule on URLs refused', async () => {
  expect((await site.crawl(...PRIVATE, '--exclude', '*')).code).toBe(2);
  await site.crawl(...PRIVATE);
  expect(site.asked).toEqual(['/']);
});

test('asks a seed again whose media type was not wanted', async () => {
  site.type = 'text/plain';
  await site.crawlFile('fetch: {exceptTypes: [text/plain]}');
  await site.crawlFile('fetch: {exceptTypes: [text/plain]}');
  expect(site.asked).toEqual(['/']);
  await site.crawlFile('fetch: {exceptTypes: []}');
  expect(site.asked).toEqual(['/', '/']);
  expect((await thresher(['status', '--dir', site.dir, '--json'])).answers()).toMatchObject([
    { outcomes: { fetched: 1 } },
  ]);
});

test('`seed --force` moves a waiting URL to the front', async () => {
  const at = ['--dir', site.dir];
  await site.crawl(...PRIVATE, '--limit', '1');
  writeFileSync(join(site.dir, 'list.txt'), Array.from({ length: 30 }, (_, n) => `http://bog.test/${n} 3\n`).join(''));
  await thresher(['seed', join(site.dir, 'list.txt'), ...at]);
  await site.crawl(...PRIVATE, '--limit', '2');
  await site.force('http://bog.test/29');
  await site.crawl(...PRIVATE, '--limit', '3');
  expect(site.asked).toEqual(['/', '/0', '/29']);
});

test('`seed --force` reads robots.txt again', async () => {
  await site.crawl(...PRIVATE);
  site.robots = 'User-agent: *\nDisallow: /\n';
  await site.force();
  await site.crawl(...PRIVATE);
  expect(site.asked).toHaveLength(1);
  expect((await thresher(['explain', 'http://bog.test/', '--dir', site.dir, '--json'])).answers()).toMatchObject([
    { state: 'refused.robots' },
  ]);
  site.robots = '';
  await site.force();
  await site.crawl(...PRIVATE);
  expect(site.asked).toHaveLength(2);
});

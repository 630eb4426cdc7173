/** Limits that end a crawl before it is done. Each crawl can be resumed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { startThresher, until } from './child.ts';
import { SEEDS, startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

describe('a page limit', () => {
  test('is never exceeded, ends the crawl with exit code 4, and can be raised', async () => {
    const first = await thresher(three.crawl(0.05, '--limit', '20'));
    expect([first.code, first.messages]).toEqual([4, []]);
    expect(first.answers()[0]).toMatchObject({ pages: 20 });
    expect(three.pageRequests()).toHaveLength(20);
    const waiting = three.site.pages().filter(({ url, host }) => host === 'sundew.test' && !wasRequested(url));
    const stories = await Promise.all(waiting.map(({ url }) => three.runJson('explain', url)));
    expect(stories.map(({ state }) => state)).toContain('queued');

    const second = await thresher(three.crawl(0.05, '--limit', '30'));
    expect([second.code, three.pageRequests().length, three.repeatedRequests()]).toEqual([4, 30, 0]);
    const last = await thresher(three.crawl(0));
    expect(last.code).toBe(0);
    expect(last.answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
    expect(three.repeatedRequests()).toBe(0);
  });

  test('holds after a kill, without waiting for reservations of the killed run', async () => {
    const killed = startThresher(three.crawl(0.3, '--limit', '20'));
    await until(killed, () => three.pageRequests().length >= 4);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const { code, answers } = await thresher(three.crawl(0.02, '--limit', '20'));
    expect([code, answers()[0]!['pages']]).toEqual([4, 20]);
  });

  const wasRequested = (url: string) => three.pageRequests().some(({ host, path }) => `http://${host}${path}` === url);
});

test('a request limit ends the crawl with exit code 4 after running visits are committed; without it the crawl continues', async () => {
  const file = join(three.dir, 'crawl.yaml');
  const write = (budget: string) =>
    writeFileSync(
      file,
      `crawl: three\nseeds: [${SEEDS.map((seed) => `'${seed}'`).join(', ')}]\npoliteness: {hostPauseMs: 20}\n${budget}` +
        `network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${three.site.port}'}}\n`,
    );
  const run = () => thresher(['crawl', file, '--dir', three.dir, '--json']);
  write('budget: {requests: 12}\n');
  const first = await run();
  expect([first.code, first.messages]).toEqual([4, []]);
  expect(first.answers()[0]!['pages']).toBe(three.pageRequests().length);
  expect(three.site.log.requests.length).toBeGreaterThanOrEqual(12);
  expect(three.site.log.requests.length).toBeLessThan(18);
  expect(three.pageRequests().length).toBeLessThan(three.wholeCrawl());
  const again = three.site.log.requests.length;
  expect((await run()).code).toBe(4);
  expect(three.site.log.requests).toHaveLength(again);
  write('');
  expect((await run()).answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
  expect(three.repeatedRequests()).toBe(0);
});

test('names each unreachable seed with its reason and exits with code 1', async () => {
  const args = [
    'crawl',
    'http://nothing-here.test/',
    'http://127.0.0.1:1/',
    '--allow-private',
    '127.0.0.0/8',
    '--name',
    'none',
  ];
  const { code, printed } = await thresher([...args, '--dir', three.dir, '--resolve', '*.test=127.0.0.1:1']);
  // No server responded.
  expect(code).toBe(1);
  expect(printed.join('\n')).toMatch(/: failed 2\n/);
  const troubles = ['http://nothing-here.test/', 'http://127.0.0.1:1/'].map(
    (seed) => `  seed ${seed}: failed.connect (no connection)`,
  );
  expect(printed).toEqual(expect.arrayContaining(troubles));

  const again = await thresher([...args, '--dir', three.dir, '--resolve', '*.test=127.0.0.1:1', '--json']);
  expect([again.code, again.printed.length]).toEqual([1, 1]);
  expect(again.stderr).toEqual(expect.arrayContaining(troubles));
});

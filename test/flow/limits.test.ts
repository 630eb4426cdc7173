/** What ends a crawl before it is done: a limit, a switch, a signal, another runner, a full disk. Each goes on where it was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { type RunningSite, startSite } from '../site/server.ts';
import { startThresher, until } from './child.ts';

let site: RunningSite;
let dir: string;
beforeEach(async () => {
  site = await startSite();
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
});
afterEach(async () => {
  await site.close();
  rmSync(dir, { recursive: true, force: true });
});

const SEEDS = ['http://sundew.test/', 'http://nepenthes.test/', 'http://butterworts.test/'];

/** Three hosts of the small web and nothing around them. */
const crawl = (delayS: number, ...more: string[]) => {
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${site.port}`];
  return ['crawl', ...SEEDS, '--name', 'three', ...network, '--delay', `${delayS}`, '--dir', dir, '--json', ...more];
};
const pageRequests = () => site.log.requests.filter(({ path }) => path !== '/robots.txt');
const askedTwice = () => pageRequests().length - new Set(pageRequests().map(({ host, path }) => host + path)).size;
const asked = async (...args: string[]) => (await thresher([...args, '--dir', dir, '--json'])).answers()[0]!;
/** All that can be reached there. */
const wholeCrawl = () => {
  const hosts = new Set(SEEDS.map((seed) => new URL(seed).host));
  return site.pages().filter(({ url, host }) => hosts.has(host) && !/orphan|draft-only/.test(url)).length;
};

describe('a page limit', () => {
  test('is never passed, ends the crawl with 4, and can be raised', async () => {
    const first = await thresher(crawl(0.05, '--limit', '20'));
    expect([first.code, first.said]).toEqual([4, []]);
    expect(first.answers()[0]).toMatchObject({ pages: 20 });
    expect(pageRequests()).toHaveLength(20);
    const waiting = site.pages().filter(({ url, host }) => host === 'sundew.test' && !wasAsked(url));
    const stories = await Promise.all(waiting.map(({ url }) => asked('explain', url)));
    expect(stories.map(({ state }) => state)).toContain('queued');

    const second = await thresher(crawl(0.05, '--limit', '30'));
    expect([second.code, pageRequests().length, askedTwice()]).toEqual([4, 30, 0]);
    const last = await thresher(crawl(0));
    expect(last.code).toBe(0);
    expect(last.answers()[0]).toMatchObject({ state: 'done', pages: wholeCrawl() });
    expect(askedTwice()).toBe(0);
  });

  test('holds for a crawl that was killed; what the killed one had shared out is not waited for', async () => {
    const killed = startThresher(crawl(0.3, '--limit', '20'));
    await until(() => pageRequests().length >= 4);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const { code, answers } = await thresher(crawl(0.02, '--limit', '20'));
    expect([code, answers()[0]!['pages']]).toEqual([4, 20]);
  });

  const wasAsked = (url: string) => pageRequests().some(({ host, path }) => `http://${host}${path}` === url);
});

test('a limit of requests ends the crawl with 4 and what was under way committed; without it the crawl goes on', async () => {
  const file = join(dir, 'crawl.yaml');
  const write = (budget: string) =>
    writeFileSync(
      file,
      `crawl: three\nseeds: [${SEEDS.map((seed) => `'${seed}'`).join(', ')}]\npoliteness: {hostPauseMs: 20}\n${budget}` +
        `network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${site.port}'}}\n`,
    );
  const run = () => thresher(['crawl', file, '--dir', dir, '--json']);
  write('budget: {requests: 12}\n');
  const first = await run();
  expect([first.code, first.said]).toEqual([4, []]);
  expect(first.answers()[0]!['pages']).toBe(pageRequests().length);
  expect(site.log.requests.length).toBeGreaterThanOrEqual(12);
  expect(site.log.requests.length).toBeLessThan(18);
  expect(pageRequests().length).toBeLessThan(wholeCrawl());
  const again = site.log.requests.length;
  expect((await run()).code).toBe(4);
  expect(site.log.requests).toHaveLength(again);
  write('');
  expect((await run()).answers()[0]).toMatchObject({ state: 'done', pages: wholeCrawl() });
  expect(askedTwice()).toBe(0);
});

describe('from another process', () => {
  test('a pause ends it in order, nothing is asked for then, and resume opens it again', async () => {
    const running = startThresher(crawl(0.15));
    await until(() => pageRequests().length >= 6);
    const paused = startThresher(['pause', '--dir', dir]);
    expect(await paused.ended).toMatchObject({ code: 0, out: 'three: paused\n' });
    const { code, out } = await running.ended;
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'paused' })]);
    const { length } = site.log.requests;
    expect(await asked('status')).toMatchObject({ state: 'paused' });
    expect(site.log.requests).toHaveLength(length);

    expect((await startThresher(['resume', '--dir', dir]).ended).code).toBe(0);
    expect((await thresher(crawl(0))).answers()[0]).toMatchObject({ state: 'done', pages: wholeCrawl() });
    expect(askedTwice()).toBe(0);
  });

  test('a stop ends it in order, and no link is taken in any more', async () => {
    const running = startThresher(crawl(0.1));
    await until(() => pageRequests().length >= 6);
    expect((await startThresher(['stop', '--dir', dir]).ended).code).toBe(0);
    const { code, out } = await running.ended;
    const status = JSON.parse(out);
    expect([code, status.state]).toEqual([0, 'stopped']);
    expect(status.links.stopped).toBeGreaterThan(0);
    expect(status.pages).toBe(pageRequests().length);
  });
});

test('Ctrl-C ends it in order with 130, soon, and the same command goes on', async () => {
  const running = startThresher(crawl(0.2));
  await until(() => pageRequests().length >= 8);
  running.process.kill('SIGINT');
  const { code, out, err } = await running.ended;
  expect([code, err]).toEqual([130, '']);
  // Requests that were under way may have been broken off; all others are committed.
  const { pages } = JSON.parse(out);
  expect(pages).toBeGreaterThan(pageRequests().length - SEEDS.length - 1);
  expect((await thresher(crawl(0))).answers()[0]).toMatchObject({ state: 'done', pages: wholeCrawl() });
  expect(askedTwice()).toBeLessThanOrEqual(SEEDS.length);
});

test('a second runner on the folder ends with 3 and disturbs nothing', async () => {
  const running = startThresher(crawl(0.05));
  await until(() => pageRequests().length >= 3);
  const second = await startThresher(crawl(0.05)).ended;
  expect(second).toMatchObject({ code: 3, out: '', err: `${dir} is in use by another crawl\n` });
  const { code, out } = await running.ended;
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'done', pages: wholeCrawl() })]);
  expect(askedTwice()).toBe(0);
});

test('seeds that cannot be reached are outcomes with their reasons, each is named, and the exit code tells of errors', async () => {
  const args = [
    'crawl',
    'http://nothing-here.test/',
    'http://127.0.0.1:1/',
    '--allow-private',
    '127.0.0.0/8',
    '--name',
    'none',
  ];
  const { code, printed } = await thresher([...args, '--dir', dir, '--resolve', '*.test=127.0.0.1:1']);
  // Nobody answered at all.
  expect(code).toBe(1);
  expect(printed.join('\n')).toMatch(/: failed 2\n/);
  const troubles = ['http://nothing-here.test/', 'http://127.0.0.1:1/'].map(
    (seed) => `  seed ${seed}: failed.connect (no connection)`,
  );
  expect(printed).toEqual(expect.arrayContaining(troubles));

  const again = await thresher([...args, '--dir', dir, '--resolve', '*.test=127.0.0.1:1', '--json']);
  expect([again.code, again.printed.length]).toEqual([1, 1]);
  expect(again.told).toEqual(expect.arrayContaining(troubles));
});

describe('a full disk', () => {
  test.each(['raw', 'clean', 'records'])(
    '(no room for %s) ends it with 3 and one line; with room it goes on',
    async (stage) => {
      const full = { FULL_STAGE: stage, FULL_AFTER: '1' };
      const node = { options: ['--import', './test/flow/full-disk.mjs'], env: full };
      const { code, out, err } = await startThresher(crawl(0.01), node).ended;
      expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(/^the disk is full.*\n$/) });
      const again = await thresher(crawl(0));
      expect([again.code, again.said]).toEqual([0, []]);
      expect(again.answers()[0]).toMatchObject({ state: 'done', pages: wholeCrawl() });
    },
  );
});

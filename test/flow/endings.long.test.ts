/** Ends of a crawl from outside: a state change, a signal, another runner. Each crawl can be resumed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { startThresher, until } from './child.ts';
import { SEEDS, startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

describe('from another process', () => {
  test('pause ends the crawl in order and stops requests, and resume reopens it', async () => {
    const running = startThresher(three.crawl(0.15));
    await until(running, () => three.pageRequests().length >= 6);
    expect(await thresher(['pause', '--dir', three.dir])).toMatchObject({ code: 0, printed: ['three: paused'] });
    const { code, out } = await running.ended;
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'paused' })]);
    const { length } = three.site.log.requests;
    expect(await three.runJson('status')).toMatchObject({ state: 'paused' });
    expect(three.site.log.requests).toHaveLength(length);

    expect((await thresher(['resume', '--dir', three.dir])).code).toBe(0);
    expect((await thresher(three.crawl(0))).answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
    expect(three.repeatedRequests()).toBe(0);
  });

  test('stop ends the crawl in order, and no more links are added', async () => {
    const running = startThresher(three.crawl(0.1));
    await until(running, () => three.pageRequests().length >= 6);
    expect((await thresher(['stop', '--dir', three.dir])).code).toBe(0);
    const { code, out } = await running.ended;
    const status = JSON.parse(out);
    expect([code, status.state]).toEqual([0, 'stopped']);
    expect(status.links.stopped).toBeGreaterThan(0);
    expect(status.pages).toBe(three.pageRequests().length);
  });
});

test('Ctrl-C ends the crawl soon with exit code 130, and the same command resumes it', async () => {
  const running = startThresher(three.crawl(0.2));
  await until(running, () => three.pageRequests().length >= 8);
  running.process.kill('SIGINT');
  const { code, out, err } = await running.ended;
  expect([code, err]).toEqual([130, '']);
  // Running requests may be aborted; all others are committed.
  const { pages } = JSON.parse(out);
  expect(pages).toBeGreaterThan(three.pageRequests().length - SEEDS.length - 1);
  expect((await thresher(three.crawl(0))).answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
  expect(three.repeatedRequests()).toBeLessThanOrEqual(SEEDS.length);
});

test('a second runner in the folder exits with code 3 and does not disturb the first', async () => {
  const running = startThresher(three.crawl(0.15));
  await until(running, () => three.pageRequests().length >= 3);
  const second = await thresher(three.crawl(0.05));
  expect(second).toMatchObject({
    code: 3,
    printed: [],
    stderr: [
      `${three.dir} is in use by a running crawl or another command; end it, wait for it, or use another folder`,
    ],
  });
  const { code, out } = await running.ended;
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'done', urls: three.wholeCrawl() })]);
  expect(three.repeatedRequests()).toBe(0);
});

import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { RetiredUrl, UnfetchedUrl } from '../../shared/fetch/visit-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { type ListedState, listUrls } from '../../shared/frontier/explain/list-urls.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { HttpFailure, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'bog';
const HOST = 'bog.test';
const KEY = { crawl: CRAWL, host: HOST };
const AWAY: HttpFailure = { kind: 'failure', reason: 'connect', detail: '', stale: false };
const DAY_MS = 86_400_000;

/** A host with one queued page; more can be queued later. */
async function hostThat(answers: (path: string) => HttpResponse | HttpFailure) {
  const ports = visitPorts({
    fetch: async (url) => (url.endsWith('/robots.txt') ? reply(404, '') : answers(new URL(url).pathname)),
  });
  await ports.control.create(CRAWL, 'none', ports.clock.now());
  const offered = (path: string) => {
    const link = {
      url: `http://${HOST}${path}` as Url,
      kind: 'page' as const,
      class: 0,
      depth: 0,
      parent: null,
      score: 1,
    };
    return enqueueLinks({ crawl: CRAWL, source: path, links: [link], feedback: [] }, ports, 'host');
  };
  await offered('/one');
  const retired: RetiredUrl[] = [];
  const unfetched: UnfetchedUrl[] = [];
  return {
    offered,
    retired,
    unfetched,
    /** Visits the host until it is not due within a week. */
    async untilQuiet() {
      for (let i = 0; i < 60; i++) {
        const due = (await ports.frontier.getHead(KEY))?.due;
        if (due === undefined || due > ports.clock.now() + 7 * DAY_MS) return;
        if (due > ports.clock.now()) await ports.clock.advance(due - ports.clock.now());
        const run = createCaptureWriter(CRAWL, { software: 'test' }, ports, {
          maxPages: 6,
          maxBytes: 1 << 20,
          maxBodyBytes: 64 << 20,
          minWaitMs: 0,
          maxWaitMs: 1,
        });
        const message = { crawl: CRAWL, id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
        const visited = visitHosts(message, ports, run, {
          ...OPTIONS,
          cache: createBundleCache(1 << 20),
          onUnfetched: (url) => unfetched.push(url),
        });
        await ports.clock.advance(5_000);
        retired.push(...(await visited).retired);
      }
      throw new Error('still due');
    },
    async listed(state?: ListedState) {
      const found: [string, string | null][] = [];
      for await (const { found: one } of listUrls(CRAWL, state, ports.frontier))
        found.push([new URL(one.url).pathname, one.reason]);
      return found;
    },
  };
}

test('retires a URL after too many failures and reports it with its reason', async () => {
  const host = await hostThat((path) => (path === '/one' ? reply(500, '') : reply(200, path)));
  await host.offered('/two');
  await host.untilQuiet();
  expect(host.retired).toEqual([{ url: `http://${HOST}/one`, reason: 'server-error', tries: 6 }]);
  const { url, outcome, reason } = { url: `http://${HOST}/one`, outcome: 'failed', reason: 'server-error' };
  const reported = host.unfetched.map(({ next: _, ...one }) => one);
  expect(reported).toEqual([1, 2, 3, 4, 5, 6].map((tries) => ({ url, outcome, reason, tries })));
  expect(host.unfetched.map(({ next }) => next === null)).toEqual([false, false, false, false, false, true]);
  expect(await host.listed('retired')).toEqual([['/one', 'server-error']]);
  expect(await host.listed('unavailable')).toEqual([]);
  expect(await host.listed('fetched')).toEqual([['/two', null]]);
  expect(await host.listed()).toEqual([
    ['/one', 'server-error'],
    ['/two', null],
  ]);
});

test('retries pages that were retired during an outage once the host is back', async () => {
  let isAway = true;
  const host = await hostThat((path) => (isAway ? AWAY : reply(200, path)));
  await host.untilQuiet();
  expect(await host.listed('retired')).toEqual([['/one', 'connect']]);
  isAway = false;
  await host.offered('/two');
  await host.untilQuiet();
  expect(await host.listed('fetched')).toEqual([
    ['/one', null],
    ['/two', null],
  ]);
  expect(await host.listed('retired')).toEqual([]);
});

test('retries a page that is slow by itself once, not at each response of its host', async () => {
  const host = await hostThat((path) => (path === '/one' ? { ...AWAY, reason: 'timeout' } : reply(200, path)));
  for (const path of ['/two', '/three', '/four', '/five', '/six', '/seven']) {
    await host.offered(path);
    await host.untilQuiet();
  }
  expect(await host.listed('retired')).toEqual([['/one', 'timeout']]);
  expect(host.retired.map(({ tries }) => tries)).toEqual([6, 7]);
});

test('requests a new URL before retries of others after a failure, so that the host does not rest ever longer', async () => {
  const isSlow = (path: string) => /[13579]$/.test(path);
  const requested: string[] = [];
  const host = await hostThat((path) => {
    requested.push(path);
    return isSlow(path) ? { ...AWAY, reason: 'timeout' } : reply(200, path);
  });
  const paths = Array.from({ length: 12 }, (_, i) => `/page${String(i).padStart(2, '0')}`);
  for (const path of paths) await host.offered(path);
  await host.untilQuiet();
  const good = paths.filter((path) => !isSlow(path));
  expect((await host.listed('fetched')).map(([path]) => path)).toEqual(expect.arrayContaining(good));
  // Each slow page was requested at most twice before the last good one.
  const before = requested.slice(0, requested.lastIndexOf(good.at(-1)!));
  for (const path of paths.filter(isSlow))
    expect(before.filter((one) => one === path).length, path).toBeLessThanOrEqual(2);
});

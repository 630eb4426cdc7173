/** Forced recrawls whose visits are killed at every possible place. */
import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { decodePageEntry, mergePageEntries, type PageEntry, type PageRow } from '../../shared/frontier/host/entry.ts';
import { parseManifest, pieceNames } from '../../shared/frontier/host/manifest.ts';
import { unpackRows } from '../../shared/frontier/host/pieces.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { recrawl } from '../../shared/frontier/recrawl.ts';
import type { Url } from '../../shared/url/url.ts';
import { LEASE_MS, OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'marsh';
const HOST = 'marsh.test';
const KEY = { crawl: CRAWL, host: HOST };

const urlOf = (name: string | number) => `http://${HOST}/${name}` as Url;
const link = (url: Url): OfferedLink => ({ url, kind: 'page', class: 3, depth: 0, parent: null, score: 1 });

/** A host whose visits take at most 4 pages; a worker may be killed at any call of a port. */
async function hostOfPages() {
  const conditions: (string | undefined)[] = [];
  const ports = visitPorts({
    async fetch(url, { headers = {} }) {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      conditions.push(headers['if-none-match']);
      return headers['if-none-match'] ? reply(304, '') : reply(200, `This is ${url}`);
    },
  });
  const { clock } = ports;
  await ports.control.create(CRAWL, 'none', clock.now());

  /** Calls of ports that are left before the worker is killed. */
  const mortal = (calls: { left: number }) => {
    const dying = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get(target, name) {
          const method = target[name as keyof Port];
          if (typeof method !== 'function') return method;
          return (...args: unknown[]) => (calls.left-- > 0 ? method.apply(target, args) : new Promise(() => {}));
        },
      });
    const { locks, frontier, robots, objects, captures, fetcher } = ports;
    return {
      ...ports,
      locks: dying(locks),
      frontier: dying(frontier),
      robots: dying(robots),
      objects: dying(objects),
      captures: dying(captures),
      fetcher: dying(fetcher),
    };
  };
  return {
    clock,
    ports,
    conditions,
    offer: (...urls: Url[]) =>
      enqueueLinks({ crawl: CRAWL, source: 'x', links: urls.map(link), feedback: [] }, ports, 'host'),
    /** Visits until nothing is due; the first visit is killed after `calls` calls. Returns whether it was killed. */
    async visitAll(calls = Number.POSITIVE_INFINITY): Promise<boolean> {
      const first = { left: calls };
      for (let worker = first; ; worker = { left: Number.POSITIVE_INFINITY }) {
        const head = await ports.frontier.getHead(KEY);
        if (head?.state !== 'ready' || head.due === undefined) return first.left < 0;
        if (head.due > clock.now()) await clock.advance(head.due - clock.now());
        const own = mortal(worker);
        const run = createCaptureWriter(CRAWL, { software: 'test' }, own, {
          maxPages: 6,
          maxBytes: 1 << 20,
          maxBodyBytes: 64 << 20,
          minWaitMs: 0,
          maxWaitMs: 1,
        });
        const message = { crawl: CRAWL, id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due: head.due }] };
        void visitHosts(message, own, run, { ...OPTIONS, cache: createBundleCache(1 << 20) });
        await clock.advance(LEASE_MS + 1_000);
      }
    },
    /** Returns how often each page was committed. */
    async visits(): Promise<Record<string, number>> {
      const refs = parseManifest((await ports.frontier.getHead(KEY))!.manifest).filter(({ kind }) => kind === 'p');
      const pieces = await Promise.all(
        refs.map(async (ref) => (await ports.frontier.readBundles(KEY, pieceNames(ref))).slice(ref.piece)),
      );
      const entries: PageEntry[] = pieces.flatMap((list, i) =>
        list.flatMap((bytes) => unpackRows<PageRow>(bytes!).map(decodePageEntry)).slice(refs[i]!.offset),
      );
      const byUrl = Map.groupBy(entries, ({ url }) => url);
      return Object.fromEntries([...byUrl].map(([url, list]) => [url, mergePageEntries(list).visits]));
    },
  };
}

const KNOWN = Array.from({ length: 10 }, (_, i) => urlOf(i));
const expected = (of: (url: Url) => number, more: Record<string, number> = {}) => ({
  ...Object.fromEntries(KNOWN.map((url) => [url, of(url)])),
  ...more,
});

test('fetches each page once more with a conditional request, and new links once; then the host is idle', async () => {
  const host = await hostOfPages();
  await host.offer(...KNOWN);
  await host.visitAll();
  expect(await host.visits()).toEqual(expected(() => 1));
  await recrawl(CRAWL, { at: host.clock.now() }, host.ports);
  await host.offer(urlOf('new'));
  await host.visitAll();
  expect(await host.visits()).toEqual(expected(() => 2, { [urlOf('new')]: 1 }));
  expect(host.conditions.filter((etag) => etag === '"one"')).toHaveLength(10);
  expect(host.conditions).toHaveLength(21);
  expect(await host.ports.frontier.getHead(KEY)).toMatchObject({ state: 'idle' });
});

test('skips pages that were fetched since, and pages without the prefix', async () => {
  const host = await hostOfPages();
  await host.offer(...KNOWN);
  await host.visitAll();
  const at = host.clock.now();
  await host.offer(urlOf('1/new'));
  await host.visitAll();
  await recrawl(CRAWL, { at, prefix: urlOf(1) }, host.ports);
  await host.visitAll();
  expect(await host.visits()).toEqual(expected((url) => (url === urlOf(1) ? 2 : 1), { [urlOf('1/new')]: 1 }));
});

test('commits the same pages equally often, wherever a visit is killed', async () => {
  let killed = true;
  for (let calls = 0; killed; calls++) {
    const host = await hostOfPages();
    await host.offer(...KNOWN);
    await host.visitAll();
    await recrawl(CRAWL, { at: host.clock.now() }, host.ports);
    await host.offer(urlOf('new'));
    killed = await host.visitAll(calls);
    expect({ calls, visits: await host.visits() }).toEqual({
      calls,
      visits: expected(() => 2, { [urlOf('new')]: 1 }),
    });
    if (!killed) expect(calls).toBeGreaterThan(12);
  }
});

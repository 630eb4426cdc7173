import { expect, test } from 'vitest';
import { createStorageBackoff as restsOfStores } from '../../shared/fetch/storage-backoff.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { VisitOptions } from '../../shared/fetch/visit-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { decodePageEntry, type PageRow } from '../../shared/frontier/host/entry.ts';
import { parseManifest, pieceNames } from '../../shared/frontier/host/manifest.ts';
import { unpackRows } from '../../shared/frontier/host/pieces.ts';
import type { Url } from '../../shared/url/url.ts';
import { LEASE_MS, OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'bog';
const HOST = 'bog.test';
const KEY = { crawl: CRAWL, host: HOST };
const DEADLY = `http://${HOST}/deadly` as Url;
const HARMLESS = `http://${HOST}/harmless` as Url;
const HOUR_MS = 3_600_000;

const linkTo = (path: string) => {
  return { url: `http://${HOST}/${path}` as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
};

/** A host with a page that kills its worker (while `isDeadly`), followed by a harmless one. */
async function hostWithPoison(isDeadly: () => boolean) {
  const ports = visitPorts({
    // A killed worker never returns.
    fetch: (url) =>
      url === DEADLY && isDeadly()
        ? new Promise(() => {})
        : Promise.resolve(url.endsWith('/robots.txt') ? reply(404, '') : reply(200, `This is ${url}`)),
  });
  const { clock } = ports;
  await ports.control.create(CRAWL, 'none', clock.now());
  const links = [DEADLY, HARMLESS].map((url, i) => ({ ...linkTo(''), url, class: i }));
  await enqueueLinks({ crawl: CRAWL, source: 'by hand', links, feedback: [] }, ports, 'host');

  const pages = async () => {
    const refs = parseManifest((await ports.frontier.getHead(KEY))?.manifest ?? '').filter(({ kind }) => kind === 'p');
    const pieces = await Promise.all(refs.map((ref) => ports.frontier.readBundles(KEY, pieceNames(ref))));
    return pieces.flat().flatMap((piece) => unpackRows<PageRow>(piece!).map(decodePageEntry));
  };
  return {
    clock,
    frontier: ports.frontier,
    /** Opens the host and lets the lease expire, as after a kill. Returns the time of opening. */
    async visit(change: Partial<VisitOptions> = {}): Promise<number> {
      const due = (await ports.frontier.getHead(KEY))!.due!;
      if (due > clock.now()) await clock.advance(due - clock.now());
      const began = clock.now();
      const run = createCaptureWriter(CRAWL, { software: 'test' }, ports, {
        maxPages: 6,
        maxBytes: 1 << 20,
        maxBodyBytes: 64 << 20,
        minWaitMs: 0,
        maxWaitMs: 1,
      });
      const message = { crawl: CRAWL, id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
      void visitHosts(message, ports, run, { ...OPTIONS, ...change, cache: createBundleCache(1 << 20) }).catch(
        () => {},
      );
      await clock.advance(LEASE_MS + 1_000);
      return began;
    },
    offer: (path: string) =>
      enqueueLinks({ crawl: CRAWL, source: path, links: [linkTo(path)], feedback: [] }, ports, 'host'),
    /** Returns the latest page entry of a URL. */
    page: async (url: Url) => (await pages()).filter((page) => page.url === url).sort((a, b) => b.at - a.at)[0],
  };
}

test('skips a URL that crashes its workers and fetches the rest of the host', async () => {
  const host = await hostWithPoison(() => true);
  for (let i = 0; i < 3; i++) await host.visit();
  expect(await host.page(DEADLY)).toBeUndefined();
  await host.visit();
  expect((await host.page(DEADLY))?.outcome).toBe('refused.poison');
  await host.visit();
  expect((await host.page(HARMLESS))?.outcome).toBe('fetched');
});

test('retries it after 1, 4, 16 and 24 hours', async () => {
  const host = await hostWithPoison(() => true);
  const rests: number[] = [];
  for (let visits = 0; rests.length < 5 && visits < 40; visits++) {
    await host.visit();
    const page = await host.page(DEADLY);
    const rest = page === undefined ? undefined : (page.next! - page.at) / HOUR_MS;
    if (page && page.tries > rests.length) rests.push(rest!);
  }
  expect(rests).toEqual([1, 4, 16, 24, 24]);
});

test('fetches an innocent URL when its delay is over', async () => {
  let isDeadly = true;
  const host = await hostWithPoison(() => isDeadly);
  for (let i = 0; i < 5; i++) await host.visit();
  isDeadly = false;
  await host.visit();
  expect(await host.page(DEADLY)).toMatchObject({ outcome: 'fetched', tries: 0 });
});

const AWAY = new Error('away');
const CALLS = ['readInbox', 'readBundles', 'writeBundles', 'commit'] as const;

test.each(CALLS)('does not blame the host for failing storage (%s), however often it is tried', async (call) => {
  const host = await hostWithPoison(() => false);
  const works = host.frontier[call];
  if (call === 'readBundles') await host.visit({ maxPagesPerVisit: 1 });
  Object.assign(host.frontier, { [call]: () => Promise.reject(AWAY) });
  for (let i = 0; i < 10; i++) await host.visit();
  expect(await host.frontier.getHead(KEY)).toMatchObject({ state: 'ready', attempts: 0 });
  Object.assign(host.frontier, { [call]: works });
  await host.visit();
  await host.visit();
  expect((await host.page(HARMLESS))?.outcome).toBe('fetched');
});

test('backs off a host while storage fails, and starts anew after a success', async () => {
  const host = await hostWithPoison(() => false);
  const storeRests = restsOfStores(900_000);
  const works = host.frontier.commit;
  const restsOf = async (visits: number) => {
    const rests: number[] = [];
    for (let i = 0; i < visits; i++) {
      const began = await host.visit({ storageBackoff: storeRests });
      rests.push((await host.frontier.getHead(KEY))!.due! - began);
    }
    return rests;
  };
  const away = () => Object.assign(host.frontier, { commit: () => Promise.reject(AWAY) });
  away();
  const rests = await restsOf(9);
  // Each visit of the test takes two minutes, which add to the back-off.
  const [first, second] = [rests[0]!, rests[1]!];
  expect(first).toBeLessThan(10_000);
  expect(first).toBeGreaterThanOrEqual(5_000);
  expect(second).toBeGreaterThanOrEqual(LEASE_MS);
  expect(rests[3]! / rests[2]!).toBeGreaterThan(1.5);
  expect(rests.at(-1)).toBeLessThan(900_000 + 10_000);
  expect(rests.at(-1)).toBeGreaterThanOrEqual(900_000);
  Object.assign(host.frontier, { commit: works });
  await host.visit({ storageBackoff: storeRests });
  expect((await host.page(DEADLY))?.outcome).toBe('fetched');
  await host.offer('more');
  away();
  expect((await restsOf(1))[0]).toBeLessThan(10_000);
});

test('counts program errors as attempts of the host until it is dead', async () => {
  const host = await hostWithPoison(() => false);
  Object.assign(host.frontier, { readInbox: () => Promise.reject(new TypeError('no such property')) });
  for (let i = 0; i < 8; i++) await host.visit();
  expect(await host.frontier.getHead(KEY)).toMatchObject({ state: 'ready', attempts: 8 });
  await host.visit();
  expect(await host.frontier.getHead(KEY)).toMatchObject({ state: 'dead' });
});

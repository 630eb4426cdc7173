import { expect, test } from 'vitest';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { listUrls } from '../../../shared/frontier/explain/list-urls.ts';
import {
  BundleMissingError,
  createBundleCache,
  createBundleReader,
} from '../../../shared/frontier/host/bundle-reader.ts';
import type { PageEntry } from '../../../shared/frontier/host/entry.ts';
import { openHostFrontier } from '../../../shared/frontier/host/host-frontier.ts';
import { parseManifest } from '../../../shared/frontier/host/manifest.ts';
import { readEntries } from '../../../shared/frontier/host/read-entries.ts';
import { rewriteHost } from '../../../shared/frontier/host/rewrite-host.ts';
import { tombstoneOf } from '../../../shared/frontier/host/tombstone.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import type { Url } from '../../../shared/url/url.ts';

const KEY = { crawl: 'main', host: 'bog.example' };
const url = (path: string) => `http://bog.example${path}` as Url;
const page = (path: string, next?: number): PageEntry => ({
  ...{ url: url(path), at: 1_000, class: 1, depth: 1, outcome: 'fetched', visits: 1, tries: 0 },
  ...(next !== undefined && { next }),
});

/** Opens a host with known pages, two queued URLs, and feedback that waits in its inbox. */
async function host(state: 'ready' | 'idle', due?: number) {
  const frontier = sqliteFrontier(openDatabase(':memory:'));
  const clock = { now: () => 10_000, sleep: async () => {} };
  const paths = state === 'idle' ? [] : ['/queued', '/kept'];
  const links = ['/a', '/b', ...paths].map((path) => ({
    ...{ url: url(path), kind: 'page' as const, class: 1, depth: 1, parent: null, score: 0 },
  }));
  await enqueueLinks({ crawl: 'main', source: 's', links, feedback: [] }, { frontier, clock }, 'host');
  const opened = await frontier.open(KEY, 10_000, 'bog.example');
  if (!('head' in opened)) throw new Error('not opened');
  const { head } = opened;
  const read = createBundleReader(KEY, frontier, createBundleCache(1e6));
  const visit = openHostFrontier(parseManifest(head.manifest), read);
  const inbox = await frontier.readInbox(KEY, 10);
  for (const { body } of inbox.items) await visit.merge(decodeOffer(body), () => undefined);
  for (const path of ['/a', '/b']) {
    const candidate = (await visit.peek(10_000))!;
    expect(candidate.url).toBe(url(path));
    visit.take(candidate);
    visit.record(page(path, 90_000));
  }
  const { manifest, best, pieces } = await visit.buildBundles(head.epoch);
  await frontier.writeBundles(KEY, pieces);
  const counts = { fetched: 2 };
  await frontier.commit(KEY, head.epoch, { state, ...(due !== undefined && { due }), manifest, best, counts });
  await frontier.deleteInbox(
    KEY,
    inbox.items.map(({ id }) => id),
  );
  const feedback = [{ url: url('/b'), at: 1_000, next: 90_000, record: 'r', verdict: 'relevant' }];
  await enqueueLinks({ crawl: 'main', source: 'f', links: [], feedback }, { frontier, clock }, 'host');
  return { frontier, clock };
}

test.each([
  ['ready', 70_000],
  ['idle', 90_000],
] as const)('changes pages of a host that is %s, and keeps its state and due time', async (state, due) => {
  const ports = await host(state, due);
  const bury = (entry: PageEntry) =>
    entry.record === 'r' && entry.outcome === 'fetched' ? tombstoneOf(entry, 10_000, 'r') : entry;
  const { result, pages } = await rewriteHost(KEY, { page: bury }, ports);
  // The record of the page is only known from the inbox.
  expect([result, pages.map((one) => one.url)]).toEqual(['rewritten', [url('/b')]]);
  const head = (await ports.frontier.getHead(KEY))!;
  expect(head).toMatchObject({ state, due, attempts: 0, counts: { fetched: 1, 'refused.deleted': 1 } });
  const { pages: after, queued } = await readEntries(head, ports.frontier);
  expect(after.map(({ url, outcome, next }) => [url, outcome, next]).sort()).toEqual([
    [url('/a'), 'fetched', 90_000],
    [url('/b'), 'refused.deleted', undefined],
  ]);
  expect(queued).toHaveLength(state === 'idle' ? 0 : 2);
  expect((await rewriteHost(KEY, { page: bury }, ports)).result).toBe('unchanged');
});

test('a list of URLs with an older head has the current ones', async () => {
  const ports = await host('ready', 10_000);
  const older = (await ports.frontier.getHead(KEY))!;
  const bury = (entry: PageEntry) => tombstoneOf(entry, 10_000, 'r');
  expect((await rewriteHost(KEY, { page: bury }, ports)).result).toBe('rewritten');
  await expect(readEntries(older, ports.frontier)).rejects.toThrow(BundleMissingError);
  const listed = async (frontier: Frontier) => {
    const found: string[] = [];
    for await (const one of listUrls('main', undefined, frontier)) found.push(`${one.found.state} ${one.found.url}`);
    return found;
  };
  async function* listHeads() {
    yield older;
  }
  expect(await listed({ ...ports.frontier, listHeads })).toEqual([
    `refused ${url('/a')}`,
    `refused ${url('/b')}`,
    `queued ${url('/kept')}`,
    `queued ${url('/queued')}`,
  ]);
  expect(await listed({ ...ports.frontier, listHeads, getHead: async () => undefined })).toEqual([]);
  const readBundles = async (_: unknown, names: readonly string[]) => names.map(() => undefined);
  await expect(listed({ ...ports.frontier, readBundles })).rejects.toThrow(BundleMissingError);
});

test('takes URLs out of the queue, and a link to them counts as seen', async () => {
  const ports = await host('ready', 10_000);
  const queued = (entry: { url: Url }) =>
    entry.url === url('/queued') ? tombstoneOf(page('/queued'), 10_000, null) : (entry as never);
  const found = await rewriteHost(KEY, { page: (one) => one, queued }, ports);
  expect(found.queued.map((one) => one.url)).toEqual([url('/queued')]);
  const head = (await ports.frontier.getHead(KEY))!;
  const after = await readEntries(head, ports.frontier);
  expect(after.queued.map((one) => one.url)).toEqual([url('/kept')]);
  expect(head.counts).toEqual({ fetched: 2, 'refused.deleted': 1 });
  const read = createBundleReader(KEY, ports.frontier, createBundleCache(1e6));
  const visit = openHostFrontier(parseManifest(head.manifest), read);
  const link = { url: url('/queued'), kind: 'page' as const, class: 0, depth: 1, parent: null, score: 1 };
  expect(await visit.merge({ links: [link], feedback: [] }, () => undefined)).toEqual({ seen: 1 });
});

test('makes an idle host ready if a page becomes due, and corrects wrong counts', async () => {
  const ports = await host('idle', 90_000);
  const due = (entry: PageEntry) => (entry.url === url('/a') ? { ...entry, next: 9_000 } : entry);
  expect((await rewriteHost(KEY, { page: due }, ports)).result).toBe('rewritten');
  const head = (await ports.frontier.getHead(KEY))!;
  expect(head).toMatchObject({ state: 'ready', due: 10_000 });
  const opened = await ports.frontier.open(KEY, 10_000, 'bog.example');
  if (!('head' in opened)) throw new Error('not opened');
  const { manifest, epoch, best } = opened.head;
  await ports.frontier.commit(KEY, epoch, { state: 'ready', due: 10_000, manifest, best, counts: { fetched: 9 } });
  expect((await rewriteHost(KEY, { page: (one) => one, recount: true }, ports)).result).toBe('rewritten');
  expect((await ports.frontier.getHead(KEY))!.counts).toEqual({ fetched: 2 });
});

test('discards the commit of a visit that runs at the same time', async () => {
  const ports = await host('ready', 10_000);
  const opened = await ports.frontier.open(KEY, 10_000, 'bog.example');
  if (!('head' in opened)) throw new Error('not opened');
  await rewriteHost(KEY, { page: (one) => ({ ...one, class: 5 }) }, ports);
  const { manifest, epoch, best, counts } = opened.head;
  expect(await ports.frontier.commit(KEY, epoch, { state: 'ready', manifest, best, counts })).toBe('epoch-lost');
});

/** Visits of a crawl that learns which links lead to its topic. */
import { beforeEach, expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { LearnedRanking, RankingModel } from '../../shared/fetch/visit-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { evidenceOf } from '../../shared/focus/link-evidence.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const HOST = 'moor.test';
const PAUSE_MS = 500;
const url = (path: string) => `http://${HOST}/${path}` as Url;
const evidence = evidenceOf({ page: url(''), relevance: 0.2, verdict: 'off-topic', anchor: 'x', distance: 1 });

let ports: ReturnType<typeof visitPorts>;
let requested: string[];
let onRequest: (path: string) => Promise<unknown>;
beforeEach(async () => {
  requested = [];
  onRequest = async () => {};
  ports = visitPorts({
    async fetch(at) {
      if (at.endsWith('/robots.txt')) return reply(404, '');
      const path = at.slice(url('').length);
      requested.push(path);
      await onRequest(path);
      return reply(200, `text of ${at}`);
    },
  });
  await ports.control.create('crawl', 'none', ports.clock.now());
});

const offer = (source: string, ...paths: string[]) => {
  const place = { kind: 'page' as const, class: 6, depth: 1, parent: url(''), score: 0.1, evidence };
  const links = paths.map((path) => ({ url: url(path), ...place }));
  return enqueueLinks({ crawl: 'crawl', source, links, feedback: [] }, ports, 'host');
};

async function visit(
  more: { maxInboxItems?: number; model?: RankingModel } = {},
  ranking: Partial<LearnedRanking> = {},
) {
  const hosts = [{ host: HOST, group: HOST, due: ports.clock.now() }];
  const { model = { score: (at: string) => (at.includes('bog') ? 0.9 : 0.1) }, ...rest } = more;
  const options = {
    ...OPTIONS,
    maxPagesPerVisit: 8,
    hostPauseMs: PAUSE_MS,
    cache: createBundleCache(1 << 20),
    ...rest,
  };
  const learned = { model: async () => model, maxRanked: 100, pagesPerRank: 2, ...ranking };
  const writer = createCaptureWriter('crawl', { software: 'test' }, ports);
  const ended = visitHosts({ crawl: 'crawl', id: 'm', hosts }, ports, writer, { ...options, learned });
  await ports.clock.advance(60_000);
  return ended;
}

test('chooses by the links that were judged since the visit started', async () => {
  await offer('first', 'a', 'b', 'c', 'd', 'e');
  onRequest = async (path) => path === 'a' && offer('clean', 'bog');
  await visit();
  expect(requested).toEqual(['a', 'b', 'bog', 'c', 'd', 'e']);
  const key = { crawl: 'crawl', host: HOST };
  expect((await ports.frontier.readInbox(key, 10)).items).toEqual([]);
});

test('ends when another host has better URLs, and keeps the rest of its own', async () => {
  await offer('first', 'a', 'b', 'c', 'd', 'e', 'f');
  const asked: [string, number][] = [];
  await visit({}, { isBetterElsewhere: async (host, next) => asked.push([host, next]) === 2 });
  expect(requested).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual([
    [HOST, 6],
    [HOST, 6],
  ]);
  await visit();
  expect(requested).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('waits until its pages are judged, before it reads their links', async () => {
  await offer('first', 'a', 'b', 'c');
  let isFirst = true;
  const caughtUp = async () => {
    if (isFirst) await offer('clean', 'bog');
    isFirst = false;
  };
  await visit({}, { caughtUp });
  expect(requested).toEqual(['a', 'b', 'bog', 'c']);
});

test('has its pages judged while it goes on', async () => {
  await offer('first', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  let sentBefore: string[] = [];
  const sent: string[] = [];
  ports.captures = {
    ...ports.captures,
    async send(messages) {
      if (sentBefore.length === 0) sentBefore = [...requested];
      for (const message of messages) sent.push(message.key);
    },
  };
  await visit();
  expect(sentBefore.length).toBeLessThan(8);
  expect(sent.length).toBeGreaterThan(1);
});

test('archives the evidence of a page with its capture', async () => {
  await offer('first', 'a');
  await visit();
  const [delivery] = await ports.captures.receive(1, 1);
  const { key } = delivery!.message;
  const [found] = readCaptures((await ports.objects.get(key))!, key);
  expect(found).toMatchObject({ capture: { note: { evidence } } });
});

test('keeps the host due while its inbox holds a forced URL that the visit did not merge', async () => {
  const key = { crawl: 'crawl', host: HOST };
  for (const source of ['one', 'two', 'three']) await offer(source, source);
  const place = { kind: 'page' as const, class: 6, depth: 1, parent: url(''), score: 0.1 };
  const links = [{ url: url('forced'), ...place, forcedAt: ports.clock.now() }];
  // Items are read in the order of their ids, which are hashes: ask until the item is the last one.
  for (let i = 0; ; i++) {
    const before = new Set((await ports.frontier.readInbox(key, 10)).items.map(({ id }) => id));
    await enqueueLinks({ crawl: 'crawl', source: `ask ${i}`, links, feedback: [] }, ports, 'host');
    const { items } = await ports.frontier.readInbox(key, 10);
    if (!before.has(items.at(-1)!.id)) break;
    await ports.frontier.deleteInbox(
      key,
      items.map(({ id }) => id).filter((id) => !before.has(id)),
    );
  }
  await visit({ maxInboxItems: 2 });
  expect(requested.sort()).toEqual(['one', 'three', 'two']);
  expect((await ports.frontier.getHead(key))?.due).toBeLessThanOrEqual(ports.clock.now());
  await visit({ maxInboxItems: 2 });
  expect(requested).toContain('forced');
});

test('does not request a URL that the model refuses, and records the reason', async () => {
  await offer('first', 'a', 'b', 'c');
  const model = { score: () => 0.1, refuses: (at: Url) => (at === url('b') ? ('poor-site' as const) : undefined) };
  await visit({ model });
  expect(requested).toEqual(['a', 'c']);
  const { counts } = (await ports.frontier.getHead({ crawl: 'crawl', host: HOST }))!;
  expect(counts).toEqual({ fetched: 2, 'refused.poor-site': 1 });
});

test('asks the model about pages that it fetches again, but not about seeds', async () => {
  const seed = { url: url('seed'), kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'crawl', source: 'seed', links: [seed], feedback: [] }, ports, 'host');
  await offer('first', 'a');
  await visit();
  expect(requested).toEqual(['seed', 'a']);
  const forced = [seed, { ...seed, url: url('a'), depth: 1 }].map((link) => ({ ...link, forcedAt: ports.clock.now() }));
  await enqueueLinks({ crawl: 'crawl', source: 'again', links: forced, feedback: [] }, ports, 'host');
  const asked: [string, boolean][] = [];
  const refuses = (at: Url, isKnown: boolean) => {
    asked.push([at, isKnown]);
    return 'avoided-directory' as const;
  };
  await visit({ model: { score: () => 0.1, refuses } });
  expect(requested).toEqual(['seed', 'a', 'seed']);
  expect(asked).toEqual([[url('a'), true]]);
});

import { expect, test } from 'vitest';
import { evidenceOf } from '../../../shared/focus/link-evidence.ts';
import { mergeEvidence } from '../../../shared/focus/merge-evidence.ts';
import type { FetchCandidate } from '../../../shared/frontier/host/host-frontier.ts';
import type { QueueRanking } from '../../../shared/frontier/host/ranked-queue.ts';
import type { OfferedLink } from '../../../shared/frontier/offer.ts';
import { rankLink } from '../../../shared/frontier/ranking/rank-link.ts';
import type { Url } from '../../../shared/url/url.ts';
import { type BundleStore, bundleStore } from './bundle-store.ts';

const NOW = Date.UTC(2026, 0, 1);
const url = (path: string | number) => `http://a.example/${path}` as Url;
const from = (page: string, relevance: number) =>
  evidenceOf({ page: url(page), relevance, verdict: 'off-topic', anchor: '', distance: 1 });
const link = (path: string | number, evidence = from('home', 0.1)): OfferedLink => ({
  ...{ url: url(path), kind: 'page', class: 6, depth: 1, parent: url('home'), score: 0.05 },
  evidence,
});

/** Ranks URLs with one of these words first. */
const preferring = (...words: string[]): QueueRanking => ({
  rank: (entry) => rankLink(entry, { score: (one) => (words.some((word) => one.includes(word)) ? 0.9 : 0.1) }),
  maxRanked: 1_000,
  random: () => 0.999,
});

let epoch = 1;
/** Merges links, takes `pages` candidates and commits. @returns their paths */
async function visit(store: BundleStore, ranking: QueueRanking | undefined, links: OfferedLink[], pages: number) {
  const frontier = store.open({ ranking });
  await frontier.merge({ links, feedback: [] }, () => undefined);
  const taken: FetchCandidate[] = [];
  for (let i = 0; i < pages; i++) {
    const candidate = await frontier.peek(NOW);
    if (!candidate) break;
    frontier.take(candidate);
    const { url: at, depth, class: place } = candidate;
    frontier.record({ url: at, at: NOW, class: place, depth, outcome: 'fetched', visits: 1, tries: 0 });
    taken.push(candidate);
  }
  const update = await frontier.buildBundles(epoch++);
  store.keep(update);
  return { paths: taken.map((one) => one.url.slice('http://a.example/'.length)), taken, update };
}

test('ranks stored URLs by the model of the current visit', async () => {
  const store = bundleStore();
  await visit(store, preferring(), [link('apple'), link('pear'), link('plum')], 0);
  expect((await visit(store, preferring('plum'), [], 1)).paths).toEqual(['plum']);
  expect((await visit(store, preferring('pear'), [], 2)).paths).toEqual(['pear', 'apple']);
});

test('an entry gets the anchor texts of further links with and without evidence', async () => {
  const frontier = bundleStore().open({ ranking: preferring() });
  const { evidence: _, ...bare } = link('apple');
  for (const more of [
    { ...bare, anchors: 'one' },
    { ...bare, anchors: 'two' },
    { ...link('apple'), anchors: 'three' },
  ])
    await frontier.merge({ links: [more], feedback: [] }, () => undefined);
  const candidate = (await frontier.peek(NOW))!;
  expect(candidate.anchors).toBe('one\ntwo\nthree');
  frontier.take(candidate);
  await frontier.merge({ links: [{ ...link('apple'), anchors: 'four' }], feedback: [] }, () => undefined);
  expect(await frontier.peek(NOW)).toBeUndefined();
});

test('loses no URL of a queue in the order of cash when the crawl begins to learn', async () => {
  const store = bundleStore();
  const { evidence: _, ...bare } = link('plum');
  const cash = (...paths: string[]) => [{ from: url('home'), visit: 1, depth: 1, share: 0.1, to: paths.map(url) }];
  const before = store.open({ byCash: true });
  const first = { links: [link('apple'), link('pear')], feedback: [], cash: cash('apple', 'pear') };
  await before.merge(first, () => undefined);
  store.keep(await before.buildBundles(epoch++));
  const frontier = store.open({ ranking: preferring('cherry') });
  const links = [link('cherry'), bare];
  await frontier.merge({ links, feedback: [], cash: cash('cherry', 'plum') }, () => undefined);
  const taken: string[] = [];
  for (let next = await frontier.peek(NOW); next; next = await frontier.peek(NOW)) {
    frontier.take(next);
    taken.push(next.url);
  }
  expect(taken.sort()).toEqual(['apple', 'cherry', 'pear', 'plum'].map(url));
});

test('ranks again within a visit', async () => {
  const store = bundleStore();
  const frontier = store.open({ ranking: preferring('plum') });
  await frontier.merge({ links: [link('apple'), link('pear'), link('plum')], feedback: [] }, () => undefined);
  frontier.take((await frontier.peek(NOW))!);
  frontier.rankAgain(preferring('pear').rank);
  expect((await frontier.peek(NOW))?.url).toBe(url('pear'));
});

test('merges the evidence of further pages with a queued URL', async () => {
  const store = bundleStore();
  const pages = [from('one', 0.2), from('two', 0.9), from('three', 0.7)];
  for (const evidence of pages) await visit(store, preferring(), [link('apple', evidence)], 0);
  const { taken } = await visit(store, preferring(), [], 2);
  expect(taken.map(({ evidence }) => evidence)).toEqual([pages.reduce(mergeEvidence)]);
});

test.each([
  ['in the same visit', [link('apple'), link('apple', from('two', 0.9))], []],
  ['in a later visit', [link('apple')], [link('apple', from('two', 0.9))]],
])('fetches a URL once that several pages link to %s', async (_, first, later) => {
  const store = bundleStore();
  const one = await visit(store, preferring('apple'), [...first, link('pear')], 1);
  const two = await visit(store, preferring('apple'), later, 5);
  expect([...one.paths, ...two.paths]).toEqual(['apple', 'pear']);
  const three = await visit(store, preferring('apple'), [link('apple', from('three', 1))], 5);
  expect(three.paths).toEqual([]);
  expect(three.update.queued).toBe(false);
});

test('skips a further entry of a fetched URL that the visit has not ranked', async () => {
  const store = bundleStore();
  const bounded = { ...preferring('apple'), maxRanked: 4 };
  for (const page of ['one', 'two']) await visit(store, bounded, [link('apple', from(page, 0.5))], 0);
  await visit(
    store,
    bounded,
    ['p1', 'p2', 'p3'].map((path) => link(path)),
    0,
  );
  expect((await visit(store, bounded, [], 3)).paths).toEqual(['apple', 'p1', 'p2']);
});

test('a long queue costs a visit a bounded number of entries, and every URL is fetched once', async () => {
  const store = bundleStore();
  const links = Array.from({ length: 2_000 }, (_, i) => link(`p${i}`));
  const bounded = { ...preferring(), maxRanked: 100 };
  await visit(store, bounded, links, 0);
  const found = new Set<string>();
  let read = 0;
  for (let i = 0; i < 400; i++) {
    const repeated = [links[(i * 7) % 2_000]!, links[(i * 13) % 2_000]!].map((one, n) => ({
      ...one,
      evidence: from(`page-${i}-${n}`, 0.5),
    }));
    const { paths } = await visit(store, bounded, i < 300 ? repeated : [], 6);
    for (const path of paths) {
      expect(found).not.toContain(path);
      found.add(path);
    }
    if (i === 10) read = store.reads.filter((name) => name.startsWith('q')).length;
  }
  expect(found.size).toBe(2_000);
  expect(read).toBeLessThan(12);
});

test('keeps the order of a host that has no record of its fetched URLs', async () => {
  const store = bundleStore();
  const old = store.open();
  await old.merge({ links: [link('apple'), link('pear')], feedback: [] }, () => undefined);
  const candidate = (await old.peek(NOW))!;
  old.take(candidate);
  old.record({ url: candidate.url, at: NOW, class: 6, depth: 1, outcome: 'fetched', visits: 1, tries: 0 });
  store.keep(await old.buildBundles(epoch++));
  const again = link('apple', from('two', 1));
  expect((await visit(store, preferring('apple'), [again], 5)).paths).toEqual(['pear']);
});

test('fetches no URL twice when ranking is switched off and on again', async () => {
  const store = bundleStore();
  const more = [link('apple', from('two', 0.4)), link('pear', from('two', 0.4)), link('plum', from('two', 0.4))];
  const all = (await visit(store, preferring(), [link('apple'), link('pear'), link('plum')], 1)).paths;
  await visit(store, preferring(), more, 0);
  all.push(...(await visit(store, undefined, [], 1)).paths);
  all.push(...(await visit(store, preferring(), more, 5)).paths);
  expect(all.sort()).toEqual(['apple', 'pear', 'plum']);
});

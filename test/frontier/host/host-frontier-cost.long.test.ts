import { describe, expect, test } from 'vitest';
import type { OfferedLink } from '../../../shared/frontier/offer.ts';
import type { Url } from '../../../shared/url/url.ts';
import { type BundleStore, bundleStore } from './bundle-store.ts';

const NOW = Date.UTC(2026, 0, 1);
const EPOCH = NOW / 1000;
const PAGES_A_VISIT = 20;
const LINKS_A_VISIT = 500;

const link = (i: number): OfferedLink => ({
  url: `http://a.example/directory-${i % 37}/page-${i}.html` as Url,
  kind: 'page',
  class: i % 5,
  depth: 2,
  parent: null,
  score: (i % 100) / 100,
});

/** Runs one visit without a cache. @returns the number of queue and page pieces read, and of all pieces written. */
async function visit(store: BundleStore, n: number, links: OfferedLink[], revisitMs: number) {
  const now = NOW + n * 60_000;
  const body = store.open();
  await body.merge({ links, feedback: [] }, () => undefined);
  for (let i = 0; i < PAGES_A_VISIT; i++) {
    const candidate = await body.peek(now);
    if (!candidate) break;
    const { url, class: class_, depth } = candidate;
    body.take(candidate);
    const visits = (candidate.page?.visits ?? 0) + 1;
    body.record({
      url,
      at: now,
      next: now + revisitMs,
      class: class_,
      depth,
      outcome: 'fetched',
      visits,
      tries: 0,
      digest: 'd'.repeat(64),
    });
  }
  const sealed = await body.buildBundles(EPOCH + n);
  store.keep(sealed);
  return { read: store.reads.filter((name) => !name.startsWith('s')).length, written: sealed.pieces.length };
}

/** Measures the mean cost of a visit to a host with this many URLs, over many visits because merges are rare. */
async function costAt(known: number, revisitMs: number) {
  const store = bundleStore();
  let n = 0;
  for (let i = 0; i < known; i += LINKS_A_VISIT) {
    const count = Math.min(LINKS_A_VISIT, known - i);
    await visit(
      store,
      n++,
      Array.from({ length: count }, (_, k) => link(i + k)),
      revisitMs,
    );
  }
  const visits = Math.min(64, known / PAGES_A_VISIT - 3);
  const costs: { read: number; written: number }[] = [];
  for (let i = 0; i < visits; i++) costs.push(await visit(store, n++, [], revisitMs));
  const mean = (of: 'read' | 'written') => costs.reduce((sum, cost) => sum + cost[of], 0) / visits;
  return { read: mean('read'), written: mean('written') };
}

describe('the number of pieces read and written per visit does not grow with the frontier', () => {
  test.each([
    ['while new URLs wait', 365 * 86_400_000],
    ['while known pages are due again', 600_000],
  ])('%s', async (_when, revisitMs) => {
    const small = await costAt(300, revisitMs);
    const large = await costAt(30_000, revisitMs);
    expect(large.read).toBeLessThan(12);
    expect(large.written).toBeLessThan(4);
    expect(large.read - small.read).toBeLessThan(10);
  });
});

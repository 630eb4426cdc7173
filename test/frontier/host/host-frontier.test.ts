import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageEntry } from '../../../shared/frontier/host/entry.ts';
import type { FetchCandidate } from '../../../shared/frontier/host/host-frontier.ts';
import { parseManifest, pieceNames } from '../../../shared/frontier/host/manifest.ts';
import type { ForcedRecrawl, OfferedLink, PageFeedback } from '../../../shared/frontier/offer.ts';
import type { Url } from '../../../shared/url/url.ts';
import { type BundleStore, bundleStore } from './bundle-store.ts';
import { accept, callBack, copyOf, emptyModel, first, learn, nextAt, recordVisit } from './host-frontier-model.ts';

const NOW = Date.UTC(2026, 0, 1);
const EPOCH = NOW / 1000;

const urlOf = (i: number) => `http://a.example/${(i * 7919) % 10007}/page-${i}.html` as Url;
const link = (i: number, change: Partial<OfferedLink> = {}): OfferedLink => ({
  url: urlOf(i),
  kind: 'page',
  class: 3,
  depth: 1,
  parent: null,
  score: 0,
  ...change,
});

const visited = (candidate: FetchCandidate, at: number, next?: number): PageEntry => ({
  url: candidate.url,
  at,
  ...(next === undefined ? {} : { next }),
  class: candidate.class,
  depth: candidate.depth,
  outcome: 'fetched',
  visits: (candidate.page?.visits ?? 0) + 1,
  tries: 0,
  ...(candidate.page?.record === undefined ? {} : { record: candidate.page.record }),
  ...(candidate.page?.verdict === undefined ? {} : { verdict: candidate.page.verdict }),
});

/** Runs one visit that merges these links, takes `pages` candidates and commits. @returns the candidates. */
async function visit(
  store: BundleStore,
  epoch: number,
  now: number,
  {
    links = [],
    feedback = [],
    pages = 0,
    revisitMs,
    recall,
  }: { links?: OfferedLink[]; feedback?: PageFeedback[]; pages?: number; revisitMs?: number; recall?: ForcedRecrawl },
): Promise<{
  candidates: FetchCandidate[];
  sealed: Awaited<ReturnType<ReturnType<BundleStore['open']>['buildBundles']>>;
}> {
  const body = store.open();
  await body.merge({ links, feedback, ...(recall && { recrawl: recall }) }, () => undefined);
  const candidates: FetchCandidate[] = [];
  for (let i = 0; i < pages; i++) {
    const candidate = await body.peek(now);
    if (!candidate) break;
    body.take(candidate);
    body.record(visited(candidate, now, revisitMs === undefined ? undefined : now + revisitMs));
    candidates.push(candidate);
  }
  const sealed = await body.buildBundles(epoch);
  store.keep(sealed);
  return { candidates, sealed };
}

type Step = {
  passMs: number;
  /** Links to offer: first URL, number of links, class of each. */
  offer: { from: number; count: number; classes: number[] };
  takes: number;
  /** Revisit intervals, used in turn; 0: never. */
  waits: number[];
  /** Every n-th page redirects to this URL. */
  redirect: { every: number; to: number };
  /** Number of pending feedback items that arrive with this visit. */
  feedback: number;
  /** Recrawls pages fetched before this time, all or those with a prefix, or repeats the last recrawl. */
  recall: { agoMs: number; digit: number | null } | 'again' | null;
  commits: boolean;
};

const step: fc.Arbitrary<Step> = fc.record({
  passMs: fc.oneof(fc.nat(2_500), fc.nat(60_000)),
  offer: fc.record({
    from: fc.nat(600),
    count: fc.oneof(fc.nat(4), fc.nat(150)),
    classes: fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }),
  }),
  takes: fc.nat(25),
  waits: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 90_000 })), {
    minLength: 1,
    maxLength: 5,
  }),
  redirect: fc.record({ every: fc.integer({ min: 1, max: 9 }), to: fc.nat(900) }),
  feedback: fc.nat(30),
  recall: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('again' as const) },
    {
      weight: 1,
      arbitrary: fc.record({ agoMs: fc.nat(3_000), digit: fc.option(fc.integer({ min: 1, max: 9 })) }),
    },
  ),
  commits: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

async function followsTheModel(steps: Step[]): Promise<void> {
  const store = bundleStore();
  let model = emptyModel();
  let pending: PageFeedback[] = [];
  let now = NOW;
  let recall: ForcedRecrawl | undefined;
  for (const [i, { passMs, offer, takes, waits, redirect, feedback, recall: request, commits }] of steps.entries()) {
    now += passMs;
    const body = store.open();
    const next = copyOf(model);

    const links = Array.from({ length: offer.count }, (_, k) =>
      link(offer.from + k, { class: offer.classes[k % offer.classes.length]!, depth: k % 3, score: (k % 4) / 10 }),
    );
    const refused = (one: OfferedLink) => (one.url.endsWith('3.html') ? 'excluded' : undefined);
    const expected: Record<string, number> = {};
    for (const one of links) {
      const word = next.accepted.has(one.url) ? 'seen' : (refused(one) ?? (accept(next, one) && 'accepted'));
      if (word) expected[word] = (expected[word] ?? 0) + 1;
    }
    const arriving = pending.slice(0, feedback);
    for (const one of arriving) learn(next, one);
    if (request && request !== 'again')
      recall = { at: now - request.agoMs, ...(request.digit && { prefix: `http://a.example/${request.digit}` }) };
    const called = request && recall;
    if (called) callBack(next, called);
    expect(await body.merge({ links, feedback: arriving, ...(called && { recrawl: called }) }, refused)).toEqual(
      expected,
    );

    const fetched: PageEntry[] = [];
    for (let take = 0; take < takes; take++) {
      const want = first(next, now);
      const got = await body.peek(now);
      if (!want || !got) {
        expect({ got, want }).toEqual({ got: undefined, want: undefined });
        break;
      }
      if ('queued' in want) expect(got).toEqual(want.queued);
      else expect(got.page).toEqual(want.page);
      expect(await body.peek(now)).toEqual(got);
      body.take(got);
      const wait = waits[take % waits.length]!;
      const entry = visited(got, now, wait === 0 ? undefined : now + wait);
      if (take % redirect.every === 0) {
        const target = link(redirect.to + take, { class: got.class, parent: got.url });
        expect(await body.acceptRedirect({ ...target, hops: 1 })).toBe(accept(next, target, 1));
      }
      body.record(entry);
      recordVisit(next, entry);
      fetched.push(entry);
    }
    expect(body.acceptedCount()).toBe(next.accepted.size);

    const sealed = await body.buildBundles(EPOCH + i);
    store.keep(sealed, commits);
    if (!commits) continue;
    model = next;
    // Feedback on a page arrives before its next visit or not at all, so a refetched page has no older feedback.
    const again = new Set(fetched.map(({ url }) => url));
    pending = pending.slice(feedback).filter(({ url }) => !again.has(url));
    pending.push(
      ...fetched.map(({ url, at, next: time }, k) => ({
        url,
        at,
        ...(time === undefined ? {} : { next: time }),
        record: k % 4 === 0 ? null : `record-${i}-${k}`,
        verdict: k % 4 === 0 ? 'off-topic' : 'relevant',
      })),
    );
    expect(sealed.manifest.length).toBeLessThan(1_000);
    expect(sealed.queued).toBe(model.waiting.size > 0);
    expect(sealed.best).toBe(Math.min(7, ...[...model.waiting.values()].map((entry) => entry.class)));
    // News of a page that was called back wait under its old date too, where nothing comes of them.
    if (recall)
      expect(sealed.nextAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(nextAt(model) ?? Number.POSITIVE_INFINITY);
    else expect(sealed.nextAt).toBe(nextAt(model));
    const named = parseManifest(sealed.manifest).flatMap(pieceNames);
    for (const name of named) expect(store.pieces.has(name)).toBe(true);
    for (const { bytes } of sealed.pieces) expect(bytes.length).toBeLessThanOrEqual(4096);
  }
}

test('returns what the reference model returns, for any committed and lost visits', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), followsTheModel), {
    numRuns: 60,
    interruptAfterTimeLimit: 20_000,
  });
});

const many = (from: number, count: number, change: (i: number) => Partial<OfferedLink> = () => ({})) =>
  Array.from({ length: count }, (_, i) => link(from + i, change(from + i)));

describe('a host of thousands of URLs', () => {
  test('has a manifest under 1 KB and returns every URL once, best classes first', async () => {
    const store = bundleStore();
    const candidates: FetchCandidate[] = [];
    let longest = 0;
    let epoch = EPOCH;
    for (let left = true; left; epoch++) {
      const links =
        epoch < EPOCH + 60 ? many((epoch - EPOCH) * 100, 130, (i) => ({ class: i % 8, score: (i % 10) / 10 })) : [];
      const { candidates: some, sealed } = await visit(store, epoch, NOW + epoch, {
        links,
        pages: 60,
        revisitMs: 86_400_000,
      });
      candidates.push(...some);
      longest = Math.max(longest, sealed.manifest.length);
      left = sealed.queued;
    }
    expect(candidates).toHaveLength(6_030);
    expect(new Set(candidates.map(({ url }) => url)).size).toBe(6_030);
    expect(longest).toBeLessThan(1_000);
    const after = candidates.slice(60 * 60).map((candidate) => candidate.class);
    expect(after).toEqual([...after].sort());
  });

  test('keeps only pieces that its manifest names', async () => {
    const store = bundleStore();
    for (let i = 0; i < 60; i++) {
      const links = i < 30 ? many(i * 50, 50) : [];
      await visit(store, EPOCH + i, NOW + i * 1000, { links, pages: 40, revisitMs: 20_000 });
      const named = parseManifest(store.manifest).flatMap(pieceNames);
      expect([...store.pieces.keys()].sort()).toEqual([...named].sort());
    }
  });

  test('stores 8 bytes per URL in `seen` and some tens in the other bundles', async () => {
    const store = bundleStore();
    for (let i = 0; i < 12; i++) await visit(store, EPOCH + i, NOW, { links: many(i * 400, 400) });
    const bytes = (kind: string) =>
      [...store.pieces].filter(([name]) => name.startsWith(kind)).reduce((sum, [, piece]) => sum + piece.length, 0);
    expect(bytes('s')).toBe(8 * 4_800);
    expect(bytes('q') / 4_800).toBeLessThan(30);
  });
});

describe('feedback on a page', () => {
  const feedbackFor = (at: number, next: number, record: string | null): PageFeedback => ({
    url: urlOf(1),
    at,
    next,
    record,
    verdict: record ? 'relevant' : 'off-topic',
  });

  test('from any earlier visit is known when the page is due', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: [link(1)], pages: 1, revisitMs: 5_300 });
    await visit(store, EPOCH + 1, NOW + 2_000, { feedback: [feedbackFor(NOW, NOW + 5_300, 'r1')] });
    const { candidates } = await visit(store, EPOCH + 2, NOW + 5_300, { pages: 5 });
    expect(candidates).toMatchObject([
      { url: urlOf(1), kind: 'page', page: { record: 'r1', verdict: 'relevant', visits: 1 } },
    ]);
  });

  test('is known if another bundle’s mark makes the page due within the same second', async () => {
    const store = bundleStore();
    // The page is in a bundle with an earlier page, its feedback in another bundle.
    const body = store.open();
    await body.merge({ links: [link(1), link(2)], feedback: [] }, () => undefined);
    for (const next of [NOW + 1_500, NOW + 900]) {
      const candidate = (await body.peek(NOW))!;
      body.take(candidate);
      body.record(visited(candidate, NOW, candidate.url === urlOf(1) ? NOW + 1_500 : Math.min(next, NOW + 900)));
    }
    store.keep(await body.buildBundles(EPOCH));
    await visit(store, EPOCH + 1, NOW + 100, { feedback: [feedbackFor(NOW, NOW + 1_500, 'r1')] });
    const { candidates } = await visit(store, EPOCH + 2, NOW + 1_600, { pages: 5 });
    expect(candidates.map(({ url, page }) => [url, page?.record])).toEqual([
      [urlOf(2), undefined],
      [urlOf(1), 'r1'],
    ]);
  });

  test('that arrives in the visit of the page is known in it', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: [link(1)], pages: 1, revisitMs: 1_000 });
    const late = await visit(store, EPOCH + 1, NOW + 1_000, {
      feedback: [feedbackFor(NOW, NOW + 1_000, 'r1')],
      pages: 1,
      revisitMs: 1_000,
    });
    expect(late.candidates[0]?.page?.record).toBe('r1');
    const again = await visit(store, EPOCH + 2, NOW + 2_000, { pages: 1 });
    expect(again.candidates[0]?.page).toMatchObject({ record: 'r1', visits: 2 });
  });

  test('alone makes no page due and does not keep the host due', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { feedback: [feedbackFor(NOW - 5_000, NOW - 1_000, 'r0')] });
    const { candidates, sealed } = await visit(store, EPOCH + 1, NOW, { pages: 5 });
    expect(candidates).toEqual([]);
    expect(sealed.nextAt).toBeUndefined();
  });
});

describe('a forced recrawl', () => {
  const recall = { at: NOW + 10_000 };
  /** 300 pages of a host without a next visit, in several bundles. */
  const known = async () => {
    const store = bundleStore();
    for (let i = 0; i < 6; i++) await visit(store, EPOCH + i, NOW + i, { links: many(i * 50, 50), pages: 50 });
    return store;
  };

  test('returns every page once across visits, also pages without a next visit', async () => {
    const store = await known();
    const urls: Url[] = [];
    for (let i = 0; i < 12; i++) {
      // The recrawl is repeated, like an inbox item whose visit crashed after its commit.
      const { candidates, sealed } = await visit(store, EPOCH + 10 + i, NOW + 10_000 + i, {
        pages: 40,
        ...(i < 3 && { recall }),
      });
      urls.push(...candidates.map(({ url }) => url));
      expect(sealed.nextAt).toBe(urls.length < 300 ? NOW + 10_000 : undefined);
      expect([...store.pieces.keys()].sort()).toEqual(parseManifest(store.manifest).flatMap(pieceNames).sort());
    }
    expect(urls).toHaveLength(300);
    expect(new Set(urls).size).toBe(300);
    expect(parseManifest(store.manifest).filter(({ kind }) => kind === 'r')).toEqual([]);
  });

  test('reads all known pages in its own visit only', async () => {
    const store = await known();
    const pagePieces = (names: Iterable<string>) => new Set([...names].filter((name) => name.startsWith('p'))).size;
    const there = pagePieces(store.pieces.keys());
    await visit(store, EPOCH + 10, NOW + 10_000, { recall, pages: 10 });
    expect(pagePieces(store.reads)).toBe(there);
    expect(there).toBeGreaterThan(1);
    await visit(store, EPOCH + 11, NOW + 10_001, { pages: 10 });
    expect(pagePieces(store.reads)).toBe(1);
  });

  test('with a prefix leaves bundles without matching pages unchanged', async () => {
    const store = await known();
    const names = [...store.pieces.keys()];
    const { sealed } = await visit(store, EPOCH + 10, NOW + 10_000, {
      recall: { ...recall, prefix: 'http://b.example/' },
      pages: 10,
    });
    expect(sealed.dropped).toEqual([]);
    expect([...store.pieces.keys()]).toEqual(names);
  });

  test('skips pages that the network guard refuses or that crash workers', async () => {
    const store = bundleStore();
    const body = store.open();
    await body.merge({ links: many(0, 4), feedback: [] }, () => undefined);
    for (const outcome of ['refused.poison', 'refused.private-address', 'refused.robots', 'gone.gone']) {
      const candidate = (await body.peek(NOW))!;
      body.take(candidate);
      body.record({ ...visited(candidate, NOW), outcome });
    }
    store.keep(await body.buildBundles(EPOCH));
    const { candidates } = await visit(store, EPOCH + 1, NOW + 10_000, { recall, pages: 9 });
    expect(candidates.map(({ page }) => page?.outcome).sort()).toEqual(['gone.gone', 'refused.robots']);
  });

  test('finds feedback on the visit before, also if it arrives between its visits', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: many(0, 3), pages: 3, revisitMs: 86_400_000 });
    await visit(store, EPOCH + 1, NOW + 10_000, { recall, pages: 1 });
    const left = await (async () => {
      const body = store.open();
      return (await body.peek(NOW + 10_001))!.url;
    })();
    const lateFeedback = { url: left, at: NOW, next: NOW + 86_400_000, record: 'r1', verdict: 'relevant' };
    await visit(store, EPOCH + 2, NOW + 10_002, { feedback: [lateFeedback] });
    const { candidates } = await visit(store, EPOCH + 3, NOW + 10_003, { pages: 9 });
    expect(candidates.find(({ url }) => url === left)?.page?.record).toBe('r1');
    expect(candidates).toHaveLength(2);
  });
});

describe('change times from a list', () => {
  const listed = (i: number, lastModified: number) => ({ ...link(i), lastModified });

  test('recrawl only pages fetched before the change, once', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: many(0, 4), pages: 4, revisitMs: 86_400_000 });
    const later = NOW + 10_000;
    const list = [listed(0, NOW + 5_000), listed(1, NOW - 5_000), link(2), listed(9, NOW + 5_000)];
    const { candidates } = await visit(store, EPOCH + 1, later, { links: list, pages: 9, revisitMs: 86_400_000 });
    expect(candidates.map(({ url }) => url).sort()).toEqual([link(0).url, link(9).url].sort());
    const again = await visit(store, EPOCH + 2, later + 10_000, { links: list, pages: 9 });
    expect(again.candidates).toEqual([]);
  });
});

describe('anchor texts', () => {
  const offer = (anchors: string) => ({ links: [link(1, { anchors })], feedback: [] });

  test('of later offers in the visit that accepts a URL join those of the first', async () => {
    const store = bundleStore();
    const body = store.open();
    await body.merge({ links: [link(1)], feedback: [] }, () => undefined);
    for (const text of ['Bogs', 'Fens', 'bogs']) await body.merge(offer(text), () => undefined);
    store.keep(await body.buildBundles(EPOCH));
    expect(await store.open().peek(NOW)).toMatchObject({ url: link(1).url, anchors: 'Bogs\nFens' });
  });

  test('of later visits change nothing', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: offer('Bogs').links });
    await visit(store, EPOCH + 1, NOW, { links: offer('Fens').links });
    expect(await store.open().peek(NOW)).toMatchObject({ anchors: 'Bogs' });
  });
});

describe('a redirect’s target', () => {
  const target = { ...link(9, { class: 0 }), hops: 2 };

  test('is queued with its redirect count and returned in the same visit', async () => {
    const store = bundleStore();
    const body = store.open();
    await body.merge({ links: [link(1), link(2)], feedback: [] }, () => undefined);
    body.take((await body.peek(NOW))!);
    expect(await body.acceptRedirect(target)).toBe(true);
    expect(await body.peek(NOW)).toEqual(target);
    store.keep(await body.buildBundles(EPOCH));
    expect(await store.open().peek(NOW)).toEqual(target);
  });

  test('is not accepted twice', async () => {
    const store = bundleStore();
    await visit(store, EPOCH, NOW, { links: [link(9)], pages: 1 });
    expect(await store.open().acceptRedirect(target)).toBe(false);
  });
});

test('an empty frontier returns nothing and keeps an empty manifest', async () => {
  const store = bundleStore();
  const { candidates, sealed } = await visit(store, EPOCH, NOW, { pages: 3 });
  expect(candidates).toEqual([]);
  expect(sealed).toEqual({ manifest: '', pieces: [], dropped: [], epochs: new Set(), queued: false, best: 7 });
});

test('peeking without taking changes nothing', async () => {
  const store = bundleStore();
  await visit(store, EPOCH, NOW, { links: many(0, 500), pages: 10, revisitMs: 60_000 });
  const before = store.manifest;
  const body = store.open();
  await body.peek(NOW);
  const sealed = await body.buildBundles(EPOCH + 1);
  expect(sealed).toMatchObject({ manifest: before, pieces: [], dropped: [] });
});

test('counts the redirects of other hosts that led to a URL', async () => {
  const { candidates } = await visit(bundleStore(), EPOCH, NOW, {
    links: [link(1, { redirects: 4 }), link(2)],
    pages: 2,
  });
  expect(new Map(candidates.map(({ url, hops }) => [url, hops]))).toEqual(
    new Map([
      [urlOf(1), 4],
      [urlOf(2), 0],
    ]),
  );
});

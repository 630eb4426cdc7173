import { describe, expect, test } from 'vitest';
import { copyFeedbackToRecrawls, needsRecrawl } from '../../shared/frontier/forced-recrawl.ts';
import { feedbackEntry, type PageEntry } from '../../shared/frontier/host/entry.ts';
import type { ForcedRecrawl, Offer } from '../../shared/frontier/offer.ts';
import type { Url } from '../../shared/url/url.ts';
import { bundleStore } from './host/bundle-store.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const AT = NOW - 5_000;
const URL_OF_PAGE = 'http://a.test/' as Url;

const page = (at: number): PageEntry => ({
  ...{ url: URL_OF_PAGE, at, class: 0, depth: 0, outcome: 'fetched', visits: 1, tries: 0 },
});
const RECRAWLS: [string, ForcedRecrawl][] = [
  ['all pages', { at: AT }],
  ['a URL', { at: AT, forced: new Map([[URL_OF_PAGE, { forcedAt: AT, class: 0 }]]) }],
];

describe.each(RECRAWLS)('a forced recrawl of %s', (_, recrawl) => {
  test.each([
    ['selects a page fetched before it', AT - 1, true],
    ['skips a page fetched since', AT + 1, false],
    ['skips a page fetched since by a worker whose clock is fast', NOW + 1_000, false],
    ['selects a page fetched before the clock was set back', NOW + 40 * DAY_MS, true],
  ])('%s', (_name, at, isSelected) => {
    expect(needsRecrawl(page(at), recrawl, NOW)).toBe(isSelected);
  });
});

test('a list does not repeat its changes for pages fetched before the clock was set back', () => {
  const recrawl = { at: AT, modified: new Map([[URL_OF_PAGE, AT]]) };
  expect(needsRecrawl(page(NOW + DAY_MS), recrawl, NOW)).toBe(false);
  expect(needsRecrawl(page(AT - 1), recrawl, NOW)).toBe(true);
});

test('copies feedback on visits before a pending recrawl, also on those before the clock was set back', () => {
  const feedback = (at: number) =>
    feedbackEntry({ url: URL_OF_PAGE, at, next: NOW + 90 * DAY_MS, record: 'r', verdict: 'relevant' });
  const mark = Math.floor(AT / 1000);
  const copied = (at: number) => copyFeedbackToRecrawls([feedback(at)], [mark], NOW).map(({ next }) => next);
  expect(copied(AT - 1_000)).toEqual([mark * 1000]);
  expect(copied(AT + 2_000)).toEqual([]);
  expect(copied(NOW + 40 * DAY_MS)).toEqual([mark * 1000]);
});

test('makes pages due at once although it was asked for before the clock was set back', async () => {
  const store = bundleStore();
  const before = store.open();
  before.record({ ...page(NOW + 40 * DAY_MS), next: NOW + 90 * DAY_MS });
  store.keep(await before.buildBundles(1));
  const visit = store.open({ now: NOW });
  await visit.merge({ links: [], feedback: [], recrawl: { at: NOW + 41 * DAY_MS } }, () => undefined);
  expect((await visit.peek(NOW))?.url).toBe(URL_OF_PAGE);
});

/** Forced seeds for a page that was fetched at `at`, each merged as an offer of its own. @returns the page that is due then */
async function forcedPage(at: number, asked: readonly (Record<string, string> | undefined)[], about = {}) {
  const store = bundleStore();
  const before = store.open();
  const offered = { url: URL_OF_PAGE, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 0 };
  const isFetched = at > 0;
  await before.merge({ links: [offered], feedback: [] }, () => undefined);
  if (isFetched) {
    before.take((await before.peek(NOW))!);
    before.record({ ...page(at), next: NOW + 90 * DAY_MS, digest: 'd', about });
  }
  store.keep(await before.buildBundles(1));
  const visit = store.open({ now: NOW });
  for (const given of asked) {
    const links = [{ ...offered, forcedAt: AT, ...(given && { about: given }) }];
    await visit.merge({ links, feedback: [] }, () => undefined);
  }
  return visit.peek(NOW);
}

test.each([
  ['a known page', AT - 1],
  ['a URL that waits', 0],
])('a further forced seed without metadata keeps those of the one before, of %s', async (_, at) => {
  expect((await forcedPage(at, [{ id: '9' }, undefined]))?.about).toEqual({ id: '9' });
  expect((await forcedPage(at, [{ id: '9' }, { id: '10' }]))?.about).toEqual({ id: '10' });
});

test('finds feedback on a visit between a forced seed with metadata and its merge', async () => {
  const store = bundleStore();
  const place = { url: URL_OF_PAGE, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 0 };
  const [fetchedAt, next] = [AT + 3_000, NOW + 90 * DAY_MS];
  const offers: Offer[] = [
    { links: [place], feedback: [] },
    { links: [{ ...place, forcedAt: AT, about: { id: '9' } }], feedback: [] },
    { links: [], feedback: [{ url: URL_OF_PAGE, at: fetchedAt, next, record: 'r', verdict: 'relevant' }] },
  ];
  for (const [i, offer] of offers.entries()) {
    const visit = store.open({ now: NOW + i * 1_000 });
    await visit.merge(offer, () => undefined);
    if (i === 0) {
      visit.take((await visit.peek(fetchedAt))!);
      visit.record({ ...page(fetchedAt), next });
    }
    store.keep(await visit.buildBundles(i + 1));
  }
  const due = await store.open({ now: NOW + 5_000 }).peek(NOW + 5_000);
  expect(due?.page).toMatchObject({ record: 'r', about: { id: '9' } });
});

test('a forced seed brings its metadata to a page that was fetched since without them', async () => {
  const found = await forcedPage(AT + 1, [{ id: '9' }]);
  expect(found?.about).toEqual({ id: '9' });
  expect(found?.page?.digest).toBeUndefined();
  expect(await forcedPage(AT + 1, [{ id: '9' }], { id: '9' })).toBeUndefined();
  expect(await forcedPage(AT + 1, [undefined], { id: '9' })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { forcedUrlOf, mergeForcedUrls } from '../../shared/frontier/forced-url.ts';
import type { ForcedUrl, OfferedLink } from '../../shared/frontier/offer.ts';
import type { Url } from '../../shared/url/url.ts';
import { bundleStore } from './host/bundle-store.ts';

const NOW = Date.UTC(2026, 0, 1);
const OFFERED: OfferedLink = {
  ...{ url: 'http://a.test/' as Url, kind: 'page', class: 5, depth: 0, parent: null, score: 0 },
};

/** A forced seed, added this number of milliseconds after the first one. */
const seed = (afterMs: number, more: Partial<OfferedLink> = {}): OfferedLink => ({
  ...{ ...OFFERED, forcedAt: NOW - 5_000 + afterMs },
  ...more,
});

/** Returns all orders of a list. */
const ordersOf = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one) => ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));

test('merged requests have the latest metadata, the latest time and the best class, in any order', () => {
  const seeds = [
    seed(0, { about: { id: '9' }, class: 0 }),
    seed(1_000, { about: { id: '10' } }),
    seed(2_000, { class: 3 }),
  ];
  for (const order of ordersOf(seeds)) {
    const requests = order.map((link) => forcedUrlOf(link, link.forcedAt!));
    const merged = requests.reduce<ForcedUrl | undefined>((one, other) => mergeForcedUrls(one, other), undefined);
    expect(merged).toEqual({ forcedAt: NOW - 3_000, class: 0, about: { id: '10' }, aboutAt: NOW - 4_000 });
  }
});

const PLACES = ['a known page', 'a URL that waits', 'a new URL'] as const;

/** Merges seeds of a URL, each as an offer of its own. @returns the URL as it is due then */
async function dueAfter(seeds: readonly OfferedLink[], place: (typeof PLACES)[number]) {
  const store = bundleStore();
  const before = store.open();
  const offer = (links: OfferedLink[]) => ({ links, feedback: [] });
  if (place !== 'a new URL') await before.merge(offer([OFFERED]), () => undefined);
  if (place === 'a known page') {
    before.take((await before.peek(NOW))!);
    before.record({
      ...{ url: OFFERED.url, at: NOW - 90_000, next: NOW + 90_000, class: 5, depth: 0 },
      ...{ outcome: 'fetched', visits: 1, tries: 0 },
    });
  }
  store.keep(await before.buildBundles(1));
  const visit = store.open({ now: NOW });
  for (const link of seeds) await visit.merge(offer([link]), () => undefined);
  return visit.peek(NOW);
}

test.each(PLACES)('the latest of several forced seeds wins in any order of the inbox, for %s', async (place) => {
  const seeds = [seed(0, { about: { id: '9' }, class: 0 }), seed(1_000, { about: { id: '10' } }), seed(2_000)];
  for (const order of ordersOf(seeds)) {
    expect(await dueAfter(order, place)).toMatchObject({ about: { id: '10' }, class: 0 });
  }
});

import { expect, test } from 'vitest';
import type { PageEntry } from '../../../shared/frontier/host/entry.ts';
import type { Offer, PageFeedback } from '../../../shared/frontier/offer.ts';
import { decodeOffer, encodeOffer } from '../../../shared/frontier/offer-format.ts';
import type { Url } from '../../../shared/url/url.ts';
import { bundleStore } from './bundle-store.ts';

const URL = 'http://a.example/fern' as Url;
const page = (at: number, more: Partial<PageEntry> = {}): PageEntry => ({
  ...{ url: URL, at, next: at + 10_000, class: 3, depth: 1, outcome: 'fetched', visits: 1, tries: 0 },
  ...more,
});

/** Stores these entries in visits of their own, merges the feedback in one visit, and returns what the next visit knows of the page. */
async function knownAfter(entries: PageEntry[], feedback: PageFeedback[]) {
  const store = bundleStore();
  let epoch = 1;
  for (const entry of entries) {
    const body = store.open();
    while (await body.peek(entry.at)) body.take((await body.peek(entry.at))!);
    body.record(entry);
    store.keep(await body.buildBundles(epoch++));
  }
  const body = store.open();
  for (const item of feedback) {
    const offer: Offer = { links: [], feedback: [item] };
    await body.merge(decodeOffer(encodeOffer(offer)), () => undefined);
  }
  store.keep(await body.buildBundles(epoch));
  return (await store.open().peek(1e9))?.page;
}

const told = (at: number, record: string | null, more: Partial<PageFeedback> = {}): PageFeedback => ({
  ...{ url: URL, at, next: at + 10_000, record, verdict: record === null ? 'off-topic' : 'relevant' },
  ...more,
});

test('reaches a page whose next visit has moved since', async () => {
  const failed = page(20_000, { outcome: 'failed.timeout', tries: 1, record: null, verdict: 'off-topic' });
  const entries = [page(1_000), failed];
  expect(await knownAfter(entries, [told(1_001, 'digest', { next: 11_000, revised: true })])).toMatchObject({
    at: 20_000,
    outcome: 'failed.timeout',
    record: 'digest',
    verdict: 'relevant',
  });
});

test('outranks the feedback of the visit, in any order', async () => {
  const [first, revised] = [told(1_000, null), told(1_001, 'digest', { revised: true })];
  expect(await knownAfter([page(1_000)], [first, revised])).toMatchObject({ record: 'digest', verdict: 'relevant' });
  expect(await knownAfter([page(1_000)], [revised, first])).toMatchObject({ record: 'digest', verdict: 'relevant' });
});

test('does not concern a document that was fetched later', async () => {
  const later = page(20_000, { record: 'new', verdict: 'relevant' });
  expect(await knownAfter([page(1_000), later], [told(1_001, 'old', { revised: true })])).toMatchObject({
    record: 'new',
  });
});

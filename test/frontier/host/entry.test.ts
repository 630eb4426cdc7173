import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  comparePageEntries,
  compareQueueEntries,
  decodePageEntry,
  decodeQueueEntry,
  encodePageEntry,
  encodeQueueEntry,
  mergePageEntries,
  type PageEntry,
  type QueueEntry,
} from '../../../shared/frontier/host/entry.ts';
import type { RenderNote } from '../../../shared/ports/renderer.ts';
import type { Url } from '../../../shared/url/url.ts';

const url = fc.webUrl().map((text) => text as Url);
const time = fc.integer({ min: 1, max: 2 ** 42 });
const word = fc.string({ minLength: 1, maxLength: 20 });
const maybe = {
  requiredKeys: ['url', 'at', 'class', 'depth', 'outcome', 'visits', 'tries'] as const,
};

const page = fc.record(
  {
    url,
    at: time,
    next: time,
    partial: fc.constant(true),
    class: fc.nat(7),
    depth: fc.nat(30),
    outcome: fc.constantFrom('fetched', 'failed.timeout', ''),
    visits: fc.nat(9),
    tries: fc.nat(5),
    etag: word,
    modified: word,
    digest: word,
    record: fc.option(fc.stringMatching(/^[0-9a-f]{8}$/)),
    verdict: word,
    history: word,
    parent: fc.option(url),
    to: url,
    about: fc.dictionary(
      word.filter((name) => name !== '__proto__'),
      word,
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
    extractRule: word,
    anchors: word,
    headersDigest: word,
    archivedAt: time,
    rendering: fc.constantFrom<RenderNote>(
      { result: 'rendered', why: 'empty', requests: 2, refused: { limit: 1 }, isUnfinished: true },
      { result: 'failed', why: 'chosen', detail: 'crashed' },
    ),
  },
  { requiredKeys: [...maybe.requiredKeys] },
) as fc.Arbitrary<PageEntry>;

const queued: fc.Arbitrary<QueueEntry> = fc.record({
  url,
  kind: fc.constantFrom('page', 'sitemap', 'feed'),
  class: fc.nat(7),
  depth: fc.nat(30),
  parent: fc.option(url),
  score: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n + 0),
  hops: fc.nat(5),
});

const written = <T>(row: T): T => JSON.parse(JSON.stringify(row)) as T;

test('page entries survive a round trip', () => {
  fc.assert(fc.property(page, (entry) => void expect(decodePageEntry(written(encodePageEntry(entry)))).toEqual(entry)));
});

test('queue entries survive a round trip', () => {
  fc.assert(
    fc.property(queued, word, (entry, anchors) => {
      for (const one of [entry, { ...entry, anchors }])
        expect(decodeQueueEntry(written(encodeQueueEntry(one)))).toEqual(one);
    }),
  );
});

test('distinguishes an unknown record from no record', () => {
  const base: PageEntry = {
    url: 'http://a.example/' as Url,
    at: 1,
    class: 0,
    depth: 0,
    outcome: 'fetched',
    visits: 1,
    tries: 0,
  };
  expect(decodePageEntry(encodePageEntry(base))).not.toHaveProperty('record');
  expect(decodePageEntry(encodePageEntry({ ...base, record: null })).record).toBeNull();
});

const best: QueueEntry = {
  url: 'http://a.example/b' as Url,
  kind: 'page',
  class: 2,
  depth: 3,
  parent: null,
  score: 0.5,
  hops: 0,
};
test.each<[string, Partial<QueueEntry>]>([
  ['a better class', { class: 3, score: 1, depth: 0, url: 'http://a.example/a' as Url }],
  ['a higher score in one class', { score: 0.4, depth: 0, url: 'http://a.example/a' as Url }],
  ['a smaller depth at one score', { depth: 4, url: 'http://a.example/a' as Url }],
  ['the first URL otherwise', { url: 'http://a.example/c' as Url }],
])('orders first: %s', (_rule, change) => {
  expect(compareQueueEntries(best, { ...best, ...change })).toBeLessThan(0);
  expect(compareQueueEntries({ ...best, ...change }, best)).toBeGreaterThan(0);
});

test('orders pages totally, with those without a next visit last', () => {
  fc.assert(
    fc.property(page, page, page, (a, b, c) => {
      expect(Math.sign(comparePageEntries(a, b))).toBe(-Math.sign(comparePageEntries(b, a)) + 0);
      if (comparePageEntries(a, b) <= 0 && comparePageEntries(b, c) <= 0)
        expect(comparePageEntries(a, c)).toBeLessThanOrEqual(0);
      if (a.next === undefined && b.next !== undefined) expect(comparePageEntries(a, b)).toBeGreaterThan(0);
    }),
  );
});

describe('entries of one URL', () => {
  const visit = (at: number, more: Partial<PageEntry> = {}): PageEntry => ({
    url: 'http://a.example/' as Url,
    at,
    class: 1,
    depth: 2,
    outcome: 'fetched',
    visits: at,
    tries: 0,
    ...more,
  });
  const feedback = (at: number, record: string | null, verdict = 'relevant') =>
    visit(at, { partial: true, outcome: '', visits: 0, record, verdict });

  test.each<[string, PageEntry[], PageEntry]>([
    ['the later visit wins', [visit(1, { etag: 'old' }), visit(2)], visit(2)],
    [
      'news add to the visit',
      [visit(1, { next: 9 }), feedback(1, 'r')],
      visit(1, { next: 9, record: 'r', verdict: 'relevant' }),
    ],
    [
      'the latest feedback wins',
      [visit(1), feedback(1, 'a'), feedback(2, 'b')],
      visit(1, { record: 'b', verdict: 'relevant' }),
    ],
    [
      'news that it became no record count too',
      [visit(1, { record: 'a', verdict: 'relevant' }), feedback(2, null, 'off-topic')],
      visit(1, { record: null, verdict: 'off-topic' }),
    ],
    [
      'older news do not replace what is known',
      [visit(2, { record: 'b', verdict: 'relevant' }), feedback(1, 'a')],
      visit(2, { record: 'b', verdict: 'relevant' }),
    ],
    [
      'a visit that nothing is said of keeps what was said of the last',
      [visit(1, { record: 'a', verdict: 'relevant' }), visit(2)],
      visit(2, { record: 'a', verdict: 'relevant' }),
    ],
    ['feedback alone stays partial', [feedback(1, 'a'), feedback(2, 'b')], feedback(2, 'b')],
    [
      'news of the last visit replace what it took over from the one before',
      [visit(2, { record: 'a', verdict: 'relevant' }), feedback(2, 'b')],
      visit(2, { record: 'b', verdict: 'relevant' }),
    ],
  ])('%s, in any order', (_rule, entries, folded) => {
    expect(mergePageEntries(entries)).toEqual(folded);
    expect(mergePageEntries([...entries].reverse())).toEqual(folded);
  });
});

/** Visits to a known page after the clock was set back: the visit is later than the last one, and the capture keeps its date. */
import { expect, test } from 'vitest';
import { documentConsequence } from '../../shared/classify/record-changes.ts';
import { createCapture } from '../../shared/fetch/create-capture.ts';
import { createPageEntry } from '../../shared/fetch/page-entry.ts';
import { scheduleRevisit } from '../../shared/fetch/schedule-revisit.ts';
import { mergePageEntries, type PageEntry } from '../../shared/frontier/host/entry.ts';
import type { FetchCandidate } from '../../shared/frontier/host/host-frontier.ts';
import type { Url } from '../../shared/url/url.ts';
import { lineOf } from '../classify/documents.ts';
import { reply } from './single-host.ts';

const DAY_MS = 86_400_000;
const LAST = Date.UTC(2026, 1, 10);
const URL_OF_PAGE = 'http://a.example/' as Url;

const PAGE: PageEntry = {
  ...{ url: URL_OF_PAGE, at: LAST, class: 0, depth: 0, outcome: 'fetched', visits: 1, tries: 0 },
  ...{ record: 'old', verdict: 'relevant' },
};

/** Entry and capture of the visit at this time, to a page that this one describes; undefined: a new URL. */
function visit(now: number, page: PageEntry | undefined) {
  const candidate: FetchCandidate = {
    ...{ url: URL_OF_PAGE, kind: 'page', class: 0, depth: 0, parent: null, score: 0, hops: 0 },
    ...(page && { page }),
  };
  const response = reply(200, 'new');
  const entry = createPageEntry(candidate, { outcome: 'fetched', tries: 0, hostFault: false }, now, response);
  return { entry, capture: createCapture(candidate, response, entry, { digest: 'd', isSame: false }, now) };
}

test.each([
  ['a new URL', LAST, undefined],
  ['a known page', LAST + DAY_MS, PAGE],
])('a visit to %s is timed by the clock', (_, now, page) => {
  const { entry, capture } = visit(now, page);
  expect([entry.at, capture.fetchedAt]).toEqual([now, now]);
  expect(capture.note).not.toHaveProperty('changeAt');
});

test('after the clock was set back, a visit follows the last one, and its capture keeps the time of the clock', () => {
  const now = LAST - 40 * DAY_MS;
  const { entry, capture } = visit(now, PAGE);
  expect(entry.at).toBeGreaterThan(LAST);
  expect([capture.fetchedAt, capture.note.changeAt]).toEqual([now, entry.at]);
  expect(mergePageEntries([PAGE, entry])).toBe(entry);
  const next = visit(now + DAY_MS, entry);
  expect(next.entry.at).toBeGreaterThan(entry.at);
  expect(visit(LAST + 2 * DAY_MS, next.entry).entry.at).toBe(LAST + 2 * DAY_MS);
});

test('changes of records and feedback have the time of the visit, and the record that of its fetch', () => {
  const { entry, capture } = visit(LAST - 40 * DAY_MS, PAGE);
  const line = lineOf({ url: URL_OF_PAGE, digest: 'new' }, { fetchedAt: capture.fetchedAt, note: capture.note });
  const verdict = { kind: 'relevant', score: 1, classes: [], by: 'all', terms: [] };
  const { changes, feedback } = documentConsequence(line as never, verdict as never);
  const record = { fetchedAt: capture.fetchedAt, urls: { [URL_OF_PAGE]: entry.at } };
  expect(changes).toMatchObject([
    { kind: 'seen', id: 'new', at: entry.at, record },
    { kind: 'left', id: 'old', at: entry.at },
  ]);
  expect(feedback).toMatchObject({ at: entry.at, record: 'new' });
});

test('the time since a visit before the clock was set back is presumed to be the interval', () => {
  const rules = { mode: 'steps' as const, firstMs: 4 * DAY_MS, minMs: DAY_MS, maxMs: 90 * DAY_MS };
  const observe = (now: number, page: PageEntry | undefined) =>
    scheduleRevisit({ outcome: page ? 'unchanged' : 'fetched', headers: [], page }, now, rules);
  const { history } = observe(LAST, undefined);
  const now = LAST - 40 * DAY_MS;
  // Four days without a change lengthen the interval by half.
  expect(observe(now, { ...PAGE, digest: 'd', history }).next).toBe(now + 6 * DAY_MS);
});

import { describe, expect, test } from 'vitest';
import { isGoneConfirmed } from '../../shared/fetch/gone-confirmed.ts';
import type { Interpretation } from '../../shared/fetch/interpret-response.ts';
import { createRemovalGuard } from '../../shared/fetch/mass-removal-guard.ts';
import type { PageEntry } from '../../shared/frontier/host/entry.ts';
import { packHistory, unpackHistory } from '../../shared/frontier/host/history.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { RemovalWindow } from '../../shared/ports/frontier.ts';
import type { Url } from '../../shared/url/url.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const NO_LOOKS = { compared: 0, changed: 0, changedMs: 0, quietMs: 0 };

type Answer = { outcome: Interpretation['outcome']; status: number; location?: string };
const GONE: Answer = { outcome: 'gone.not-found', status: 404 };
const THERE: Answer = { outcome: 'unchanged', status: 200 };

/** A host whose pages all have a record. */
function hostOf(pages: number, maxShare?: number) {
  const counts: Record<string, number> = { fetched: pages };
  const known = new Map<number, PageEntry>();
  let removals: RemovalWindow | undefined;
  const pageAt = (i: number): PageEntry =>
    known.get(i) ?? {
      url: `http://h.test/${i}` as Url,
      ...{ at: 0, class: 0, depth: 1, outcome: 'fetched', visits: 1, tries: 0, record: `r${i}` },
    };
  /** Visits these pages in order and returns the number of pages per outcome. */
  const visit = (pageIds: readonly number[], answer: (i: number) => Answer, now = NOW) => {
    const removalGuard = createRemovalGuard(counts, removals, maxShare);
    const came: Record<string, number> = {};
    for (const i of pageIds) {
      const page = pageAt(i);
      const { outcome, status, location } = answer(i);
      const interpreted: Interpretation = {
        outcome,
        tries: 0,
        hostFault: false,
        next: now,
        ...(location && { location }),
      };
      const checked = removalGuard.check(interpreted, page, { kind: 'response', status } as HttpResponse, now);
      counts[page.outcome] = (counts[page.outcome] ?? 0) - 1;
      counts[checked.outcome] = (counts[checked.outcome] ?? 0) + 1;
      came[checked.outcome] = (came[checked.outcome] ?? 0) + 1;
      const history = checked.history === undefined ? {} : { history: checked.history };
      const record = checked.outcome.startsWith('gone.not') ? null : page.record!;
      known.set(i, {
        ...page,
        ...history,
        outcome: checked.outcome,
        tries: checked.tries,
        next: checked.next!,
        record,
      });
    }
    removals = removalGuard.window();
    return came;
  };
  return { visit, page: pageAt, known, removals: () => removals };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test('removes a few lost pages at once', () => {
  expect(hostOf(6).visit(range(0, 5), () => GONE)).toEqual({ 'gone.not-found': 5 });
  const some = hostOf(1_000).visit(range(0, 200), (i) => (i % 4 === 0 ? GONE : THERE));
  expect(some).toEqual({ 'gone.not-found': 50, unchanged: 150 });
});

describe('a host that lost all its pages', () => {
  test('keeps nearly all its records, however often it is visited', () => {
    const { visit } = hostOf(100);
    expect(visit(range(0, 100), () => GONE)).toEqual({ 'gone.not-found': 5, 'gone.held': 95 });
    for (const days of [1, 3, 6])
      expect(visit(range(5, 100), () => GONE, NOW + days * DAY)).toEqual({ 'gone.held': 95 });
  });

  test('keeps its records once it has recovered', () => {
    const { visit } = hostOf(100);
    visit(range(0, 100), () => GONE);
    expect(visit(range(5, 100), () => THERE, NOW + DAY)).toEqual({ unchanged: 95 });
  });

  test('is retried after 1, 2 and 4 days with the reason', () => {
    const { visit, page } = hostOf(100);
    let now = NOW;
    const waits = [1, 2, 3].map(() => {
      visit(range(0, 100), () => GONE, now);
      const wait = (page(50).next! - now) / DAY;
      now = page(50).next!;
      return wait;
    });
    expect(waits).toEqual([1, 2, 4]);
    expect(unpackHistory(page(50).history)?.why).toBe('g');
  });

  test('loses its records if the operator confirms it', () => {
    const { visit, page, known } = hostOf(100);
    visit(range(0, 100), () => GONE);
    for (const i of range(5, 100))
      known.set(i, { ...page(i), history: packHistory({ since: 0, why: 'g', checks: NO_LOOKS, goneConfirmed: true }) });
    expect(isGoneConfirmed(page(50))).toBe(true);
    expect(visit(range(5, 100), () => GONE, NOW + DAY)).toEqual({ 'gone.not-found': 95 });
  });

  test('loses all records at once if maxGoneShare is 1', () => {
    expect(hostOf(100, 1).visit(range(0, 100), (i) => (i < 50 ? THERE : GONE))).toEqual({
      unchanged: 50,
      'gone.not-found': 50,
    });
  });
});

test('removes a lost part of a site after one more request', () => {
  const { visit } = hostOf(1_000);
  const first = visit(range(0, 60), () => GONE);
  expect(first).toEqual({ 'gone.not-found': 5, 'gone.held': 55 });
  expect(visit(range(5, 60), () => GONE, NOW + DAY)).toEqual({ 'gone.not-found': 55 });
});

test('does not hold pages that are lost gradually: a window lasts a week', () => {
  const { visit } = hostOf(100);
  for (let week = 0; week < 20; week++) {
    const came = visit(range(week * 5, week * 5 + 5), () => GONE, NOW + week * 8 * DAY);
    expect(came).toEqual({ 'gone.not-found': 5 });
  }
});

test('counts requested, gone and removed pages from the first loss on, for a week', () => {
  const { visit, removals } = hostOf(100);
  visit(range(0, 10), () => THERE);
  expect(removals()).toBeUndefined();
  visit(range(0, 10), (i) => (i < 8 ? GONE : THERE));
  expect(removals()).toEqual({ since: NOW, requested: 10, gone: 8, removed: 5 });
  visit([20], () => THERE, NOW + 7 * DAY - 1);
  expect(removals()).toMatchObject({ since: NOW, requested: 11 });
  visit([20], () => THERE, NOW + 7 * DAY);
  expect(removals()).toBeUndefined();
});

describe('permanent redirects', () => {
  const moved = (location: string, status = 301): Answer => ({ outcome: 'redirected', status, location });

  test.each<[string, (i: number) => Answer, number]>([
    ['all to the front page are held', () => moved('/'), 95],
    ['all to the front page of another site are held', () => moved('https://other.test/'), 95],
    ['all to one page are held', () => moved('http://h.test/log-in'), 94],
    ['each to a page of its own are accepted', (i) => moved(`http://new.test/${i}`), 0],
    ['that are temporary do not count', () => moved('/', 302), 0],
  ])('%s', (_name, answer, expected) => {
    expect(hostOf(100).visit(range(0, 100), answer)['redirected.held'] ?? 0).toBe(expected);
  });
});

test('ignores failures, refusals and pages without a record', () => {
  const { visit, known, page } = hostOf(100);
  for (const i of range(0, 100)) known.set(i, { ...page(i), record: null });
  expect(visit(range(0, 100), () => GONE)).toEqual({ 'gone.not-found': 100 });
  const failing = hostOf(100).visit(range(0, 100), () => ({ outcome: 'failed.server-error', status: 500 }));
  expect(failing).toEqual({ 'failed.server-error': 100 });
});

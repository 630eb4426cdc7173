import { describe, expect, test } from 'vitest';
import { lockAfterVisit, type PauseRules, pauseOf } from '../../shared/fetch/pause.ts';
import type { LockItem } from '../../shared/ports/host-lock.ts';

const RULES: PauseRules = { hostPauseMs: 1_000, crawlDelayCapMs: 30_000, answerTimeFactor: 5 };
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);

// rule · Crawl-delay (s) · response time (ms) · pause (ms)
test.each<[string, number | null, number, number]>([
  ['the setting by default', null, 0, 1_000],
  ['a shorter Crawl-delay changes nothing', 0.2, 0, 1_000],
  ['a Crawl-delay of 0 changes nothing', 0, 0, 1_000],
  ['a longer Crawl-delay takes precedence', 7, 100, 7_000],
  ['a Crawl-delay with fractions of a second', 2.5, 0, 2_500],
  ['a Crawl-delay up to its cap', 86_400, 0, 30_000],
  ['an infinite Crawl-delay up to its cap', Number.POSITIVE_INFINITY, 0, 30_000],
  ['a multiple of a slow response', null, 900, 4_500],
  ['the largest of them: the response time', 3, 900, 4_500],
  ['the largest of them: the Crawl-delay', 5, 900, 5_000],
  ['never longer than a day', null, DAY, DAY],
])('the pause is %s (%s, %d)', (_rule, crawlDelayS, answerMs, pause) => {
  expect(pauseOf(RULES, crawlDelayS, answerMs)).toBe(pause);
});

test('a pause setting of 0 gives fast hosts no pause', () => {
  expect(pauseOf({ ...RULES, hostPauseMs: 0, answerTimeFactor: 0 }, null, 500)).toBe(0);
});

describe('after a visit', () => {
  const lock: LockItem = { token: 't', until: NOW + 60_000, openAt: NOW, pauseMs: 500, failures: 0 };
  const visit = { lastEnd: NOW, pauseMs: 2_000, hostFault: false };

  test('the host opens one pause after the last request', () => {
    expect(lockAfterVisit(lock, visit, 0)).toEqual({ openAt: NOW + 2_000, pauseMs: 2_000, failures: 0 });
  });

  test('the clock skew is added', () => {
    expect(lockAfterVisit(lock, visit, 1_000).openAt).toBe(NOW + 3_000);
  });

  test.each([
    [0, 5_000],
    [1, 10_000],
    [2, 20_000],
    [5, 160_000],
    [14, 5_000 * 2 ** 14],
    [15, DAY],
    [16, DAY],
    [2_000, DAY],
  ])('a failure after %i consecutive ones backs off for %i ms', (failures, rest) => {
    const change = lockAfterVisit({ ...lock, failures }, { ...visit, hostFault: true }, 0);
    expect(change).toEqual({ openAt: NOW + rest, pauseMs: 2_000, failures: failures + 1 });
  });

  test('a failing host keeps its longer pause', () => {
    expect(lockAfterVisit(lock, { ...visit, pauseMs: 30_000, hostFault: true }, 0).openAt).toBe(NOW + 30_000);
  });

  test('one success ends the back-off', () => {
    expect(lockAfterVisit({ ...lock, failures: 9 }, visit, 0)).toEqual({
      openAt: NOW + 2_000,
      pauseMs: 2_000,
      failures: 0,
    });
  });

  test('a longer Retry-After takes precedence', () => {
    const openAtAfter = (ms: number) =>
      lockAfterVisit(lock, { ...visit, hostFault: true, restUntil: NOW + ms }, 0).openAt;
    expect(openAtAfter(120_000)).toBe(NOW + 120_000);
    expect(openAtAfter(10)).toBe(NOW + 5_000);
  });
});

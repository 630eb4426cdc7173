import { describe, expect, test } from 'vitest';
import { lockAfterVisit, type PauseRules, pauseOf } from '../../shared/fetch/pause.ts';
import type { LockItem } from '../../shared/ports/host-lock.ts';

const RULES: PauseRules = { hostPauseMs: 1_000, crawlDelayCapMs: 30_000, answerTimeFactor: 5 };
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);

// rule · Crawl-delay (s) · the answer's time (ms) · pause (ms)
test.each<[string, number | null, number, number]>([
  ['the setting, when nothing asks for more', null, 0, 1_000],
  ['a shorter Crawl-delay changes nothing', 0.2, 0, 1_000],
  ['no Crawl-delay is none', 0, 0, 1_000],
  ['a longer Crawl-delay counts', 7, 100, 7_000],
  ['in parts of a second too', 2.5, 0, 2_500],
  ['up to its cap', 86_400, 0, 30_000],
  ['also one without end', Number.POSITIVE_INFINITY, 0, 30_000],
  ['a slow answer is a sign of load', null, 900, 4_500],
  ['the largest of them, whichever', 3, 900, 4_500],
  ['whichever', 5, 900, 5_000],
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
    const asked = (ms: number) => lockAfterVisit(lock, { ...visit, hostFault: true, restUntil: NOW + ms }, 0).openAt;
    expect(asked(120_000)).toBe(NOW + 120_000);
    expect(asked(10)).toBe(NOW + 5_000);
  });
});

import { describe, expect, test } from 'vitest';
import type { History } from '../../shared/frontier/host/history.ts';
import {
  fixedRevisitRules,
  planRevisit,
  type RevisitRules,
  type VisitObservation,
} from '../../shared/frontier/revisit.ts';

const DAY = 86_400_000;
const NOW = 20_000 * DAY;
const STEPS: RevisitRules = { mode: 'steps', firstMs: 8 * DAY, minMs: DAY, maxMs: 30 * DAY };
const ADAPTIVE: RevisitRules = { ...STEPS, mode: 'adaptive' };

/** Runs visits at their planned times with these results. @returns the intervals in days. */
function intervals(rules: RevisitRules, finds: readonly Partial<VisitObservation>[]): number[] {
  let history: History | undefined;
  let at = NOW;
  let before: number | undefined;
  return finds.map((found) => {
    const sight: VisitObservation = { at, ...(before !== undefined && { before }), ...found };
    const plan = planRevisit(history, sight, rules);
    history = plan.history;
    before = at;
    at = plan.next!;
    return (at - before) / DAY;
  });
}
const FIRST = {};
const SAME = { changed: false };
const CHANGED = { changed: true };

test('fixed: always uses the same interval, or never', () => {
  expect(intervals(fixedRevisitRules(5 * DAY), [FIRST, SAME, CHANGED])).toEqual([5, 5, 5]);
  expect(planRevisit(undefined, { at: NOW }, fixedRevisitRules(null))).not.toHaveProperty('next');
});

describe('steps', () => {
  test.each<[string, Partial<VisitObservation>[], number[]]>([
    ['grows by half if nothing changed, to the upper bound', [FIRST, SAME, SAME, SAME, SAME], [8, 12, 18, 27, 30]],
    [
      'is halved if something changed, to the lower bound',
      [FIRST, CHANGED, CHANGED, CHANGED, CHANGED],
      [8, 4, 2, 1, 1],
    ],
    ['back and forth', [FIRST, CHANGED, SAME, SAME, CHANGED], [8, 4, 6, 9, 4.5]],
    ['follows the freshness lifetime of HTTP', [{ freshMs: 20 * DAY }, { ...CHANGED, freshMs: 15 * DAY }], [20, 15]],
    ['limits the freshness lifetime to the maximum', [{ freshMs: 365 * DAY }], [30]],
    ['starts no longer than the age of the page', [{ modified: NOW - 3 * DAY }], [3]],
    ['starts with a tenth of the age of an old page', [{ modified: NOW - 200 * DAY }], [20]],
    ['ignores Last-Modified of a page generated per request', [{ modified: NOW - 1_000 }], [8]],
  ])('%s', (_name, finds, expected) => {
    expect(intervals(STEPS, finds)).toEqual(expected);
  });

  test('does not grow the interval after an early visit', () => {
    const { history } = planRevisit(undefined, { at: NOW }, STEPS);
    const early = planRevisit(history, { at: NOW + DAY, before: NOW, changed: false }, STEPS);
    expect(early.next).toBe(NOW + 9 * DAY);
    const late = planRevisit(history, { at: NOW + 20 * DAY, before: NOW, changed: false }, STEPS);
    expect(late.next).toBe(NOW + 32 * DAY);
  });

  test.each([STEPS, ADAPTIVE])('treats changed bytes with the same text as unchanged ($mode)', (rules) => {
    const quiet = intervals(rules, [FIRST, ...Array(6).fill(SAME)]);
    const noisy = intervals(rules, [FIRST, ...Array(6).fill({ changed: true, record: 'a1b2c3d4e5' })]);
    const real = intervals(rules, [
      FIRST,
      ...Array.from({ length: 6 }, (_, i) => ({ changed: true, record: `${i}a2c3d4e5` })),
    ]);
    expect(noisy.at(-1)).toBeGreaterThanOrEqual(quiet.at(-1)! / 2);
    expect(real.at(-1)).toBeLessThan(noisy.at(-1)! / 3);
  });
});

describe('adaptive: by the change rate', () => {
  test('grows the interval of an unchanged page slowly to the maximum', () => {
    const grown = intervals(ADAPTIVE, [FIRST, ...Array(25).fill(SAME)]);
    expect(grown[1]! / grown[0]!).toBeLessThan(1.2);
    expect(grown).toEqual([...grown].sort((a, b) => a - b));
    expect(grown.at(-1)).toBe(30);
  });

  test('visits a page that changes too fast less and less often', () => {
    const rules: RevisitRules = { ...ADAPTIVE, firstMs: 8 * DAY, minMs: 7 * DAY };
    const observed = intervals(rules, [FIRST, ...Array(8).fill(CHANGED)]);
    for (let i = 1; i < observed.length; i++) expect(observed[i]! / observed[i - 1]!).toBeLessThanOrEqual(2);
  });

  test('visits a page more often if it changes more often', () => {
    const every = (n: number) =>
      intervals(ADAPTIVE, [FIRST, ...Array.from({ length: 12 }, (_, i) => ({ changed: i % n === 0 }))]);
    expect(every(3).at(-1)).toBeLessThan(every(6).at(-1)!);
    expect(every(3).at(-1)).toBeGreaterThan(1);
  });

  test('counts the time after Last-Modified as unchanged', () => {
    const statsFor = (modified: number) =>
      planRevisit(
        planRevisit(undefined, { at: NOW }, ADAPTIVE).history,
        { at: NOW + 8 * DAY, before: NOW, changed: true, modified },
        ADAPTIVE,
      ).history.checks;
    expect(statsFor(NOW + 2 * DAY)).toEqual({ compared: 1, changed: 1, changedMs: 2 * DAY, quietMs: 6 * DAY });
    expect(statsFor(NOW - DAY)).toEqual({ compared: 1, changed: 1, changedMs: 8 * DAY, quietMs: 0 });
  });
});

test('stores the first visit, also of a page without a history', () => {
  const first = planRevisit(undefined, { at: NOW }, STEPS).history;
  expect(planRevisit(first, { at: NOW + DAY, before: NOW, changed: true }, STEPS).history.since).toBe(NOW);
  expect(planRevisit(undefined, { at: NOW, before: NOW - DAY, changed: false }, STEPS).history.since).toBe(NOW - DAY);
});

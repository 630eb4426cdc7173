import { expect, test } from 'vitest';
import { compare, PAGE_KINDS, RULES, simulate } from '../../bench/recrawl.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';

const WORLD = { kinds: PAGE_KINDS, pages: 1_000, seed: 7, lastModifiedShare: 0 };
const ADAPTIVE = RULES.filter(({ name }) => name === 'adaptive');

test.each([0, 10])(
  'needs less than half of the fetches of an equally fresh fixed interval in adaptive mode, after %i warm-up rounds',
  (warmupRounds) => {
    const [row] = compare({ ...WORLD, warmupRounds }, ADAPTIVE);
    expect(row!.fetches / row!.fixed).toBeLessThan(0.5);
    expect(row!.freshness).toBeGreaterThan(0.93);
  },
);

test('measures the freshness that the formula gives for a fixed interval', () => {
  // Pages change every 7 days and are fetched every 7 days: expected freshness 1 - 1/e.
  const kinds = [{ name: 'weekly', part: 1, everyDays: 7 }];
  const { freshness, fetches } = simulate(fixedRevisitRules(7 * 86_400_000), {
    ...WORLD,
    kinds,
    pages: 4_000,
    warmupRounds: 0,
  });
  expect(freshness).toBeCloseTo(1 - Math.exp(-1), 2);
  expect(fetches).toBe(4_000 * 9);
});

import { expect, test } from 'vitest';
import { compare, KINDS, RULES, simulate } from '../../bench/recrawl.ts';
import { fixedRevisit } from '../../shared/frontier/revisit.ts';

const WORLD = { kinds: KINDS, pages: 1_000, seed: 7, telling: 0 };
const ADAPTIVE = RULES.filter(({ name }) => name === 'adaptive');

test.each([0, 10])(
  'over ten rounds, %i of learning before them, adaptive keeps pages as fresh by half the fetches of a fixed interval',
  (learnt) => {
    const [row] = compare({ ...WORLD, learnt }, ADAPTIVE);
    expect(row!.fetches / row!.fixed).toBeLessThan(0.5);
    expect(row!.freshness).toBeGreaterThan(0.93);
  },
);

test('the measure is that of the formula, where there is one', () => {
  // Changes every 7 days, looked at every 7 days: 1 - 1/e of the time.
  const kinds = [{ name: 'weekly', part: 1, everyDays: 7 }];
  const { freshness, fetches } = simulate(fixedRevisit(7 * 86_400_000), { ...WORLD, kinds, pages: 4_000, learnt: 0 });
  expect(freshness).toBeCloseTo(1 - Math.exp(-1), 2);
  expect(fetches).toBe(4_000 * 9);
});

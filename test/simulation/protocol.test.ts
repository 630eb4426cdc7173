import { describe, expect, test } from 'vitest';
import { type Findings, faultsOf, simulate, USUAL, WIDE } from './simulate.ts';

/** Some of what `npm run test:simulation` runs by the thousand. */
const RUNS = Array.from({ length: 200 }, (_, seed) => seed);
/** The same in a web of more and longer pages. */
const WIDE_RUNS = [0, 1, 2, 3, 4, 5];

describe('whatever crashes, stalls, comes twice or late', () => {
  const found: Findings[] = [];

  test.each(RUNS)('all is fetched, committed once, indexed, and no host is pressed (run %i)', async (seed) => {
    const findings = await simulate(seed, { rates: USUAL });
    found.push(findings);
    expect(findings.errors).toEqual([]);
    expect(faultsOf(findings)).toEqual([]);
  });

  test.each(WIDE_RUNS)('so it is in a wider web (run %i)', async (seed) => {
    const findings = await simulate(seed, { ...WIDE, rates: USUAL });
    expect(findings.errors).toEqual([]);
    expect(faultsOf(findings)).toEqual([]);
  });

  test('little is done twice', () => {
    const sum = (count: (waste: Findings['waste']) => number) => found.reduce((all, one) => all + count(one.waste), 0);
    expect(sum((w) => w.fetched) / sum((w) => w.needed)).toBeLessThan(1.25);
    expect(sum((w) => w.refusedTakes) / sum((w) => w.visits)).toBeLessThan(0.6);
    expect(sum((w) => w.sent) / sum((w) => w.visits)).toBeLessThan(1.2);
    expect(sum((w) => w.empty) / sum((w) => w.visits)).toBeLessThan(0.15);
  });
});

describe('when stores cannot be reached for once', () => {
  test.each([0, 1, 2, 3, 4, 5])('all is fetched and indexed all the same (run %i)', async (seed) => {
    const findings = await simulate(seed, { rates: { crash: 0.0005, stall: 0.002, fault: 0.001 } });
    expect(findings.errors).toEqual([]);
    expect(faultsOf(findings)).toEqual([]);
  });
});

test('without faults nothing is fetched twice but what comes twice', async () => {
  const { waste, ...findings } = await simulate(1, { rates: { crash: 0, stall: 0 }, duplicates: 0 });
  expect(faultsOf({ ...findings, waste })).toEqual([]);
  // A robots.txt a host, once a day, is all that is asked for besides.
  expect(waste.fetched - waste.needed).toBeLessThanOrEqual(16);
});

test('a seed replays a run', async () => {
  const trial = { rates: USUAL };
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});

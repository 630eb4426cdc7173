import { describe, expect, test } from 'vitest';
import {
  BUDGET,
  EXPIRING,
  EXPIRING_WITH_FAULTS,
  type Findings,
  faultsOf,
  INTERRUPTED,
  LEARNED,
  LOST_ANSWERS,
  OUTAGES,
  RESTED,
  SET_BACK,
  STOPPED,
  simulate,
  USUAL,
  WIDE,
} from './simulate.ts';

/** Seeds of the runs that a test file executes, per kind of run. */
export type Seeds = {
  /** Crashes, stalls, duplicates and delays at usual rates. */
  usual: number[];
  /** The same in a web with more and longer pages. */
  wide: number[];
  /** Runs in which stores fail occasionally. */
  outages: number[];
  /** Runs in which stores also fail after a call took effect. */
  lostAnswers: number[];
  /** Runs with a page budget. */
  budgets: number[];
  /** Runs of crawls that learn, whose stored models get lost, damaged and stale. */
  learned: number[];
  /** Runs with pauses, dead letters and a page that ends its process. */
  interrupted: number[];
  /** Runs of crawls that are stopped and reopened. */
  stopped: number[];
  /** Runs in which messages expire, and stages stand still. */
  expiring: number[];
  /** The same with stores that fail occasionally. */
  expiringWithFaults: number[];
  /** Runs in which the crawls rest and the clock is set meanwhile, back and forward. */
  clocks: number[];
};

/** Declares the tests of the protocol for these seeds. `protocol.test.ts` runs a few of them, `protocol.long.test.ts` the rest. */
export function testRuns({
  usual,
  wide,
  outages,
  lostAnswers,
  budgets,
  learned,
  interrupted,
  stopped,
  ...seeds
}: Seeds): void {
  describe('despite crashes, stalls, duplicates and delays', () => {
    const found: Findings[] = [];

    test.each(usual)('fetches everything, commits it once, indexes it and overloads no host (run %i)', async (seed) => {
      const findings = await simulate(seed, { rates: USUAL });
      found.push(findings);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });

    test.each(wide)('does so in a wider web (run %i)', async (seed) => {
      const findings = await simulate(seed, { ...WIDE, rates: USUAL });
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });

    test('repeats little work', () => {
      const sum = (count: (waste: Findings['waste']) => number) =>
        found.reduce((all, one) => all + count(one.waste), 0);
      expect(sum((w) => w.fetched) / sum((w) => w.needed)).toBeLessThan(1.25);
      expect(sum((w) => w.refusedTakes) / sum((w) => w.visits)).toBeLessThan(0.6);
      expect(sum((w) => w.sent) / sum((w) => w.visits)).toBeLessThan(1.2);
      expect(sum((w) => w.empty) / sum((w) => w.visits)).toBeLessThan(0.15);
    });
  });

  // Not in a group, which must have a test: lost answers include these faults, so `protocol.test.ts` has no seed of them.
  test.each(outages)('fetches and indexes everything if stores are unreachable for a moment (run %i)', async (seed) => {
    const findings = await simulate(seed, { rates: OUTAGES });
    expect(findings.errors).toEqual([]);
    expect(faultsOf(findings)).toEqual([]);
  });

  describe('when answers of stores are lost', () => {
    test.each(lostAnswers)('fetches and indexes everything (run %i)', async (seed) => {
      const findings = await simulate(seed, LOST_ANSWERS);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });

  describe('when the crawls are stopped and reopened', () => {
    test.each(stopped)('fetches and adds nothing meanwhile, and loses nothing (run %i)', async (seed) => {
      const findings = await simulate(seed, STOPPED);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });

  describe('with a learned ranking and faulty models', () => {
    test.each(learned)('loses no page (run %i)', async (seed) => {
      const findings = await simulate(seed, LEARNED);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });

  describe('with pauses, dead letters and a page that ends its process', () => {
    test.each(interrupted)('loses no other page, and no host rests (run %i)', async (seed) => {
      const findings = await simulate(seed, INTERRUPTED);
      expect(findings.errors).toEqual([]);
      expect([...faultsOf(findings), findings.dead]).toEqual([0]);
    });
  });

  describe('with messages that expire', () => {
    const trials = [
      ...seeds.expiring.map((seed) => ({ seed, stores: 'stores that work', trial: EXPIRING })),
      ...seeds.expiringWithFaults.map((seed) => ({ seed, stores: 'stores that fail', trial: EXPIRING_WITH_FAULTS })),
    ];
    test.each(trials)('finds every stored page again, with $stores (run $seed)', async ({ seed, trial }) => {
      const findings = await simulate(seed, trial);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });

  describe.each([
    ['set back by 40 days', SET_BACK],
    ['set forward by 36 days, so that tombstones expire', RESTED],
  ])('with a clock that is %s', (_, trial) => {
    test.each(seeds.clocks)('shows each page with its last text (run %i)', async (seed) => {
      const findings = await simulate(seed, trial);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });

  describe('with a page budget', () => {
    test.each(budgets)('spends all of it and no more (run %i)', async (seed) => {
      const findings = await simulate(seed, BUDGET);
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });
}

/** Returns `count` consecutive seeds. */
export const seedsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

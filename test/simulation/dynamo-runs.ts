import { describe, expect, test } from 'vitest';
import { dynamoObserved } from './dynamo-observed.ts';
import {
  BUDGET,
  EXPIRING,
  faultsOf,
  INTERRUPTED,
  LEARNED,
  LOST_ANSWERS,
  OUTAGES,
  STOPPED,
  simulate,
  type Trial,
  USUAL,
  WIDE,
} from './simulate.ts';

/** Kinds of runs that a stack has as well. Those that set the clock begin new runs on one machine. */
const TRIALS = {
  usual: { rates: USUAL },
  wide: { ...WIDE, rates: USUAL },
  outages: { rates: OUTAGES },
  lostAnswers: LOST_ANSWERS,
  budgets: BUDGET,
  learned: LEARNED,
  interrupted: INTERRUPTED,
  stopped: STOPPED,
  expiring: EXPIRING,
} satisfies Record<string, Trial>;

/** The trial with the frontier in DynamoDB, whose requests fail as often as calls of other stores. */
export const onDynamo = (trial: Trial): Trial => ({ ...trial, openFrontier: dynamoObserved(trial.rates.fault) });

/** Declares tests of the protocol with the frontier in DynamoDB. @param seeds seeds by kind of run */
export function testDynamoRuns(seeds: Partial<Record<keyof typeof TRIALS, number[]>>): void {
  describe.each(Object.entries(seeds))('with the frontier in DynamoDB, kind of run: %s', (kind, own) => {
    test.each(own)('fetches and indexes everything, commits it once and strands no offer (run %i)', async (seed) => {
      const findings = await simulate(seed, onDynamo(TRIALS[kind as keyof typeof TRIALS]));
      expect(findings.errors).toEqual([]);
      expect(faultsOf(findings)).toEqual([]);
    });
  });
}

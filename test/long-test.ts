import process from 'node:process';
import { describe, test } from 'vitest';

/**
 * Whether this is the project `long`. `thorough.long.test.ts` (`run-again.ts`) runs the files that ask for this again there, with all rounds and with the
 * tests that `npm test` has no time for.
 */
const IS_LONG = process.env['TESTS'] === 'long';

const nothing: unknown = Object.assign(() => {}, {
  each: () => () => {},
  skipIf: () => () => {},
  runIf: () => () => {},
});

/** Declares a test that only the long tests run. */
export const longTest = IS_LONG ? test : (nothing as typeof test);

/** Declares a group of tests that only the long tests run. */
export const longDescribe = IS_LONG ? describe : (nothing as typeof describe);

/** Returns `few` in `npm test`, and `many` in the long tests: a number of rounds, the size of an input, or a list of cases. */
export const fewOrMany = <T>(few: T, many: T): T => (IS_LONG ? many : few);

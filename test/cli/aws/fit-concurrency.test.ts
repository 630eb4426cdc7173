import { expect, test } from 'vitest';
import { type FunctionConcurrency, fitConcurrency } from '../../../cli/aws/fit-concurrency.ts';

const copies = (maxFetch: number, maxClean: number, maxClassify: number, maxIndex: number): FunctionConcurrency => ({
  maxFetch,
  maxClean,
  maxClassify,
  maxIndex,
});

test.each<[string, number, Partial<FunctionConcurrency>, ReturnType<typeof fitConcurrency>]>([
  ['an old account fits the defaults', 1_000, {}, { kind: 'fits' }],
  ['the defaults fit exactly, with a reserve of eight', 40, {}, { kind: 'fits' }],
  ['one less lowers the concurrency', 39, {}, { kind: 'lowered', copies: copies(19, 4, 4, 2) }],
  ['a new account with ten gets two of each', 10, {}, { kind: 'lowered', copies: copies(2, 2, 2, 2) }],
  ['nine are too few for the stack', 9, {}, { kind: 'refused', needed: 10 }],
  [
    'explicit options are kept, the others lowered',
    40,
    { maxFetch: 24 },
    { kind: 'lowered', copies: copies(24, 3, 3, 2) },
  ],
  ['rejects explicit options that leave too little', 40, { maxFetch: 40 }, { kind: 'refused', needed: 48 }],
  ['all explicit: they fit with the minimum reserve', 10, copies(2, 2, 2, 2), { kind: 'fits' }],
  ['all explicit: they do not fit', 10, copies(3, 2, 2, 2), { kind: 'refused', needed: 11 }],
])('%s', (_, quota, requested, fit) => {
  expect(fitConcurrency(quota, requested)).toEqual(fit);
});

test('lowered concurrency fits any quota with the reserve, and is at least two', () => {
  for (let quota = 10; quota < 40; quota++) {
    const fit = fitConcurrency(quota, {});
    if (fit.kind !== 'lowered') throw new Error(`${quota}: ${fit.kind}`);
    const all = Object.values(fit.copies);
    expect(all.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(quota - 2);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(2);
  }
});

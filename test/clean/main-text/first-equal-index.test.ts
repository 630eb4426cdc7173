import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues, firstEqualIndices } from '../../../shared/clean/main-text/first-equal-index.ts';

const firstsIn = (numbers: readonly number[], hashOf: (number: number) => number) =>
  firstEqualIndices(
    numbers.length,
    (i) => hashOf(numbers[i] as number),
    (i, k) => numbers[i] === numbers[k],
  );

test('finds the first equal element despite hash collisions', () => {
  const hashes = fc.constantFrom<(number: number) => number>(
    (number) => number,
    () => 0,
    (number) => number % 3,
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 })), hashes, (numbers, hashOf) => {
      expect([...firstsIn(numbers, hashOf)]).toEqual(numbers.map((number) => numbers.indexOf(number)));
    }),
  );
});

test('counts the occurrences of each value', () => {
  expect([...countValues(Int32Array.of(0, 1, 1, 0, 4))]).toEqual([2, 2, 0, 0, 1]);
});

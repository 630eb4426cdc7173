import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues, firstEqualIndices } from '../../../shared/clean/main-text/first-equal-index.ts';

test('finds the first equal number despite hash collisions', () => {
  const numbers = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer());
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 300 }), (list) => {
      expect([...firstEqualIndices(Int32Array.from(list))]).toEqual(list.map((number) => list.indexOf(number)));
      // Keys that share their low 32 bits.
      const long = list.map((number) => number * 2 ** 21 + (number % 3));
      expect([...firstEqualIndices(Float64Array.from(long))]).toEqual(long.map((key) => long.indexOf(key)));
    }),
  );
});

test('counts the occurrences of each value', () => {
  expect([...countValues(Int32Array.of(0, 1, 1, 0, 4))]).toEqual([2, 2, 0, 0, 1]);
});

import { expect, test } from 'vitest';
import {
  float32Array,
  float64Array,
  int32Array,
  uint8Array,
  uint16Array,
} from '../../../shared/clean/html/page-arrays.ts';

const MAKERS = [uint8Array, float64Array, uint16Array, int32Array, float32Array];

test('returns zeros of their own, also when a shared buffer is full', () => {
  const arrays = Array.from({ length: 2_000 }, (_, i) => {
    const array = MAKERS[i % MAKERS.length]!(i % 97);
    expect(array).toHaveLength(i % 97);
    expect(array.every((value) => value === 0)).toBe(true);
    return array.fill((i % 100) + 1);
  });
  for (const [i, array] of arrays.entries()) expect(array.every((value) => value === (i % 100) + 1)).toBe(true);
  expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBeLessThan(20);
});

test.each(MAKERS)('gives a long array a buffer of its own: %o', (make) => {
  const long = make(20_000);
  expect(long.buffer.byteLength).toBe(20_000 * long.BYTES_PER_ELEMENT);
  expect(make(0)).toHaveLength(0);
});

import { expect, test } from 'vitest';
import { KeyCounts } from '../../../shared/clean/main-text/key-counts.ts';

test('counts what a map counts, for many keys and keys that differ in high bits only', () => {
  const counts = new KeyCounts();
  const expected = new Map<number, number>();
  for (let i = 0; i < 20_000; i++) {
    const key = i % 3 === 0 ? (i % 50) * 2 ** 40 : Math.imul(i % 3_000, 0x9e3779b1) * 1024 + (i % 7);
    counts.add(key);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  expect([...expected.keys()].map((key) => counts.get(key))).toEqual([...expected.values()]);
  expect(counts.get(2 ** 52)).toBe(0);
});

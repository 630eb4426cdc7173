import { expect, test } from 'vitest';
import { memoizeText } from '../../shared/text/memoize.ts';

function memoizedUpperCase(limit: number) {
  const computed: string[] = [];
  const upperCase = memoizeText(limit, (text) => {
    computed.push(text);
    return text.toUpperCase();
  });
  return { computed, upperCase };
}

const keys = (n: number) => Array.from({ length: n }, (_, i) => `key number ${i}`);

test('computes a value in constant use once', () => {
  const { computed, upperCase } = memoizedUpperCase(4);
  for (const other of keys(500)) {
    expect(upperCase(other)).toBe(other.toUpperCase());
    expect(upperCase('in use')).toBe('IN USE');
  }
  expect(computed.filter((key) => key === 'in use')).toHaveLength(1);
});

test('keeps all values of a few keys', () => {
  const { computed, upperCase } = memoizedUpperCase(10_000);
  for (let round = 0; round < 3; round++) for (const key of keys(100)) upperCase(key);
  expect(computed.length).toBeLessThan(105);
});

test('keeps at most four times as many values as the limit', () => {
  const { computed, upperCase } = memoizedUpperCase(100);
  for (const key of keys(2_000)) upperCase(key);
  const before = computed.length;
  for (const key of keys(2_000).reverse()) upperCase(key);
  expect(computed.length - before).toBeGreaterThanOrEqual(2_000 - 400);
});

test('caches an empty value', () => {
  const computed: string[] = [];
  const empty = memoizeText(5, (text) => {
    computed.push(text);
    return '';
  });
  expect([empty('a'), empty('a'), computed.length]).toEqual(['', '', 1]);
});

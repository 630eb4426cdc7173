import { expect, test } from 'vitest';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';

test('separates thousands', () => {
  expect([0, 999, 1_200, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,200', '1,234,567']);
});

test.each([
  [0, 'page', undefined, '0 pages'],
  [1, 'page', undefined, '1 page'],
  [1_200, 'page', undefined, '1,200 pages'],
  [0.5, 'day', undefined, '0.5 days'],
  [1, 'query', 'queries', '1 query'],
  [2, 'host is', 'hosts are', '2 hosts are'],
])('%d of %j, %j: %j', (n, noun, plural, text) => {
  expect(formatNoun(n, noun, plural)).toBe(text);
});

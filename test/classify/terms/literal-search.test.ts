import { expect, test } from 'vitest';
import { createLiteralSearch } from '../../../shared/classify/terms/literal-search.ts';

const found = (literals: string[], text: string) => {
  const list: [string, number][] = [];
  createLiteralSearch(literals)(text, (literal, start) => list.push([literals[literal]!, start]));
  return list;
};

test('finds literals that overlap, end alike or contain each other', () => {
  expect(found(['he', 'she', 'hers', 'his'], 'ushers his')).toEqual([
    ['she', 1],
    ['he', 2],
    ['hers', 2],
    ['his', 7],
  ]);
  expect(found(['a', 'aa'], 'aaa').map(([, start]) => start)).toEqual([0, 0, 1, 1, 2]);
});

test('finds nothing without literals, and in an empty text', () => {
  expect(found([], 'text')).toEqual([]);
  expect(found(['a'], '')).toEqual([]);
});

import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readLines, writeLines } from '../../shared/clean/lines.ts';

const VALUES = [{ a: 1 }, 'zwei\nZeilen', null, [], { text: 'é\u2028\u2029😀\ud800' }];

test('values come back as they were, in their order', () => {
  expect([...readLines(writeLines(VALUES))]).toEqual(VALUES);
  expect([...readLines(writeLines([]))]).toEqual([]);
});

test('each value is one line of text, and the same values are the same bytes', () => {
  const bytes = writeLines(VALUES);
  expect(zstdDecompressSync(bytes).toString().split('\n')).toHaveLength(VALUES.length + 1);
  expect(writeLines(VALUES)).toEqual(bytes);
});

test('a damaged file is an error', () => {
  expect(() => [...readLines(writeLines(VALUES).subarray(0, 20))]).toThrow();
});

import { expect, test } from 'vitest';
import { tagReader } from '../../shared/seeds/xml-tags.ts';

/** Reads a file in one piece. Returns the number of start tags that are reported. */
function countTags(xml: string): number {
  let count = 0;
  const reader = tagReader({ open: () => void count++ });
  reader.write(Buffer.from(xml));
  reader.end();
  return count;
}

test('reports elements in each other up to a depth that no real file has', () => {
  expect(countTags('<a>'.repeat(5_000) + '</a>'.repeat(5_000))).toBe(5_000);
  expect(countTags('<b/>'.repeat(30_000))).toBe(30_000);
  expect(countTags('<a>'.repeat(300_000))).toBe(10_001);
});

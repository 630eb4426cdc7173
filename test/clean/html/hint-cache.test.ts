import { expect, test } from 'vitest';
import { matchHints } from '../../../shared/clean/html/hints/class-id-hints.ts';
import { cachedHints, newHintCache } from '../../../shared/clean/html/hints/hint-cache.ts';
import { newAttributes } from '../../../shared/clean/html/tokenizer/attributes.ts';
import { newScan } from '../../../shared/clean/html/tokenizer/tokenizer.ts';

test('returns the hints of a value, whichever value was cached before', () => {
  const words = [
    '',
    'nav',
    'nov',
    'nbv',
    'comment',
    'cimment',
    'author-box',
    'author+box',
    'post date',
    'nav',
    'überschrift',
  ];
  // Every value follows every other, including those that share a slot.
  const values = words.flatMap((word) => words.flatMap((other) => [word, other]));
  const page = values.join('"');
  const scan = newScan(page, newAttributes());
  const cache = newHintCache();
  let from = 0;
  for (const value of values) {
    const to = from + value.length;
    expect([value, cachedHints(scan, cache, from, to)]).toEqual([value, matchHints(page, scan.units, from, to)]);
    from = to + 1;
  }
});

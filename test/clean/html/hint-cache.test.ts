import { expect, test } from 'vitest';
import { matchHints } from '../../../shared/clean/html/hints/class-id-hints.ts';
import { cachedHints, newHintCache } from '../../../shared/clean/html/hints/hint-cache.ts';
import { newAttributes } from '../../../shared/clean/html/tokenizer/attributes.ts';
import { newScan } from '../../../shared/clean/html/tokenizer/tokenizer.ts';

test('a value says what it says, whichever came before it', () => {
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
  // Each comes after each other, also those that fall into one place.
  const values = words.flatMap((word) => words.flatMap((other) => [word, other]));
  const page = values.join('"');
  const scan = newScan(page, newAttributes());
  const known = newHintCache();
  let from = 0;
  for (const value of values) {
    const to = from + value.length;
    expect([value, cachedHints(scan, known, from, to)]).toEqual([value, matchHints(page, scan.units, from, to)]);
    from = to + 1;
  }
});

import { expect, test } from 'vitest';
import { cacheSlot, newHintCache } from '../../../shared/clean/html/hints/hint-cache.ts';
import { matchValue } from '../../../shared/clean/html/hints/match-value.ts';
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
  const names = { froms: [0], tos: [0], kindWords: [0] };
  let from = 0;
  for (const value of values) {
    const to = from + value.length;
    const slot = cacheSlot(scan, cache, names, from, to);
    expect([value, cache.hints[slot]]).toEqual([value, matchValue(page, scan.units, from, to).hints]);
    const name = cache.names[slot] as number;
    expect(page.slice(names.froms[name], names.tos[name])).toBe(value);
    from = to + 1;
  }
});

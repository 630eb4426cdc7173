import { expect, test } from 'vitest';
import { hintsAt } from '../../../shared/clean/html/class-id-hints.ts';
import { hintsOfValue, noValues } from '../../../shared/clean/html/same-values.ts';
import { noAttributes } from '../../../shared/clean/html/scan-attributes.ts';
import { beginScan } from '../../../shared/clean/html/scan-html.ts';

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
  const scan = beginScan(page, noAttributes());
  const known = noValues();
  let from = 0;
  for (const value of values) {
    const to = from + value.length;
    expect([value, hintsOfValue(scan, known, from, to)]).toEqual([value, hintsAt(page, scan.units, from, to)]);
    from = to + 1;
  }
});

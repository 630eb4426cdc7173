import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { globMatches } from '../../shared/text/glob-match.ts';

test.each<[string, string, boolean]>([
  ['sun*', 'sundew', true],
  ['*dew', 'sundew', true],
  ['s?nd*w', 'sundew', true],
  ['s?nd*w', 'sunday', false],
  ['?', '\u{1f33f}', true],
  ['??', '\u{1f33f}', false],
  ['*?', '', false],
  ['*', '', true],
  ['', '', true],
  ['a.c', 'abc', false],
  ['a(', 'a(', true],
])('%s and %s: %s', (pattern, text, expected) => expect(globMatches(pattern, text)).toBe(expected));

test('agrees with regular expressions', () => {
  const random = seeded('globs');
  const word = (letters: string) =>
    Array.from({ length: Math.floor(random() * 9) }, () => letters[Math.floor(random() * letters.length)]).join('');
  for (let i = 0; i < 5_000; i++) {
    const [pattern, text] = [word('ab*?'), word('ab')];
    const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
    expect([pattern, text, globMatches(pattern, text)]).toEqual([pattern, text, expression.test(text)]);
  }
});

test('ends soon for a pattern with many stars', () => {
  // A regular expression would not end in years.
  expect(globMatches(`${'a*'.repeat(60)}z`, 'a'.repeat(200))).toBe(false);
});

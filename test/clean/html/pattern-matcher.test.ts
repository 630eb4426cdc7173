import { describe, expect, it } from 'vitest';
import { matchWord, newPatternMatcher } from '../../../shared/clean/html/hints/pattern-matcher.ts';

const PATTERNS = [/nav(?!al|vy)/, /^a(?:b|cd)*$/, /(?:^|[-_])ad(?:s|box)?(?:[-_\d]|$)/, /x-?_*y/];
const finder = newPatternMatcher(PATTERNS);

describe('patterns that are looked for at once', () => {
  it.each([
    ...['', 'nav', 'naval', 'nava', 'navnaval', 'navvy', 'navv', 'xnav-y', 'a', 'abcd', 'abc', 'ab-', 'aabcd'],
    ...['ad', 'ads', 'ad-', 'bad', 'b-ads', 'adbox3', 'adboxy', 'xy', 'x-y', 'x-__y', 'x__-y', 'xxy', 'é', 'xéy'],
  ])('find in "%s" what each of them finds', (word) => {
    const found = PATTERNS.map((_, i) => (matchWord(finder, word) & (1 << i)) !== 0);
    expect(found).toEqual(PATTERNS.map((pattern) => pattern.test(word)));
  });

  it.each([/a+/, /[a-z]/, /[^a]/, /a{2}/, /a.b/, /(a)/, /\w/])('%s is refused: it is more than is known', (pattern) => {
    expect(() => newPatternMatcher([pattern])).toThrow(/unknown|no end/);
  });

  it('have an end: as many states as patterns have beginnings, whatever the words are', () => {
    let word = '';
    for (let i = 0; i < 20_000; i++) word += 'navxy-_ad0scb'[(i * i + (i >> 3)) % 13];
    matchWord(finder, word);
    expect(finder.states.length).toBeLessThan(100);
  });
});

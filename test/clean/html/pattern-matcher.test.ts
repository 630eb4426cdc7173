import { describe, expect, it } from 'vitest';
import { matchWord, newPatternMatcher } from '../../../shared/clean/html/hints/pattern-matcher.ts';

const PATTERNS = [/nav(?!al|vy)/, /^a(?:b|cd)*$/, /(?:^|[-_])ad(?:s|box)?(?:[-_\d]|$)/, /x-?_*y/];
const matcher = newPatternMatcher(PATTERNS);

describe('pattern matcher', () => {
  it.each([
    ...['', 'nav', 'naval', 'nava', 'navnaval', 'navvy', 'navv', 'xnav-y', 'a', 'abcd', 'abc', 'ab-', 'aabcd'],
    ...['ad', 'ads', 'ad-', 'bad', 'b-ads', 'adbox3', 'adboxy', 'xy', 'x-y', 'x-__y', 'x__-y', 'xxy', 'é', 'xéy'],
  ])('finds the same patterns in "%s" as RegExp', (word) => {
    const found = PATTERNS.map((_, i) => (matchWord(matcher, word) & (1 << i)) !== 0);
    expect(found).toEqual(PATTERNS.map((pattern) => pattern.test(word)));
  });

  it.each([/a+/, /[a-z]/, /[^a]/, /a{2}/, /a.b/, /(a)/, /\w/])('rejects the unsupported pattern %s', (pattern) => {
    expect(() => newPatternMatcher([pattern])).toThrow(/unsupported syntax|unclosed group/);
  });

  it('needs a bounded number of states for any word', () => {
    let word = '';
    for (let i = 0; i < 20_000; i++) word += 'navxy-_ad0scb'[(i * i + (i >> 3)) % 13];
    matchWord(matcher, word);
    expect(matcher.states.length).toBeLessThan(100);
  });
});

import { expect, test } from 'vitest';
import { requiredLiteral } from '../../../shared/classify/terms/required-literal.ts';
import { parsePattern } from '../../../shared/classify/terms/topic-pattern-tree.ts';

// rule · expression · literal · whether it is in the first word of the match
test.each<[string, string, string | undefined, boolean?]>([
  ['a word after a truncation', '[^\\s]*weed', 'weed', true],
  ['the longest one', '[^\\s]*sun[a-z]dews', 'dews', true],
  ['one of the first word before a longer one', '\\w*sun herbarium', 'sun', true],
  ['a later one if there is no other', '.*dew', 'dew', false],
  ['characters of a group', '[a-z]*(?:sun)dew', 'sundew', true],
  ['an escaped character', '\\.net', '.net', true],
  ['no optional character', '[^\\s]*coins?', 'coin', true],
  ['no repeated character', '[^\\s]*co+l', 'c', true],
  ['no alternatives', '[^\\s]*(?:ab|cd)', undefined],
  ['no space', '[^\\s]*\\ ', undefined],
  ['none', '[^\\s]*', undefined],
])('%s', (_rule, source, text, isInFirstToken) => {
  expect(requiredLiteral(parsePattern(source))).toEqual(text === undefined ? undefined : { text, isInFirstToken });
});

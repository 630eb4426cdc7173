import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removeInvisible } from '../../shared/text/invisible.ts';
import { collapseWhitespace, foldWhitespace } from '../../shared/text/whitespace.ts';

/** Reference: white space of any kind but the byte order mark, which is an invisible character. */
const collapsed = (text: string): string => removeInvisible(text).replace(/[^\S\ufeff]+/g, ' ');

const characters = fc.constantFrom(
  ...['a', 'Bc', 'ä', '漢', '😀', '\ud800', ' ', '  ', '\n', '\r\n', '\t', '\v', '\f', '\u00a0', '\u1680', '\u2000'],
  ...['\u200a', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000', '\u0085', '\u180e', '\0'],
);
const invisible = fc.constantFrom('', '', '', '', '\u00ad', '\u200b', '\u200d', '\ufeff');
const words = fc.array(characters, { maxLength: 60 }).map((parts) => parts.join(''));
const texts = fc
  .tuple(words, invisible, fc.constantFrom(1, 3, 2_000), words)
  .map(([first, sign, count, last]) => (first + sign).repeat(count) + last);

test('folds white space of texts of any length as an expression does', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(collapseWhitespace(text)).toBe(collapsed(text));
      expect(foldWhitespace(text, false)).toBe(collapsed(text).trim());
    }),
  );
});

test.each([
  ['', ''],
  ['\n'.repeat(100), ''],
  [` a${'\n'.repeat(100)}b `, 'a b'],
  [`\n${'a b '.repeat(30)}\n`, 'a b '.repeat(30).trim()],
])('folds %j', (text, folded) => expect(foldWhitespace(text, false)).toBe(folded));

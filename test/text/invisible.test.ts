import { expect, test } from 'vitest';
import { removeInvisible } from '../../shared/text/invisible.ts';
import { foldWhitespace } from '../../shared/text/whitespace.ts';

test.each([
  ['soft hyphens', 'Rezept\u00adbuch', 'Rezeptbuch'],
  ['zero-width spaces, word joiners and byte order marks', '\ufeffa\u200bb\u2060c\ufeff', 'abc'],
  ['zero-width joiners between Latin letters', 'Auf\u200clage fi\u200dx', 'Auflage fix'],
  ['zero-width joiners at the ends of a text', '\u200ca\u200d', 'a'],
])('removes %s', (_what, text, expected) => {
  expect(removeInvisible(text)).toBe(expected);
});

test.each([
  ['Persian', 'می\u200cروم'],
  ['Devanagari', 'क्\u200dष'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Malayalam at the end of a word', 'ന്\u200d x'],
  ['emoji', '👩\u200d💻 ❤\ufe0f\u200d🔥'],
])('keeps zero-width joiners of %s', (_what, text) => {
  expect(removeInvisible(text)).toBe(text);
});

test('leaves no white space around removed characters', () => {
  expect(foldWhitespace(' a \u200b b\ufeffc\u00ad ', false)).toBe('a bc');
  expect(foldWhitespace('\ufeffa\n  b\u200b\n', true)).toBe('a\n  b');
});

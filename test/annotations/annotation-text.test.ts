import { expect, test } from 'vitest';
import { cleanAnnotationText, MAX_ANNOTATION_LENGTH } from '../../shared/annotations/annotation-text.ts';
import { annotationWords } from '../../shared/annotations/annotation-words.ts';

test.each<[what: string, given: string, text: string]>([
  ['line ends of forms', ' one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
  ['control characters', 'a\0b\x1b[31mc\x7f\x85\td', 'ab[31mc\td'],
  ['marks that turn the direction of text', 'a\u202Eb\u2066c\u200F', 'abc'],
  ['half a character', 'a\uD83Cb', 'a\uFFFDb'],
  ['joined emoji', '👩‍🌾 ok', '👩‍🌾 ok'],
  ['combining accents', 'cafe\u0301', 'café'],
  ['markup', '<b>&amp;</b>', '<b>&amp;</b>'],
])('cleans %s', (_what, given, text) => {
  expect(cleanAnnotationText(given)).toEqual({ text });
});

test('refuses texts that are empty or too long', () => {
  for (const given of ['', ' \n\t', '\u200D', '\x07']) expect(cleanAnnotationText(given)).toEqual({ fault: 'empty' });
  expect(cleanAnnotationText('x'.repeat(MAX_ANNOTATION_LENGTH))).toHaveProperty('text');
  expect(cleanAnnotationText('x'.repeat(MAX_ANNOTATION_LENGTH + 1))).toEqual({ fault: 'too-long' });
});

test('words are those of the language of the text', () => {
  expect(annotationWords('The plants are growing on the old bogs near the lake.')).toContain('plant');
  expect(annotationWords('Die Pflanzen wachsen auf den alten Mooren in der Nähe des Sees.')).toContain('pflanz');
});

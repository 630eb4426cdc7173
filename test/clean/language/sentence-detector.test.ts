import { expect, test } from 'vitest';
import { SENTENCE_LANGUAGES } from '../../../shared/clean/language/sentence-data.ts';
import { detectBySentence } from '../../../shared/clean/language/sentence-detector.ts';
import { EMPTY_HASH, findRow, hashUnit, sentenceTable } from '../../../shared/clean/language/sentence-table.ts';
import { longTest } from '../../long-test.ts';

const hashOf = (ngram: string): number =>
  [...ngram].reduce((hash, letter) => hashUnit(hash, letter.charCodeAt(0)), EMPTY_HASH);

/** Returns the weight of an n-gram for a language, or 0 if the table has none. */
function weightOf(ngram: string, language: string): number {
  const table = sentenceTable();
  const row = findRow(table, hashOf(ngram));
  const index = SENTENCE_LANGUAGES.split(' ').indexOf(language);
  for (let at = table.starts[row] ?? 0; at < (table.starts[row + 1] ?? 0); at++)
    if (table.languages[at] === index) return table.weights[at] as number;
  return 0;
}

test.each([
  [' the ', 'en', 'nl'],
  ['ção ', 'pt', 'es'],
  ['ij', 'nl', 'af'],
  ['ый ', 'ru', 'bg'],
])('weighs %j higher for %s than for %s', (ngram, language, other) => {
  expect(weightOf(ngram, language)).toBeGreaterThan(0);
  expect(weightOf(ngram, language)).toBeGreaterThan(weightOf(ngram, other));
});

test('has no row for an n-gram that no language uses', () => {
  expect(findRow(sentenceTable(), hashOf('qxzj'))).toBe(-1);
});

longTest('decodes all weights: each n-gram has at least one, of languages in order', () => {
  const { rows, starts, languages, weights } = sentenceTable();
  const count = rows.reduce((most, row) => Math.max(most, row), 0);
  expect(starts).toHaveLength(count + 1);
  expect([starts[count], weights.length]).toEqual([languages.length, languages.length]);
  for (let row = 0; row < count; row++) {
    const own = [...languages.subarray(starts[row], starts[row + 1])];
    expect(own.length).toBeGreaterThan(0);
    expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
  }
  expect(Math.max(...languages)).toBe(SENTENCE_LANGUAGES.split(' ').length - 1);
  expect(weights).not.toContain(0);
});

test('keeps a language that it does not know, and texts in other scripts', () => {
  const text = 'The child reads a book in the garden.';
  expect(detectBySentence(text, 'und')).toBe('en');
  expect(detectBySentence(text, 'gl')).toBe('gl');
  expect(detectBySentence('子どもが庭で本を読んでいます。 The child', 'ja')).toBe('ja');
  expect(detectBySentence('ბავშვი კითხულობს წიგნს ბაღში.', 'und')).toBe('und');
});

test('follows the language that was found if the weights do not clearly contradict it', () => {
  const same = 'Saya suka membaca buku di perpustakaan.';
  expect([detectBySentence(same, 'id'), detectBySentence(same, 'ms')]).toEqual(['id', 'ms']);
  expect(detectBySentence('The child reads a book in the garden.', 'nl')).toBe('en');
});

test('decides by the script of most letters', () => {
  expect(detectBySentence('Дитина читає книгу «The Book» в школі.', 'und')).toBe('uk');
  expect(detectBySentence('The child reads the book «Дитина» in the garden.', 'und')).toBe('en');
});

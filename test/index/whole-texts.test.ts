import { expect, test } from 'vitest';
import { foldedText, hasWholeText, wholeTextKey, wholeTextKeys } from '../../shared/index/whole-texts.ts';
import { nearKeys, stemKey } from '../../shared/text/duplicate-keys.ts';

const RECORD = { title: 'The Bog’s Séance', headings: ['Moss', 'Moss, peat'], author: 'Ada Bell; Ben Ask' };

test('folds case, accents and punctuation, and keeps stop words and endings', () => {
  expect(foldedText('The Bogs: “Séance” & STRASSE-Straße')).toBe('the bogs seance strasse strasse');
});

test.each([
  ['title', 'the bog’s SEANCE', true],
  ['title', 'the bog', false],
  ['headings', 'moss', true],
  ['headings', 'moss peat', true],
  ['headings', 'peat', false],
  ['headings', 'moss moss peat', false],
  ['author', 'ben ask', true],
  ['author', 'ada bell ben ask', false],
] as const)('%s has %j as a whole: %j', (field, text, expected) => {
  expect(hasWholeText(RECORD, field, foldedText(text))).toBe(expected);
});

test('gives each text of a record a key that no duplicate has', () => {
  const keys = wholeTextKeys(RECORD);
  expect(keys).toHaveLength(5);
  expect(keys).toContain(wholeTextKey('headings', 'moss peat'));
  expect(keys).not.toContain(wholeTextKey('title', 'moss peat'));
  const duplicates = [...nearKeys('ffffffffffffffff'), ...['a', 'b', 'c', 'd'].map(stemKey)];
  expect(Math.min(...keys)).toBeGreaterThan(Math.max(...duplicates, 2 ** 32 + 2 ** 16));
});

test('gives texts that repeat one key, and a record without an author none for it', () => {
  expect(wholeTextKeys({ title: 'Bog', headings: ['Moss', 'MOSS'], author: null })).toHaveLength(2);
});

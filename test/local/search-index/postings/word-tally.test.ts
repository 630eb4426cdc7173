import { expect, test } from 'vitest';
import { textsOf } from '../../../../shared/index/text-fields.ts';
import { countTerms } from '../../../../shared/local/search-index/postings/term-counts.ts';
import { createWordTally } from '../../../../shared/local/search-index/postings/word-tally.ts';

/** Counts words as a map would. */
function expected(...fields: [text: string, weight: number, bit: number][]) {
  const tallies = new Map<string, number>();
  for (const [text, weight, bit] of fields)
    for (const word of text.split(' ').filter((one) => one !== '')) {
      const before = tallies.get(word) ?? 0;
      tallies.set(word, Math.min(0xff, (before & 0xff) + weight) | (before & 0x100) | bit);
    }
  return [...tallies];
}

function tallied(...fields: [text: string, weight: number, bit: number][]) {
  const tally = createWordTally();
  for (const [text, weight, bit] of fields) tally.add(text, weight, bit);
  return tally.words.map((word, i) => [word, tally.tallyOf(i)]);
}

test('counts words by field, in the order of their first occurrence', () => {
  const fields: Parameters<typeof tallied> = [
    ['pitcher plant', 2, 0x100],
    ['plant care', 1, 0],
    ['the plant lures the fly élan 食虫', 1, 0],
  ];
  expect(tallied(...fields)).toEqual(expected(...fields));
});

test('counts a record with more different words than its table has room for', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `w${(i * 7) % 9_001}`).join(' ');
  expect(tallied([words, 1, 0])).toEqual(expected([words, 1, 0]));
});

test('forgets the words of the record before, and ends at the largest count', () => {
  expect(tallied(['sundew', 1, 0])).toEqual([['sundew', 1]]);
  expect(tallied(['bog '.repeat(300), 1, 0])).toEqual([['bog', 0xff]]);
  expect(tallied(['', 1, 0])).toEqual([]);
});

test('counts words that share a hash apart', () => {
  // FNV-1a with 32 bits, over the UTF-16 units.
  expect(tallied(['costarring liquid costarring', 1, 0])).toEqual([
    ['costarring', 2],
    ['liquid', 1],
  ]);
});

test('a record has its number of words first', () => {
  const { counts, terms } = countTerms(
    textsOf({ title: 'bog', headings: [], text: 'bog fen bog', author: null, description: '', keywords: [] }),
  );
  expect(counts[0]).toBe(4);
  expect(terms).toEqual(['bog', 'fen']);
});

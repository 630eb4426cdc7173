import { expect, test } from 'vitest';
import { countTerms, formFrequencies } from '../../../shared/query/compile/query-terms.ts';

const RECORDS = new Map([
  ['packag', 370],
  ['package', 40],
  ['apt', 320],
  ['packageapt', 3],
  ['deb file', 12],
]);
const frequencies = (words: string[][]) => formFrequencies(countTerms(words), (form) => RECORDS.get(form) ?? 0);

test('counts the forms of a word as the most frequent of them', () => {
  const frequencyOf = frequencies([['packag', 'package'], ['apt']]);
  expect(['packag', 'package', 'apt'].map(frequencyOf)).toEqual([370, 370, 320]);
});

test('counts a phrase, and a word that is joined of two words of the query, by itself', () => {
  const frequencyOf = frequencies([
    ['packag', 'package', 'packageapt', 'deb file'],
    ['apt', 'packageapt'],
  ]);
  expect(['packageapt', 'deb file', 'apt'].map(frequencyOf)).toEqual([3, 12, 320]);
});

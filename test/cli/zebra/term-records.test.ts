/** Terms of vocabularies as records of Zthes. */
import { expect, test } from 'vitest';
import { termRecords } from '../../../cli/zebra/term-records.ts';
import { readVocabulary } from '../../../shared/classify/vocabulary/read-vocabulary.ts';
import { elementsOf, parseXml, textsOf } from '../../web/strict-xml.ts';

const recordsOf = (text: string) => [...termRecords(readVocabulary(text, 'v.txt'))].map(parseXml);
const relationsOf = (record: ReturnType<typeof parseXml>) =>
  elementsOf(record, 'relation').map((one) =>
    ['relationType', 'termId', 'termName'].map((name) => textsOf(one, name)[0]),
  );

test('relates terms to the term above and to those directly below', () => {
  const [top, middle, bottom] = recordsOf('1 Plants & <bogs>\n  2 Same\n    3 Same\n4 Others');
  expect([top, middle, bottom].map((one) => textsOf(one!, 'termType')[0])).toEqual(['TT', 'PT', 'PT']);
  expect(relationsOf(top!)).toEqual([['NT', '2', 'Same']]);
  expect(relationsOf(middle!)).toEqual([
    ['BT', '1', 'Plants & <bogs>'],
    ['NT', '3', 'Same'],
  ]);
  expect(relationsOf(bottom!)).toEqual([['BT', '2', 'Same']]);
});

test('writes a term without relations', () => {
  const [only] = recordsOf('400');
  expect([textsOf(only!, 'termId'), textsOf(only!, 'termName'), relationsOf(only!)]).toEqual([['400'], ['400'], []]);
});

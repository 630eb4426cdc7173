import { expect, test } from 'vitest';
import { chooseLabels } from '../../../cli/train/choose-labels.ts';

const KNOWN = new Set(['plants', 'bogs, fens', 'bogs', 'a,b,c']);

test.each([
  ['plants', ['plants']],
  ['plants, bogs', ['plants', 'bogs']],
  ['bogs, fens', ['bogs, fens']],
  ['plants,bogs, fens,bogs', ['plants', 'bogs, fens', 'bogs']],
  ['a,b,c', ['a,b,c']],
  ['a,b', ['a', 'b']],
  ['plants,', ['plants', '']],
])('--topic %s names %j', (option, labels) => {
  expect(chooseLabels(option, KNOWN)).toEqual(labels);
});

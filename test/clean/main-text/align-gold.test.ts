import { expect, test } from 'vitest';
import { alignBlocks, wordsOf } from '../../../bench/train/main-text/align-gold.ts';

const shares = (blocks: readonly string[], gold: string) =>
  [...alignBlocks(blocks.map(wordsOf), wordsOf(gold))].map((share) => (share >= 0.5 ? 1 : share < 0 ? -1 : 0));

test('gives a text that occurs twice to the block in the order of the gold text', () => {
  const blocks = ['Sundews', 'Pitchers', 'About sundews', 'Sundews', 'They catch insects in bogs.', 'Pitchers', '—'];
  expect(shares(blocks, 'Sundews\n\nThey catch insects in bogs.')).toEqual([0, 0, 0, 1, 1, 0, -1]);
});

test('accepts blocks whose order differs from the gold text', () => {
  const blocks = ['Price 12', 'A long description of the moss that we sell here', 'Home'];
  expect(shares(blocks, 'A long description of the moss that we sell here\nPrice 12')).toEqual([1, 1, 0]);
});

test('accepts a block with some other words', () => {
  expect(
    shares(['The mill pond froze over on Friday night [edit]'], 'The mill pond froze over on Friday night'),
  ).toEqual([1]);
});

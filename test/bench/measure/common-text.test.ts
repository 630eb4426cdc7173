import { expect, test } from 'vitest';
import { commonString, commonSubsequence } from '../../../bench/measure/common-text.ts';
import { addOverlap, describeOverlap, type OverlapTally } from '../../../bench/measure/overlap-score.ts';

/** Lengths by the usual tables, one row at a time. */
function lengthsByTable(a: string, b: string): { subsequence: number; string: number } {
  let [above, run] = [new Array<number>(b.length + 1).fill(0), new Array<number>(b.length + 1).fill(0)];
  let string = 0;
  for (const unit of a) {
    const row = [0];
    const runs = [0];
    for (let j = 1; j <= b.length; j++) {
      const isEqual = unit === b[j - 1];
      row.push(isEqual ? above[j - 1]! + 1 : Math.max(above[j]!, row[j - 1]!));
      runs.push(isEqual ? run[j - 1]! + 1 : 0);
      string = Math.max(string, runs[j]!);
    }
    [above, run] = [row, runs];
  }
  return { subsequence: above[b.length]!, string };
}

test.each([
  ['', 'abc'],
  ['the dog jumps over the brown fox', 'the fox jumps over the brown dog'],
  ['a'.repeat(61), 'a'.repeat(95)],
  ['ab'.repeat(50), 'ba'.repeat(40)],
])('measures %j and %j as the tables do', (a, b) => {
  const { subsequence, string } = lengthsByTable(a, b);
  expect([commonSubsequence(a.split(''), b.split('')), commonString(a, b)]).toEqual([subsequence, string]);
});

test('agrees with the tables on random texts', () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  const text = () => Array.from({ length: random(140) }, () => 'abc'[random(3)]).join('');
  for (let i = 0; i < 200; i++) {
    const [a, b] = [text(), text()];
    const { subsequence, string } = lengthsByTable(a, b);
    expect([a, b, commonSubsequence(a.split(''), b.split('')), commonString(a, b)]).toEqual([
      a,
      b,
      subsequence,
      string,
    ]);
  }
});

test('averages characters over sites and words over pages', () => {
  const tally: OverlapTally = new Map();
  addOverlap(tally, 'a', 'moss grows', 'moss  grows');
  addOverlap(tally, 'a', 'moss grows', '');
  addOverlap(tally, 'b', 'moss and fern', 'moss fern');
  addOverlap(tally, 'b', '', 'not counted');
  expect(describeOverlap(tally)).toBe(
    'longest common subsequence of words: precision 0.667, recall 0.556, F1 0.600; ' +
      'of characters: F1 0.671; longest common string of characters: F1 0.461',
  );
});

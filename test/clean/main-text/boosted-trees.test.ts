import { expect, test } from 'vitest';
import { encodeTrees } from '../../../bench/train/main-text/encode-trees.ts';
import { decodeTrees, packTrees, scoreRow } from '../../../shared/clean/main-text/boosted-trees.ts';

/** Trees that add 1 if their column is above 0.5, and subtract 1 otherwise. */
const voters = (count: number) =>
  packTrees({
    depth: 1,
    splits: Array.from({ length: count }, (_, i) => i),
    thresholds: Array.from({ length: count }, () => 0.5),
    leaves: Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 1 : -1)),
  });
const row = (yes: number, count: number) => Float32Array.from({ length: count }, (_, i) => (i < yes ? 1 : 0));

test('the score is the sum of the leaves', () => {
  expect(scoreRow(voters(3), row(2, 3), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(1);
});

test('stops once the remaining trees cannot change the result', () => {
  // All ten trees add 1: after eight, the other two cannot bring the score below the threshold.
  expect(scoreRow(voters(10), row(10, 10), -1, 0)).toBe(8);
  expect(scoreRow(voters(10), row(0, 10), -1, 0)).toBe(-8);
});

test('an early stop keeps the score on the same side of both bounds', () => {
  for (let yes = 0; yes <= 20; yes++) {
    const whole = scoreRow(voters(20), row(yes, 20), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const short = scoreRow(voters(20), row(yes, 20), -3, 2);
    expect([short > -3, short > 2]).toEqual([whole > -3, whole > 2]);
  }
});

test('the heuristic early stop treats an extreme score as out of bounds', () => {
  const earlyStop = { trees: 4, low: -2, high: 2 };
  // The first four of twenty trees decide.
  expect(scoreRow(voters(20), row(4, 20), -3, 3, earlyStop)).toBe(4);
  expect(scoreRow(voters(20), row(0, 20), -9, 9, earlyStop)).toBe(-9);
  expect(scoreRow(voters(20), row(4, 20), -9, 9, earlyStop)).toBe(10);
  expect(scoreRow(voters(20), row(4, 20), -30, 30)).toBe(-12);
});

test('encodes and decodes trees', () => {
  const trees = { depth: 1, prior: -1.5, splits: [3, 200], thresholds: [0.5, -12], leaves: [-0.25, 1.1234, 0, -3.2] };
  const { splits, thresholds, leaves, prior } = decodeTrees(encodeTrees(trees));
  expect([...splits]).toEqual(trees.splits);
  expect([...thresholds]).toEqual(trees.thresholds);
  for (const [i, leaf] of leaves.entries()) expect(leaf).toBeCloseTo(trees.leaves[i] as number, 4);
  expect(prior).toBe(-1.5);
});

test('adds one leaf of each tree, of a number of trees that is no multiple of four', () => {
  const [depth, columns] = [3, 5];
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const list = (length: number, of: () => number) => Array.from({ length }, of);
  const count = 11;
  const trees = {
    depth,
    splits: list(count * 7, () => Math.floor(random() * columns)),
    thresholds: list(count * 7, () => Math.fround(random())),
    leaves: list(count * 8, () => Math.fround(random() - 0.5)),
  };
  const leafOf = (tree: number, values: Float32Array): number => {
    let node = 0;
    while (node < 7)
      node = 2 * node + (values[trees.splits[tree * 7 + node]!]! > trees.thresholds[tree * 7 + node]! ? 2 : 1);
    return trees.leaves[tree * 8 + node - 7]!;
  };
  for (let round = 0; round < 50; round++) {
    const values = Float32Array.from(list(columns, random));
    const expected = Array.from({ length: count }, (_, tree) => leafOf(tree, values)).reduce(
      (sum, leaf) => sum + leaf,
      0,
    );
    expect(scoreRow(packTrees(trees), values, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(expected);
  }
});

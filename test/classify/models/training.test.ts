import { describe, expect, test } from 'vitest';
import { createClassifier } from '../../../shared/classify/models/classifier.ts';
import { factorsOf } from '../../../shared/classify/models/features/factors.ts';
import { createRbfKernel } from '../../../shared/classify/models/features/kernel.ts';
import type { SparseMatrix } from '../../../shared/classify/models/features/sparse-matrix.ts';
import { chooseSharpness } from '../../../shared/classify/models/training/calibrate.ts';
import { chooseOffsets } from '../../../shared/classify/models/training/choose-offsets.ts';
import { assignFolds } from '../../../shared/classify/models/training/folds.ts';
import { trainKernelSvm } from '../../../shared/classify/models/training/kernel-svm.ts';
import { trainLinearSvm } from '../../../shared/classify/models/training/linear-svm.ts';
import { trainBayes, trainComplementBayes } from '../../../shared/classify/models/training/naive-bayes.ts';
import { bestClasses, countByClass, qualityOf } from '../../../shared/classify/models/training/quality.ts';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { examplesOf } from './examples.ts';

/** Returns a sparse matrix of lists with a value for each column. */
function matrixOf(rows: readonly (readonly number[])[]): SparseMatrix {
  const columns = rows[0]!.length;
  const all = Int32Array.from({ length: columns }, (_, i) => i);
  return {
    ...{ rows: rows.length, columns },
    starts: Int32Array.from({ length: rows.length + 1 }, (_, row) => row * columns),
    indices: Int32Array.from(rows.flatMap(() => [...all])),
    values: Float32Array.from(rows.flat()),
  };
}

const allRows = ({ rows }: SparseMatrix) => Int32Array.from({ length: rows }, (_, row) => row);

test('the kernel machine meets the conditions of an optimum', () => {
  const random = seededRandom(2);
  const points = Array.from({ length: 60 }, () => {
    const angle = 2 * Math.PI * random();
    return [Math.cos(angle), Math.sin(angle)];
  });
  const isPositive = (row: number) => points[row]![0]! * points[row]![1]! > (row % 7 === 0 ? 0.3 : 0);
  const matrix = matrixOf(points);
  const kernel = createRbfKernel(matrix, 2);
  const rows = allRows(matrix);
  const { coefficients, bias } = trainKernelSvm(kernel, rows, isPositive, { positiveCost: 3, negativeCost: 1 });
  expect(coefficients.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
  for (const row of rows) {
    const sign = isPositive(row) ? 1 : -1;
    const margin = sign * (bias + rows.reduce((sum, other) => sum + coefficients[other]! * kernel(row)[other]!, 0));
    const size = Math.abs(coefficients[row]!);
    const bound = sign > 0 ? 3 : 1;
    if (size < 1e-9) expect(margin).toBeGreaterThan(1 - 0.01);
    else if (size > bound - 1e-9) expect(margin).toBeLessThan(1 + 0.01);
    else expect(margin).toBeCloseTo(1, 2);
  }
});

test('the kernel is that of the distance between rows', () => {
  const kernel = createRbfKernel(
    matrixOf([
      [1, 0],
      [0, 1],
      [0.6, 0.8],
    ]),
    0.5,
  );
  expect(kernel(0)[0]).toBeCloseTo(1, 6);
  expect(kernel(0)[1]).toBeCloseTo(Math.exp(-1), 6);
  expect(kernel(2)[0]).toBeCloseTo(Math.exp(-0.5 * 0.8), 6);
});

test('factors follow from the frequencies of features', () => {
  const counts = matrixOf([
    [2, 1],
    [0, 3],
  ]);
  counts.indices = Int32Array.of(0, 1, 1);
  counts.starts = Int32Array.of(0, 2, 3);
  counts.values = Float32Array.of(2, 1, 3);
  expect([...factorsOf(counts, 'tf-idf')]).toEqual([Math.fround(Math.log(3 / 2) + 1), 1]);
  // γ = (1 + 2) / (2 + 4)
  expect([...factorsOf(counts, 'rdf-rkf')]).toEqual([1 + 0.5 * 2, 2 + 0.5 * 4]);
});

test('the linear machine finds the minimum of its cost', () => {
  const points = [
    [1, 0],
    [0.8, 0.3],
    [0.2, 1],
    [0, 0.7],
    [0.6, 0.5],
  ];
  const positive = [true, true, false, false, false];
  const matrix = matrixOf(points);
  const costs = { positiveCost: 2, negativeCost: 1 };
  const found = trainLinearSvm(matrix, allRows(matrix), (row) => positive[row]!, { ...costs, random: seededRandom(1) });
  const costOf = (w: readonly number[], bias: number) =>
    points.reduce(
      (sum, [x, y], i) => {
        const slack = Math.max(0, 1 - (positive[i] ? 1 : -1) * (w[0]! * x! + w[1]! * y! + bias));
        return sum + (positive[i] ? costs.positiveCost : costs.negativeCost) * slack ** 2;
      },
      (w[0]! ** 2 + w[1]! ** 2 + bias ** 2) / 2,
    );
  const best = costOf([...found.weights], found.bias);
  for (const [dx, dy, db] of [
    [0.05, 0, 0],
    [-0.05, 0, 0],
    [0, 0.05, 0],
    [0, -0.05, 0],
    [0, 0, 0.05],
    [0, 0, -0.05],
  ] as const)
    expect(costOf([found.weights[0]! + dx, found.weights[1]! + dy], found.bias + db)).toBeGreaterThan(best);
});

describe('naive Bayes', () => {
  const matrix = matrixOf([
    [2, 0],
    [1, 1],
    [0, 3],
  ]);
  const labels = Int32Array.of(0, 0, 1);
  const options = { classes: 2, smoothing: 0.5 };

  test('estimates smoothed probabilities', () => {
    const [first, second] = trainBayes(matrix, allRows(matrix), labels, options);
    expect(first!.weights[0]).toBeCloseTo(Math.log(3.5 / 5), 5);
    expect(first!.weights[1]).toBeCloseTo(Math.log(1.5 / 5), 5);
    expect(second!.weights[1]).toBeCloseTo(Math.log(3.5 / 4), 5);
    expect(first!.bias).toBeCloseTo(Math.log(3 / 5), 5);
  });

  test('of complements weighs features by what the other classes have', () => {
    const [first, second] = trainComplementBayes(matrix, allRows(matrix), labels, options);
    expect(first!.weights[0]! > first!.weights[1]!).toBe(true);
    expect(second!.weights[1]! > second!.weights[0]!).toBe(true);
    const size = (list: Float32Array) => list.reduce((sum, weight) => sum + Math.abs(weight), 0);
    expect(size(first!.weights)).toBeCloseTo(1, 5);
  });
});

test('folds have equal shares of each class', () => {
  const labels = Int32Array.from({ length: 100 }, (_, i) => (i < 10 ? 1 : 0));
  const folds = assignFolds(labels, 5, seededRandom(1));
  for (let fold = 0; fold < 5; fold++) {
    const rows = [...folds.keys()].filter((row) => folds[row] === fold);
    expect(rows).toHaveLength(20);
    expect(rows.filter((row) => labels[row] === 1)).toHaveLength(2);
  }
});

test('measures accuracy and macro-F1', () => {
  const counts = countByClass(Int32Array.of(0, 0, 1, 1), Int32Array.of(0, 1, 1, 1), 2);
  expect(counts).toEqual([
    { right: 1, missed: 0, wrong: 1 },
    { right: 2, missed: 1, wrong: 0 },
  ]);
  expect(qualityOf(counts).accuracy).toBe(0.75);
  expect(qualityOf(counts).macroF1).toBeCloseTo((2 / 3 + 4 / 5) / 2, 10);
});

describe('offsets', () => {
  // The rare class 1 is ranked rightly, but always scores below class 0.
  const labels = Int32Array.from({ length: 200 }, (_, i) => (i < 20 ? 1 : 0));
  const scores = Float64Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 : labels[i >> 1] === 1 ? 0.5 : 0));

  test('let a rare class be found', () => {
    expect(qualityOf(countByClass(bestClasses(scores, 2), labels, 2)).accuracy).toBe(0.9);
    const offsets = chooseOffsets(scores, labels, 2);
    expect(offsets[1]! - offsets[0]!).toBeGreaterThan(0);
  });

  test('stay 0 if no change is better', () => {
    const right = Float64Array.from({ length: 400 }, (_, i) => (labels[i >> 1] === i % 2 ? 1 : 0));
    expect(chooseOffsets(right, labels, 2)).toEqual([0, 0]);
  });
});

test('sharpness makes probabilities as sure as they are right', () => {
  const random = seededRandom(3);
  const labels = new Int32Array(4_000);
  const scores = new Float64Array(8_000);
  labels.forEach((_, row) => {
    const x = 4 * random() - 2;
    scores[2 * row + 1] = x;
    labels[row] = random() < 1 / (1 + Math.exp(-3 * x)) ? 1 : 0;
  });
  expect(chooseSharpness(scores, labels, 2)).toBeCloseTo(3, 0);
});

describe('few examples', () => {
  /** Separable scores: -1 and 1. */
  const separable = (...counts: [number, number]) => {
    const labels = Int32Array.from({ length: counts[0] + counts[1] }, (_, row) => (row < counts[0] ? 0 : 1));
    return {
      labels,
      scores: Float64Array.from({ length: 2 * labels.length }, (_, i) => (labels[i >> 1] === i % 2 ? 1 : 0)),
    };
  };
  const probabilityOf = (...counts: [number, number]) => {
    const { labels, scores } = separable(...counts);
    return 1 / (1 + Math.exp(-chooseSharpness(scores, labels, 2)));
  };

  test('that are separable are as sure as their number allows', () => {
    expect(probabilityOf(2, 2)).toBeCloseTo(3 / 4, 3);
    expect(probabilityOf(10, 10)).toBeCloseTo(11 / 12, 3);
    expect(probabilityOf(500, 500)).toBeCloseTo(501 / 502, 3);
  });

  test('keep a model unsure, however many documents there are of another class', () => {
    expect(probabilityOf(3, 600)).toBeCloseTo((4 / 5 + 601 / 602) / 2, 3);
  });

  test('give probabilities that are far from 0 and 1', () => {
    for (const n of [2, 3]) {
      const { classify } = createClassifier(trainModel(examplesOf(n), { topic: ['glass'] }));
      for (const document of examplesOf(20, undefined, 9))
        expect(classify(document).classes[0]!.score).toBeLessThan(0.999);
    }
  });
});

import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { createRbfKernel } from '../../../shared/classify/models/features/kernel.ts';
import type { SparseMatrix } from '../../../shared/classify/models/features/sparse-matrix.ts';
import { type KernelFunction, trainKernelSvm } from '../../../shared/classify/models/training/kernel-svm.ts';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';

/** The part of libsvm-js, which has no types, that these tests call. */
type Libsvm = {
  new (options: {
    kernel: number;
    type: number;
    gamma: number;
    cost: number;
    tolerance: number;
    quiet: boolean;
  }): {
    train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
    /** LIBSVM's text format: `rho`, and below `SV` a line for each support vector, which begins with its coefficient. */
    serializeModel(): string;
    /** Rows of the support vectors. */
    getSVIndices(): number[];
    free(): void;
  };
  KERNEL_TYPES: { RBF: number };
  SVM_TYPES: { C_SVC: number };
};
const Svm = createRequire(import.meta.url)('libsvm-js/asm') as Libsvm;

type Problem = { points: number[][]; labels: number[] };

/** Noisy points of unit length: no machine separates them. The first one is positive, as LIBSVM counts the first label as 1. */
function noisyProblem(seed: number, dimensions: number): Problem {
  const random = seededRandom(seed);
  const points = Array.from({ length: 200 }, () => {
    const point = Array.from({ length: dimensions }, () => (random() < 0.3 ? random() : 0));
    const length = Math.hypot(...point) || 1;
    return point.map((value) => value / length);
  });
  const labels = points.map((point, i) => (i === 0 || point[0]! + point[1]! + random() > 1.1 ? 1 : -1));
  return { points, labels };
}

function matrixOf(points: readonly (readonly number[])[]): SparseMatrix {
  const columns = points[0]!.length;
  return {
    ...{ rows: points.length, columns },
    starts: Int32Array.from({ length: points.length + 1 }, (_, row) => row * columns),
    indices: Int32Array.from(points.flatMap((point) => point.map((_, column) => column))),
    values: Float32Array.from(points.flat()),
  };
}

function trainLibsvm({ points, labels }: Problem, gamma: number, cost: number): KernelFunction {
  const { RBF } = Svm.KERNEL_TYPES;
  const machine = new Svm({ kernel: RBF, type: Svm.SVM_TYPES.C_SVC, gamma, cost, tolerance: 1e-3, quiet: true });
  machine.train(points, labels);
  const [head, supports] = machine.serializeModel().split('\nSV\n');
  const coefficients = new Float64Array(points.length);
  const lines = supports!.trim().split('\n');
  machine.getSVIndices().forEach((row, i) => {
    coefficients[row] = Number.parseFloat(lines[i]!);
  });
  machine.free();
  return { coefficients, bias: -Number(/^rho (.*)$/m.exec(head!)![1]) };
}

test.each([
  { dimensions: 3, gamma: 0.7, cost: 4 },
  { dimensions: 3, gamma: 5, cost: 0.5 },
  { dimensions: 30, gamma: 0.7, cost: 4 },
  { dimensions: 30, gamma: 2, cost: 100 },
])('the kernel machine agrees with LIBSVM: %o', ({ dimensions, gamma, cost }) => {
  const problem = noisyProblem(dimensions + cost, dimensions);
  const { points, labels } = problem;
  const kernel = createRbfKernel(matrixOf(points), gamma);
  const rows = Int32Array.from(points, (_, row) => row);
  const ours = trainKernelSvm(kernel, rows, (row) => labels[row] === 1, { positiveCost: cost, negativeCost: cost });
  const theirs = trainLibsvm(problem, gamma, cost);

  const scoreOf = ({ coefficients, bias }: KernelFunction, row: number) =>
    coefficients.reduce((sum, value, i) => sum + value * kernel(row)[i]!, bias);
  const scores = points.map((_, row) => [scoreOf(ours, row), scoreOf(theirs, row)] as const);
  // Both stop when no condition of the optimum is violated by more than 0.001.
  for (const [own, other] of scores) expect(Math.abs(own - other)).toBeLessThan(0.01);
  const accuracy = labels.filter((label, row) => Math.sign(scores[row]![0]) === label).length / labels.length;
  expect(accuracy).toBeGreaterThan(0.7);
});

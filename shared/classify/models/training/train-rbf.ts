import { createRbfKernel, type Kernel } from '../features/kernel.ts';
import type { SparseMatrix } from '../features/sparse-matrix.ts';
import type { Weighting } from '../features/weighting.ts';
import type { RbfFunctions } from '../topic-model.ts';
import { type KernelFunction, trainKernelSvm } from './kernel-svm.ts';
import type { Scores } from './learner.ts';

/** Cost of an error, and width of the kernel for documents of length 1: flat optima on all development data. */
const COST = 4;
const GAMMA = 0.7;

type RbfSet = { matrix: SparseMatrix; labels: Int32Array; classes: number; folds: Uint8Array };

/** Trains one support vector machine with RBF kernel per class against all others. All share the rows of the kernel. */
export function trainRbf(
  { matrix, labels, classes, folds }: RbfSet,
  weighting: Weighting,
): { functions: RbfFunctions; scores: Scores } {
  const kernel = createRbfKernel(matrix, GAMMA);
  const all = Int32Array.from(labels, (_, row) => row);
  const scores = new Float64Array(labels.length * classes);
  const count = folds.reduce((max, fold) => Math.max(max, fold + 1), 0);
  for (let fold = 0; fold < count; fold++) {
    const rows = all.filter((row) => folds[row] !== fold);
    const machines = trainMachines(kernel, rows, labels, classes);
    for (const row of all) if (folds[row] === fold) scoreRow(kernel(row), rows, machines, scores, row * classes);
  }
  const machines = trainMachines(kernel, all, labels, classes);
  return { functions: { kind: 'rbf', weighting, gamma: GAMMA, ...supportsOf(matrix, machines) }, scores };
}

function trainMachines(kernel: Kernel, rows: Int32Array, labels: Int32Array, classes: number): KernelFunction[] {
  const learn = (c: number) =>
    trainKernelSvm(kernel, rows, (row) => labels[row] === c, { positiveCost: COST, negativeCost: COST });
  return classes === 2 ? mirrored(learn(1)) : Array.from({ length: classes }, (_, c) => learn(c));
}

const mirrored = (machine: KernelFunction): KernelFunction[] => [
  { coefficients: machine.coefficients.map((value) => -value), bias: -machine.bias },
  machine,
];

function scoreRow(
  values: Float32Array,
  rows: Int32Array,
  machines: readonly KernelFunction[],
  scores: Scores,
  at: number,
): void {
  machines.forEach(({ coefficients, bias }, c) => {
    let sum = bias;
    for (let i = 0; i < rows.length; i++) sum += coefficients[i]! * values[rows[i]!]!;
    scores[at + c] = sum;
  });
}

/** Keeps the rows that have a coefficient in any machine. */
function supportsOf(
  matrix: SparseMatrix,
  machines: readonly KernelFunction[],
): Pick<RbfFunctions, 'supports' | 'coefficients' | 'biases'> {
  const rows = Array.from({ length: matrix.rows }, (_, row) => row).filter((row) =>
    machines.some(({ coefficients }) => coefficients[row] !== 0),
  );
  return {
    supports: selectRows(matrix, rows),
    coefficients: Float32Array.from(rows.flatMap((row) => machines.map(({ coefficients }) => coefficients[row]!))),
    biases: Float32Array.from(machines, ({ bias }) => bias),
  };
}

/** Leaves out values that are 0: those of features that are too frequent. */
function selectRows({ columns, starts, indices, values }: SparseMatrix, rows: readonly number[]): SparseMatrix {
  const places = rows.flatMap((row) => range(starts[row]!, starts[row + 1]!).filter((i) => values[i] !== 0));
  const chosen = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    chosen[i + 1] = chosen[i]! + range(starts[row]!, starts[row + 1]!).filter((at) => values[at] !== 0).length;
  });
  return {
    ...{ rows: rows.length, columns, starts: chosen },
    indices: Int32Array.from(places, (i) => indices[i]!),
    values: Float32Array.from(places, (i) => values[i]!),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

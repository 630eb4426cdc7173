import type { SparseMatrix } from '../features/sparse-matrix.ts';
import type { LinearFunction } from './linear-svm.ts';

/** Examples with their classes. `labels` has the class of each row of the matrix; `rows` are those to learn from. */
export type Examples = { matrix: SparseMatrix; rows: Int32Array; labels: Int32Array; classes: number };

/** Learns one linear function per class. */
export type Learner = (examples: Examples) => LinearFunction[];

/** Scores of all rows of a matrix for each class: row `r`, class `c` at `r × classes + c`. */
export type Scores = Float64Array;

/** Writes the scores of some rows. */
export function scoreRows(
  functions: readonly LinearFunction[],
  { starts, indices, values }: SparseMatrix,
  rows: Iterable<number>,
  scores: Scores,
): void {
  const classes = functions.length;
  for (const row of rows)
    functions.forEach(({ weights, bias }, c) => {
      let sum = bias;
      for (let i = starts[row]!; i < starts[row + 1]!; i++) sum += weights[indices[i]!]! * values[i]!;
      scores[row * classes + c] = sum;
    });
}

/** Subtracts the mean of the classes from each row, so that only differences between classes remain. */
export function centreRows(scores: Scores, classes: number): Scores {
  const centred = new Float64Array(scores.length);
  for (let row = 0; row < scores.length; row += classes) {
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += scores[row + c]!;
    for (let c = 0; c < classes; c++) centred[row + c] = scores[row + c]! - sum / classes;
  }
  return centred;
}

/** Root mean square of the scores; 1 if all are 0. */
export function spreadOf(scores: Scores): number {
  let sum = 0;
  for (const score of scores) sum += score * score;
  return Math.sqrt(sum / scores.length) || 1;
}

/**
 * Subtracts the mean of the classes from the weights of each feature, so that a weight says what a feature means for a class
 * against the others. Differences between classes stay as they are.
 *
 * @returns weight of feature `f` for class `c` at `f × classes + c`, and the biases
 */
export function centreFunctions(
  functions: readonly LinearFunction[],
  features: number,
): { weights: Float32Array; biases: Float32Array } {
  const classes = functions.length;
  const weights = new Float32Array(features * classes);
  for (let f = 0; f < features; f++) {
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += functions[c]!.weights[f]!;
    for (let c = 0; c < classes; c++) weights[f * classes + c] = functions[c]!.weights[f]! - sum / classes;
  }
  const mean = functions.reduce((sum, { bias }) => sum + bias, 0) / classes;
  return { weights, biases: Float32Array.from(functions, ({ bias }) => bias - mean) };
}

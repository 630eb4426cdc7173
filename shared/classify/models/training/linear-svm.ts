import { type SparseMatrix, squareOf } from '../features/sparse-matrix.ts';
import { shuffle } from './folds.ts';

/** A linear function of the features: `bias + Σ weight × value`. */
export type LinearFunction = { weights: Float32Array; bias: number };

export type SvmOptions = {
  /** Cost of an error of a positive and of a negative example. */
  positiveCost: number;
  negativeCost: number;
  random: () => number;
};

/** Maximum number of passes over the examples, and the largest violation of the optimality conditions at which training ends. */
const MAX_PASSES = 60;
const TOLERANCE = 0.02;

/**
 * Trains a linear SVM with squared hinge loss by dual coordinate descent (Hsieh et al., ICML 2008).
 *
 * @param rows the examples to learn from
 * @param isPositive whether each row of the matrix is a positive example
 */
export function trainLinearSvm(
  matrix: SparseMatrix,
  rows: Int32Array,
  isPositive: (row: number) => boolean,
  { positiveCost, negativeCost, random }: SvmOptions,
): LinearFunction {
  const { starts, indices, values } = matrix;
  const weights = new Float64Array(matrix.columns);
  let bias = 0;
  const alpha = new Float64Array(rows.length);
  const order = Int32Array.from(rows, (_, i) => i);
  const labels = Int8Array.from(rows, (row) => (isPositive(row) ? 1 : -1));
  const norms = Float64Array.from(rows, (row) => squareOf(matrix, row) + 1);
  let active = rows.length;
  let limit = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    shuffle(order, random, active);
    let worst = 0;
    let worstActive = 0;
    for (let k = 0; k < active; k++) {
      const i = order[k]!;
      const row = rows[i]!;
      const label = labels[i]!;
      const diagonal = 0.5 / (label > 0 ? positiveCost : negativeCost);
      let sum = bias;
      const end = starts[row + 1]!;
      for (let j = starts[row]!; j < end; j++) sum += weights[indices[j]!]! * values[j]!;
      const gradient = label * sum - 1 + alpha[i]! * diagonal;
      if (alpha[i] === 0 && gradient > limit) {
        // Shrinking: an example far on its side is left out until the others have settled.
        order[k--] = order[--active]!;
        order[active] = i;
        continue;
      }
      const projected = alpha[i] === 0 ? Math.min(gradient, 0) : gradient;
      worst = Math.max(worst, Math.abs(projected));
      worstActive = Math.max(worstActive, projected);
      if (Math.abs(projected) < 1e-9) continue;
      const before = alpha[i]!;
      alpha[i] = Math.max(before - gradient / (norms[i]! + diagonal), 0);
      const step = (alpha[i]! - before) * label;
      bias += step;
      for (let j = starts[row]!; j < end; j++) weights[indices[j]!]! += step * values[j]!;
    }
    if (worst > TOLERANCE) {
      limit = worstActive > 0 ? worstActive : Number.POSITIVE_INFINITY;
      continue;
    }
    if (active === rows.length) break;
    active = rows.length;
    limit = Number.POSITIVE_INFINITY;
  }
  return { weights: Float32Array.from(weights), bias };
}

import type { SparseMatrix } from '../features/sparse-matrix.ts';
import type { LinearFunction } from './linear-svm.ts';

export type BayesOptions = {
  classes: number;
  /** Added to the weight of every feature in every class. */
  smoothing: number;
};

/** Returns the sum of each feature's values over the rows of each class: one list per class. */
function sumByClass(matrix: SparseMatrix, rows: Int32Array, labels: Int32Array, classes: number): Float64Array[] {
  const sums = Array.from({ length: classes }, () => new Float64Array(matrix.columns));
  for (const row of rows) {
    const sum = sums[labels[row]!]!;
    for (let i = matrix.starts[row]!; i < matrix.starts[row + 1]!; i++) sum[matrix.indices[i]!]! += matrix.values[i]!;
  }
  return sums;
}

/**
 * Trains complement naive Bayes with normalised weights (Rennie et al., ICML 2003): a class is likely if the features are rare in
 * all other classes. It copes better with classes of different sizes than naive Bayes.
 */
export function trainComplementBayes(
  matrix: SparseMatrix,
  rows: Int32Array,
  labels: Int32Array,
  { classes, smoothing }: BayesOptions,
): LinearFunction[] {
  const sums = sumByClass(matrix, rows, labels, classes);
  const all = new Float64Array(matrix.columns);
  for (const sum of sums) for (let i = 0; i < all.length; i++) all[i]! += sum[i]!;
  return sums.map((own) => {
    const weights = new Float32Array(matrix.columns);
    let total = 0;
    for (let i = 0; i < all.length; i++) total += all[i]! - own[i]! + smoothing;
    let norm = 0;
    for (let i = 0; i < all.length; i++) {
      weights[i] = -Math.log((all[i]! - own[i]! + smoothing) / total);
      norm += Math.abs(weights[i]!);
    }
    for (let i = 0; i < all.length; i++) weights[i]! /= norm;
    return { weights, bias: 0 };
  });
}

/**
 * Trains multinomial naive Bayes: the logarithm of the share of documents of a class, plus the logarithms of the probabilities of the
 * features in the class, each times its value. With values `tf × idf` this is weighted naive Bayes.
 */
export function trainBayes(
  matrix: SparseMatrix,
  rows: Int32Array,
  labels: Int32Array,
  { classes, smoothing }: BayesOptions,
): LinearFunction[] {
  const documents = new Float64Array(classes);
  for (const row of rows) documents[labels[row]!]!++;
  return sumByClass(matrix, rows, labels, classes).map((own, c) => {
    let total = 0;
    for (let i = 0; i < own.length; i++) total += own[i]! + smoothing;
    const weights = Float32Array.from(own, (value) => Math.log((value + smoothing) / total));
    return { weights, bias: Math.log((documents[c]! + 1) / (rows.length + classes)) };
  });
}

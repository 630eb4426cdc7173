import type { FeatureCounts } from './count-features.ts';
import { indexFeatures } from './vocabulary.ts';
import type { Weighting } from './weighting.ts';
import { weigh, weightingRule } from './weighting.ts';

/** Rows of a sparse matrix: row `i` has the columns and values from `starts[i]` to `starts[i + 1]` (compressed sparse rows). */
export type SparseMatrix = {
  rows: number;
  columns: number;
  starts: Int32Array;
  indices: Int32Array;
  values: Float32Array;
};

/** Returns the occurrences of a model's features in each document. */
export function countMatrix(documents: readonly FeatureCounts[], vocabulary: { hashes: Int32Array }): SparseMatrix {
  const indexOf = indexFeatures(vocabulary);
  const total = documents.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const starts = new Int32Array(documents.length + 1);
  const indices = new Int32Array(total);
  const values = new Float32Array(total);
  let at = 0;
  documents.forEach(({ hashes, counts }, row) => {
    for (let i = 0; i < hashes.length; i++) {
      const index = indexOf(hashes[i]!);
      if (index < 0) continue;
      indices[at] = index;
      values[at++] = counts[i]!;
    }
    starts[row + 1] = at;
  });
  const columns = vocabulary.hashes.length;
  return { rows: documents.length, columns, starts, indices: indices.slice(0, at), values: values.slice(0, at) };
}

/** Turns occurrences into values. */
export function weighRows(matrix: SparseMatrix, factors: Float32Array, weighting: Weighting): SparseMatrix {
  const values = new Float32Array(matrix.values.length);
  const { starts, indices } = matrix;
  const rule = weightingRule(weighting);
  for (let row = 0; row < matrix.rows; row++)
    weigh({ indices, occurrences: matrix.values, values, from: starts[row]!, to: starts[row + 1]! }, factors, rule);
  return { ...matrix, values };
}

/** Returns the squared length of a row. */
export function squareOf({ starts, values }: SparseMatrix, row: number): number {
  let sum = 0;
  for (let i = starts[row]!; i < starts[row + 1]!; i++) sum += values[i]! ** 2;
  return sum;
}

import { type BinnedRows, type TrainingOptions, trainTrees } from '../boosted-trees.ts';

/**
 * Scores every row by trees that are trained on the rows of the other folds.
 *
 * @param folds fold of each row
 */
export function outOfFoldScores(
  rows: BinnedRows,
  labels: Float32Array,
  weights: Float32Array,
  folds: Uint8Array,
  options: TrainingOptions,
): Float32Array {
  const found = new Float32Array(rows.count);
  for (const fold of new Set(folds)) {
    const others = weights.map((weight, i) => (folds[i] === fold ? 0 : weight));
    const { scores } = trainTrees(rows, labels, others, options);
    for (let i = 0; i < folds.length; i++) if (folds[i] === fold) found[i] = scores[i] as number;
  }
  return found;
}

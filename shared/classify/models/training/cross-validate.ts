import { type Examples, type Learner, type Scores, scoreRows } from './learner.ts';

/**
 * Scores each row by functions that were learned without its fold.
 *
 * @param folds fold of each row of the matrix, from 0
 */
export function scoreOutOfFold(
  learn: Learner,
  { matrix, labels, classes }: Omit<Examples, 'rows'>,
  folds: Uint8Array,
): Scores {
  const scores = new Float64Array(matrix.rows * classes);
  const count = folds.reduce((max, fold) => Math.max(max, fold + 1), 0);
  const all = Int32Array.from(folds, (_, row) => row);
  for (let fold = 0; fold < count; fold++) {
    const functions = learn({ matrix, labels, classes, rows: all.filter((row) => folds[row] !== fold) });
    scoreRows(
      functions,
      matrix,
      all.filter((row) => folds[row] === fold),
      scores,
    );
  }
  return scores;
}

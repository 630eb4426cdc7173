/** The blocks of all examples as rows to train on. */
import { FEATURE_COUNT, fillRow } from '../../../shared/clean/main-text/block-features.ts';
import type { PageSurvey } from '../../../shared/clean/main-text/page-survey.ts';
import { type BinnedRows, binRows } from '../boosted-trees.ts';
import type { Example } from './examples.ts';

/** `starts`: by example, the row of its first block. */
export type BlockRows = {
  starts: number[];
  rows: BinnedRows;
  labels: Float32Array;
  weights: Float32Array;
  folds: Uint8Array;
};

/** Fills the features of all blocks. @param kinds probabilities of the kinds of each page, out of fold */
export function newBlockRows(
  examples: readonly Example[],
  surveys: readonly PageSurvey[],
  kinds: readonly Float32Array[],
): BlockRows {
  const count = examples.reduce((sum, { ids }) => sum + ids.length, 0);
  const features = new Float32Array(count * FEATURE_COUNT);
  const starts: number[] = [];
  const labels = new Float32Array(count);
  const weights = new Float32Array(count);
  const folds = new Uint8Array(count);
  let at = 0;
  for (const [n, example] of examples.entries()) {
    starts.push(at);
    labels.set(example.labels, at);
    weights.set(example.weights, at);
    folds.fill(example.fold, at, at + example.ids.length);
    for (const i of example.ids) {
      const row = features.subarray(at * FEATURE_COUNT, (at + 1) * FEATURE_COUNT);
      fillRow(row, surveys[n] as PageSurvey, kinds[n] as Float32Array, i);
      at++;
    }
  }
  return { starts, rows: binRows(features, FEATURE_COUNT), labels, weights, folds };
}

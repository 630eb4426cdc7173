import { toProbabilities } from '../classifier.ts';
import type { Scores } from './learner.ts';

/** Range of the sharpness that is searched, and number of steps of the search. */
const LEAST_SHARPNESS = 0.01;
const MOST_SHARPNESS = 50;
const STEPS = 40;

/**
 * Chooses the sharpness of the probabilities (temperature scaling, Guo et al., ICML 2017): the one that makes the right classes of
 * out-of-fold scores most likely. Golden-section search over its logarithm.
 */
export function chooseSharpness(scores: Scores, labels: Int32Array, classes: number): number {
  const offsets = new Array<number>(classes).fill(0);
  let low = Math.log(LEAST_SHARPNESS);
  let high = Math.log(MOST_SHARPNESS);
  const lossAt = (x: number) => logLoss(scores, labels, classes, { sharpness: Math.exp(x), offsets });
  for (let step = 0; step < STEPS; step++) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (lossAt(left) < lossAt(right)) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Mean negative logarithm of the probability of the right class. */
function logLoss(
  scores: Scores,
  labels: Int32Array,
  classes: number,
  calibration: { sharpness: number; offsets: readonly number[] },
): number {
  const row = new Float64Array(classes);
  let sum = 0;
  for (let i = 0; i < labels.length; i++) {
    row.set(scores.subarray(i * classes, (i + 1) * classes));
    toProbabilities(row, calibration);
    sum -= Math.log(Math.max(row[labels[i]!]!, 1e-12));
  }
  return sum / labels.length;
}

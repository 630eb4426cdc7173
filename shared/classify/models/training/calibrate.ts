import type { Scores } from './learner.ts';

/** Range of the sharpness that is searched, and number of steps of the search. */
const LEAST_SHARPNESS = 0.01;
const MOST_SHARPNESS = 50;
const STEPS = 40;

/**
 * Chooses the sharpness of the probabilities (temperature scaling, Guo et al., ICML 2017) by golden-section search over its logarithm:
 * the one with the least cross-entropy between out-of-fold scores and labels.
 *
 * The label of a document of a class with `n` documents counts as right with probability `(n + 1) / (n + 2)` (Platt, 1999). With certain
 * labels, a few examples that happen to be separable would make the model as sure as the range allows. All classes have the same
 * weight, so that many documents of one do not hide how few there are of another.
 */
export function chooseSharpness(scores: Scores, labels: Int32Array, classes: number): number {
  const targets = targetsOf(labels, classes);
  let low = Math.log(LEAST_SHARPNESS);
  let high = Math.log(MOST_SHARPNESS);
  const lossAt = (x: number) => crossEntropy(scores, labels, targets, Math.exp(x));
  for (let step = 0; step < STEPS; step++) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (lossAt(left) < lossAt(right)) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** How documents of a class count. */
type Target = {
  /** Probability of the class of the label, and of each other class. */
  own: number;
  other: number;
  /** Weight of each document. */
  weight: number;
};

function targetsOf(labels: Int32Array, classes: number): Target[] {
  const counts = new Array<number>(classes).fill(0);
  for (const label of labels) counts[label]!++;
  return counts.map((n) => ({
    own: (n + 1) / (n + 2),
    other: 1 / (n + 2) / (classes - 1),
    weight: 1 / (n * classes),
  }));
}

/** Mean cross-entropy over the classes. */
function crossEntropy(scores: Scores, labels: Int32Array, targets: readonly Target[], sharpness: number): number {
  const classes = targets.length;
  let sum = 0;
  for (let i = 0; i < labels.length; i++) {
    const row = scores.subarray(i * classes, (i + 1) * classes);
    const { own, other, weight } = targets[labels[i]!]!;
    const max = row.reduce((top, score) => Math.max(top, score));
    const total = row.reduce((all, score) => all + Math.exp(sharpness * (score - max)), 0);
    for (let c = 0; c < classes; c++) {
      const logProbability = sharpness * (row[c]! - max) - Math.log(total);
      sum -= weight * (c === labels[i] ? own : other) * logProbability;
    }
  }
  return sum;
}

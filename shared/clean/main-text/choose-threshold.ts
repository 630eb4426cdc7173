/**
 * Returns the score above which blocks are chosen, so that the expected F1 of the words is highest. The expected number of right words
 * of a choice is the sum of the likelihoods of its words. Blocks are taken by falling score, as long as F1 rises.
 *
 * @param scores logarithms of the odds that a block is text; `-Infinity` if it is not
 * @param words number of words of each block
 */
export function bestThreshold(scores: Float32Array, words: Float32Array): number {
  const order: number[] = [];
  let expected = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score < MIN_SCORE) continue;
    order.push(i);
    expected += likelihood(score) * (words[i] as number);
  }
  order.sort((a, b) => (scores[b] as number) - (scores[a] as number));
  let taken = 0;
  let right = 0;
  let best = 0;
  let threshold = Number.POSITIVE_INFINITY;
  for (const i of order) {
    taken += words[i] as number;
    right += likelihood(scores[i] as number) * (words[i] as number);
    const f1 = (2 * right) / (taken + expected);
    if (f1 < best) continue;
    best = f1;
    threshold = scores[i] as number;
  }
  return threshold;
}

/** Score below which a block is never chosen. */
const MIN_SCORE = -5;

const likelihood = (score: number): number => 1 / (1 + Math.exp(-score));

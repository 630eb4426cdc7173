/** What makes odds of scores: the logarithm of the odds is `slope` times the score plus `shift`. */
export type Calibration = { slope: number; shift: number };

/**
 * Returns the score above which blocks are chosen, so that the expected F1 of the words is highest. The expected number of right words
 * of a choice is the sum of the likelihoods of its words. Blocks are taken by falling score, as long as F1 rises.
 *
 * @param scores logarithms of the odds that a block is text, before calibration; `-Infinity` if it is not
 * @param words number of words of each block
 */
export function bestThreshold(
  scores: Float32Array,
  words: Float32Array,
  { slope, shift }: Calibration = { slope: 1, shift: 0 },
): number {
  const order: ScoredWords[] = [];
  let expected = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score < MIN_SCORE) continue;
    order.push({ score, words: words[i] as number });
    expected += likelihood(slope * score + shift) * (words[i] as number);
  }
  order.sort(byFallingScore);
  let taken = 0;
  let right = 0;
  let best = 0;
  let threshold = Number.POSITIVE_INFINITY;
  for (const { score, words: count } of order) {
    taken += count;
    right += likelihood(slope * score + shift) * count;
    const f1 = (2 * right) / (taken + expected);
    if (f1 < best) continue;
    best = f1;
    threshold = score;
  }
  return threshold;
}

/** Score below which a block is never chosen. */
const MIN_SCORE = -5;

type ScoredWords = { score: number; words: number };

const byFallingScore = (a: ScoredWords, b: ScoredWords): number => b.score - a.score;

const likelihood = (score: number): number => 1 / (1 + Math.exp(-score));

/** Scores the blocks of a page with the trained trees. */

import { ALPHANUMERIC_WORDS, STATS_PER_BLOCK } from '../html/char-stats.ts';
import { ASIDE } from '../html/elements.ts';
import { float32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { FEATURE_COUNT, fillRow } from './block-features.ts';
import { type PackedTrees, scoreRow } from './boosted-trees.ts';
import { isCopyrightLine } from './copyright-line.ts';
import type { PageSurvey } from './page-survey.ts';

/** Score (logarithm of the odds) below which a block is no text on a page of any kind. */
export const MIN_SCORE = -5;
/** Score above which certainty no longer matters. */
const MAX_SCORE = 5;
/** Score of a copyright line. */
const COPYRIGHT_SCORE = MIN_SCORE - 1;
/** Early stop: after 24 trees, a block beyond these scores is certain. */
const EARLY_STOP = { trees: 24, low: -4.5, high: 4.5 };

const featureRow = new Float32Array(FEATURE_COUNT);

/**
 * Returns the score of each block, the logarithm of the odds that it is text; `-Infinity` for what the page marks as navigation.
 *
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function scoreBlocks(survey: PageSurvey, kinds: Float32Array, model: PackedTrees): Float32Array {
  const { blocks } = survey.page;
  const scores = float32Array(blocks.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    if ((block.roles & ASIDE) !== 0) continue;
    if (isCopyrightLine(block, blocks[i - 1]?.text)) {
      scores[i] = COPYRIGHT_SCORE;
      continue;
    }
    fillRow(featureRow, survey, kinds, i);
    scores[i] = scoreRow(model, featureRow, MIN_SCORE, MAX_SCORE, EARLY_STOP);
  }
  return scores;
}

/** Returns the number of words of each block. */
export function blockWords({ blocks, charStats }: ParsedPage): Float32Array {
  const words = float32Array(blocks.length);
  for (let i = 0; i < words.length; i++) words[i] = charStats[i * STATS_PER_BLOCK + ALPHANUMERIC_WORDS] as number;
  return words;
}

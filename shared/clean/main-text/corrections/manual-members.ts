/**
 * Raises the scores of the text below the headline of a page that a program for documentation wrote: signatures, parameters, members. Such lines are as
 * short as those of menus, but the programs put little else below the headline, apart from links.
 */
import { unlinkedLength } from '../../html/block-lengths.ts';
import { FOOT_HINT } from '../../html/hints/class-id-hints.ts';
import type { Block } from '../../html/parsed-page.ts';
import { isOfDocumentationProgram } from '../../page-kind/documentation-program.ts';
import { MIN_SCORE } from '../block-scores.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Added to the scores. */
const BONUS = 1;

/**
 * Raises the scores in place, except of blocks that are mostly links, in a footer or certainly no text.
 *
 * @param scores logarithms of the odds, by block
 */
export function raiseManualMembers(
  scores: Float32Array,
  { page, sums, headline }: Pick<PageSurvey, 'page' | 'sums' | 'headline'>,
): void {
  if (headline === -1 || !isOfDocumentationProgram(page)) return;
  for (let i = headline + 1; i < page.blocks.length; i++) {
    const block = page.blocks[i] as Block;
    const score = scores[i] as number;
    const isFoot = ((block.hints | (sums.allHints[block.container] as number)) & FOOT_HINT) !== 0;
    if (!isFoot && score > MIN_SCORE && unlinkedLength(block) * 2 >= block.text.length) scores[i] = score + BONUS;
  }
}

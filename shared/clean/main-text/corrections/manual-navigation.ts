/**
 * Lowers the scores of the navigation of manuals: links to the pages before and after, and the place in the manual. Programs for documentation
 * write it as tables in the main content, with titles of sections, so the trees take it for text. Tables of contents are left alone: on the first
 * page of a chapter they are text.
 */
import { totalUnlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { inNamedElement } from './named-elements.ts';

/** Subtracted from the scores. */
const PENALTY = 6;
/** Probability of documentation from which a page is a manual. */
const MIN_PROBABILITY = 0.5;
const DOCUMENTATION = PAGE_KINDS.indexOf('documentation');
/** Maximum unlinked length of such a block, in UTF-16 units. */
const MAX_UNLINKED = 120;
/** Minimum unlinked length of the rest of the page, without which it is an index and this its text, and which is longer than this. UTF-16 units. */
const MIN_REST = 300;
/** Class names of DocBook, its descendants (Boost, Publican) and Sphinx with its themes. */
const NAME =
  /(?:^|\s)(?:nav(?:header|footer|path)|spirit-nav|docnav|prev-?next(?:-(?:area|bottom|footer|title))?)(?:\s|$)/i;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerManualNavigation(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  if ((kinds[DOCUMENTATION] as number) < MIN_PROBABILITY) return;
  const isNamed = inNamedElement(page, NAME);
  if (isNamed === undefined) return;
  const { blocks } = page;
  const isInside = (block: Block): boolean =>
    (block.roles & ASIDE) === 0 && block.text.length - block.linked <= MAX_UNLINKED && isNamed(block);
  const found = blocks.map(isInside);
  const own = totalUnlinkedLength(blocks, ASIDE, 0);
  const inside = totalUnlinkedLength(blocks.filter((_, i) => found[i]));
  if (own - inside < Math.max(MIN_REST, inside)) return;
  for (let i = 0; i < blocks.length; i++) if (found[i]) scores[i] = (scores[i] as number) - PENALTY;
}

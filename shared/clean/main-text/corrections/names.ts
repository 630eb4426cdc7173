/**
 * Lowers the scores of blocks in containers whose class or id names what is hardly ever text: what opens over the page, carousels, reviews of
 * customers, signatures of posts, boxes about authors and disclosures in articles. The trees know these names only as a part of wider
 * hints, and judge them too high on sites that they were not trained on.
 */

import { unlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import {
  ARTICLE_BOX_HINT,
  CAROUSEL_HINT,
  MODAL_HINT,
  REVIEW_HINT,
  SIGNATURE_HINT,
} from '../../html/hints/class-id-hints.ts';
import type { Block } from '../../html/parsed-page.ts';
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** `subject`: what a page says in its title whose own text such an element has, as the documentation of a dialog. */
type Penalty = { hint: number; byKind: (kind: PageKind) => number; subject?: RegExp };

/** Kinds of pages whose reviews are by customers. Articles are reviews themselves, and pages of services quote their customers. */
const SHOP_KINDS: ReadonlySet<PageKind> = new Set(['collection', 'listing', 'product']);

const PENALTIES: readonly Penalty[] = [
  { hint: MODAL_HINT, byKind: () => 2, subject: /modal|dialog|pop-?up|lightbox|overlay/i },
  // Pages of services show quotations of customers, steps and offers in carousels.
  { hint: CAROUSEL_HINT, byKind: (kind) => (kind === 'service' ? 0 : 1.5), subject: /carousel|slider/i },
  { hint: REVIEW_HINT, byKind: (kind) => (SHOP_KINDS.has(kind) ? 2 : 0) },
  { hint: SIGNATURE_HINT, byKind: (kind) => (kind === 'forum' ? 4 : 0) },
  {
    hint: ARTICLE_BOX_HINT,
    byKind: (kind) => (kind === 'article' ? 3 : 0),
    subject: /^about(?! \p{L})|about (?:me|the author)|biograph|disclosure|disclaimer/iu,
  },
];
/** Share of the unlinked text of a page above which a name is one of the page itself, such as `modal-page`, and tells nothing about its parts. */
const MAX_SHARE = 0.9;
const ALL_HINTS = PENALTIES.reduce((bits, { hint }) => bits | hint, 0);

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerByNames(scores: Float32Array, { page, sums }: PageSurvey, kinds: Float32Array): void {
  const title = page.title ?? '';
  const penalties = PENALTIES.map(({ byKind, subject }) => (subject?.test(title) ? 0 : expectedValue(kinds, byKind)));
  const { blocks } = page;
  const hintsOf = ({ container, hints }: Block): number => ((sums.allHints[container] as number) | hints) & ALL_HINTS;
  const partHints = ALL_HINTS & ~hintsOfPage(blocks, hintsOf);
  for (let i = 0; i < blocks.length; i++) {
    const bits = hintsOf(blocks[i] as Block) & partHints;
    if (bits !== 0) scores[i] = (scores[i] as number) - sumOf(penalties, bits);
  }
}

function sumOf(penalties: readonly number[], bits: number): number {
  return PENALTIES.reduce((sum, { hint }, k) => ((bits & hint) === 0 ? sum : sum + (penalties[k] as number)), 0);
}

/** Returns the hints that nearly all of the text has, apart from navigation. */
function hintsOfPage(blocks: readonly Block[], hintsOf: (block: Block) => number): number {
  const lengths = PENALTIES.map(() => 0);
  let all = 0;
  for (const block of blocks) {
    if ((block.roles & ASIDE) !== 0) continue;
    const length = unlinkedLength(block);
    all += length;
    const bits = hintsOf(block);
    if (bits === 0) continue;
    for (const [k, { hint }] of PENALTIES.entries())
      if ((bits & hint) !== 0) lengths[k] = (lengths[k] as number) + length;
  }
  return PENALTIES.reduce((bits, { hint }, k) => ((lengths[k] as number) > all * MAX_SHARE ? bits | hint : bits), 0);
}

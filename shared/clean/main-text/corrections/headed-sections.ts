import { BLOCK_KINDS } from '../../html/elements.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';

/** Maximum length of the heading of a section, in UTF-16 units. Longer ones are sentences. */
const MAX_HEADING = 60;
const RANKS = [...BLOCK_KINDS.heading];

/**
 * Lowers the scores of sections in place, from each heading that one of the patterns matches to the next one of its rank or a higher one. The
 * headline opens none: `Delivery bag` is a product.
 *
 * @param scores logarithms of the odds, by block
 */
export function lowerSections(
  scores: Float32Array,
  { blocks }: Pick<ParsedPage, 'blocks'>,
  headings: readonly RegExp[],
  penalty: number,
): void {
  /** Rank of the heading of the open section, or undefined. */
  let open: number | undefined;
  for (const [i, { text, element }] of blocks.entries()) {
    if (BLOCK_KINDS.headline.has(element)) open = undefined;
    const rank = RANKS.indexOf(element);
    if (rank >= 0 && (open === undefined || rank <= open))
      open = text.length < MAX_HEADING && headings.some((heading) => heading.test(text)) ? rank : undefined;
    if (open !== undefined) scores[i] = (scores[i] as number) - penalty;
  }
}

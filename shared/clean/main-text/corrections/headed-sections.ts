import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';

/**
 * Headings of sections. `leadsAway`: whether these are sections of links to other pages, as `Trending` is. Without a link, the heading is one of the
 * text: `Trending in pottery`.
 */
export type SectionHeadings = { headings: readonly RegExp[]; leadsAway: boolean };

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
  sections: readonly SectionHeadings[],
  penalty: number,
): void {
  for (let i = 0; i < blocks.length; i++) {
    const { text, element } = blocks[i] as Block;
    if (!BLOCK_KINDS.heading.has(element) || text.length >= MAX_HEADING) continue;
    const found = sections.filter(({ headings }) => headings.some((heading) => heading.test(text)));
    if (found.length === 0) continue;
    const end = endOfSection(blocks, i);
    const isLinked = blocks.slice(i, end).some(({ linked, roles }) => linked > 0 && (roles & ASIDE) === 0);
    if (!isLinked && found.every(({ leadsAway }) => leadsAway)) continue;
    for (let k = i; k < end; k++) scores[k] = (scores[k] as number) - penalty;
    i = end - 1;
  }
}

/** Returns the index of the next heading of the rank of a heading or a higher one; the number of blocks if there is none. */
function endOfSection(blocks: readonly Block[], heading: number): number {
  const rank = RANKS.indexOf((blocks[heading] as Block).element);
  for (let i = heading + 1; i < blocks.length; i++) {
    const { element } = blocks[i] as Block;
    if (BLOCK_KINDS.headline.has(element)) return i;
    const other = RANKS.indexOf(element);
    if (other >= 0 && other <= rank) return i;
  }
  return blocks.length;
}

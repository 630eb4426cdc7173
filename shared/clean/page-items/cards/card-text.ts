/** The main text of a page of cards: scores find some lines of some cards, but a text has all cards or none. */
import { totalLength } from '../../html/block-lengths.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PartsInput } from '../candidate-groups.ts';
import type { ShownItems } from '../item.ts';

/** Share of the cards that must be chosen for all of them to be text. A text beside cards may have one of their lines. */
const MIN_SHARE = 0.02;

/**
 * Returns the chosen blocks and those of all cards, in the order of the page.
 *
 * @param input `chosen`: blocks that are main text by their scores
 * @returns undefined if the chosen text has hardly any of the cards, as one that describes a collection
 */
export function cardText({ page, chosen, removed }: PartsInput, { blocks }: ShownItems): readonly Block[] | undefined {
  const isChosen = new Set(chosen);
  const within = chosen.filter((block) => blocks.has(block));
  if (totalLength(within) < totalLength(blocks) * MIN_SHARE || within.length === blocks.size) return undefined;
  return page.blocks.filter((block) => isChosen.has(block) || (blocks.has(block) && !removed?.has(block)));
}

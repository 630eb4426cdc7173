/** The main text of a page of cards: scores find some lines of some cards, but a text has all cards or none. */
import { totalLength, unlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { isSaleTerm } from '../../main-text/corrections/sale-terms.ts';
import type { PartsInput } from '../candidate-groups.ts';
import type { ShownItems } from '../item.ts';

/** Share of the cards that must be chosen for all of them to be text. A text beside cards may have one of their lines. */
const MIN_SHARE = 0.02;
/** Length of a chosen text below which the cards are text, too: a sentence above them is not all that a page says. UTF-16 units. */
export const MIN_CARD_TEXT = 300;
/** Minimum unlinked length of a paragraph that introduces the cards, in UTF-16 units. */
const MIN_INTRODUCTION = 60;
/** End of a sentence. */
const SENTENCE_END = /[.!?…。！？]["'”’»)]?$/;

/**
 * Returns the chosen blocks, those of all cards, and the sentences between the headline and the first card, in the order of the page.
 *
 * @param input `chosen`: blocks that are main text by their scores
 * @returns undefined if the chosen text needs no other block. It has no card if it has hardly any of them, as one that describes a collection
 */
export function cardText({ page, chosen, removed }: PartsInput, { blocks }: ShownItems): readonly Block[] | undefined {
  const within = chosen.filter((block) => blocks.has(block));
  const hasCards =
    totalLength(within) >= totalLength(blocks) * MIN_SHARE ||
    (totalLength(chosen) < MIN_CARD_TEXT && !isMenu(page, chosen, blocks));
  const text = new Set([...chosen, ...introduction(page, blocks), ...(hasCards ? blocks : [])]);
  if (text.size === chosen.length) return undefined;
  const isChosen = new Set(chosen);
  return page.blocks.filter((block) => isChosen.has(block) || (text.has(block) && !removed?.has(block)));
}

/** Returns whether the cards are nothing but links, and all come before a text of sentences: a menu without a name or role that says so. */
function isMenu({ blocks }: ParsedPage, chosen: readonly Block[], cards: ReadonlySet<Block>): boolean {
  if (!chosen.some(isSentence) || [...cards].some((block) => unlinkedLength(block) > 0)) return false;
  const isChosen = new Set(chosen);
  return blocks.findLastIndex((block) => cards.has(block)) < blocks.findIndex((block) => isChosen.has(block));
}

/** Returns the sentences between the last main heading before the cards and the first card. */
function introduction({ blocks }: ParsedPage, cards: ReadonlySet<Block>): Block[] {
  const first = blocks.findIndex((block) => cards.has(block));
  const isMainHeading = ({ element, roles }: Block): boolean =>
    BLOCK_KINDS.headline.has(element) && (roles & ASIDE) === 0;
  const heading = blocks.findLastIndex((block, i) => i < first && isMainHeading(block));
  return heading < 0 ? [] : blocks.slice(heading + 1, first).filter(isIntroduction);
}

const isIntroduction = (block: Block): boolean =>
  (block.roles & ASIDE) === 0 && isSentence(block) && !isSaleTerm(block.text);

const isSentence = (block: Block): boolean =>
  unlinkedLength(block) >= Math.max(MIN_INTRODUCTION, block.linked) && SENTENCE_END.test(block.text);

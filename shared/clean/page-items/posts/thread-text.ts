/** The main text of a thread by its posts: where they begin and end is better known from the names and dates than from the words. */
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MAX_ITEMS, type ShownItems } from '../item.ts';

/** Minimum share of the chosen text that the posts must contain; otherwise they may be something else, as the ratings of a list. */
const MIN_SHARE = 0.5;
/** Maximum length of the posts, as a multiple of that of the chosen text. More are comments rather than replies, although they look alike. */
const MAX_RATIO = 10;

/**
 * Returns the blocks of the posts in the order of the page, each with its author and date.
 *
 * @param chosen blocks that are main text by their scores
 * @returns undefined if the page shows no posts, only the first of many, or posts that are not its text
 */
export function threadText(
  page: ParsedPage,
  chosen: readonly Block[],
  { items, blocks }: ShownItems,
): readonly Block[] | undefined {
  if (blocks.size === 0 || items.length >= MAX_ITEMS) return undefined;
  const all = lengthOf(chosen);
  const within = lengthOf(chosen.filter((block) => blocks.has(block)));
  if (within < all * MIN_SHARE || lengthOf([...blocks]) > all * MAX_RATIO) return undefined;
  return page.blocks.filter((block) => blocks.has(block));
}

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

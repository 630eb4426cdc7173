/** The main text of a thread by its posts: where they begin and end is better known from the names and dates than from the words. */
import { totalLength } from '../../html/block-lengths.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MAX_ITEMS } from '../item.ts';
import { isParagraph } from './opening-post.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';
import type { ShownPosts } from './thread-posts.ts';

/** Minimum share of the chosen text that the posts must contain; otherwise they may be something else, as the ratings of a list. */
const MIN_SHARE = 0.5;
/** Minimum number of posts with author and date, and their minimum share of all posts, from which those of a forum need no chosen text: that may be notices and links to other threads. */
const MIN_CERTAIN = 2;
const MIN_COMPLETE = 0.8;
/** Length of a chosen text, in UTF-16 units, below which it tells nothing about the length of posts. */
const MIN_CHOSEN = 300;
/** Maximum length of the posts, as a multiple of that of the chosen text. More are comments rather than replies, although they look alike. */
const MAX_RATIO = 10;

/**
 * Returns the blocks of the posts in the order of the page, each with its author and date, and chosen passages beside them.
 *
 * @param chosen blocks that are main text by their scores
 * @param isForum whether the page is certainly one of a forum
 * @returns undefined if the page shows no posts, only the first of many, or posts that are not its text
 */
export function threadText(
  page: ParsedPage,
  chosen: readonly Block[],
  posts: ShownPosts,
  isForum: boolean,
): readonly Block[] | undefined {
  const { items, blocks } = posts;
  if (blocks.size === 0 || items.length >= MAX_ITEMS) return undefined;
  const inSidebar = containersInSidebars(page, containersAround(page, [...blocks][0]));
  const outside = chosen.filter(({ container }) => inSidebar[container] === 0);
  const all = totalLength(outside);
  const within = totalLength(outside.filter((block) => blocks.has(block)));
  const complete = items.filter(({ author, date }) => author && date).length;
  const isCertain = isForum && complete >= Math.max(MIN_CERTAIN, items.length * MIN_COMPLETE);
  const { minShare, minChosen } = isCertain
    ? { minShare: 0, minChosen: MIN_CHOSEN }
    : { minShare: MIN_SHARE, minChosen: 0 };
  if (within < all * minShare || totalLength(blocks) > Math.max(all, minChosen) * MAX_RATIO) return undefined;
  const beside = new Set(passagesBeside(page, chosen, posts).flat());
  return page.blocks.filter((block) => blocks.has(block) || beside.has(block));
}

/**
 * Returns the chosen passages outside of posts: posts without author and date between others, each from its first paragraph to its last, and
 * such an opening post.
 */
function passagesBeside(
  page: ParsedPage,
  chosen: readonly Block[],
  { elements, opening }: ShownPosts,
): (readonly Block[])[] {
  const isChosen = new Set(chosen);
  const first = page.blocks.findIndex((block) => elements.has(block));
  const last = page.blocks.findLastIndex((block) => elements.has(block));
  const between: Block[][] = [[]];
  for (const block of page.blocks.slice(first, last)) {
    if (elements.has(block)) between.push([]);
    else if (isChosen.has(block)) between.at(-1)?.push(block);
  }
  const passages = between.map((passage) => {
    const from = passage.findIndex(isParagraph);
    return from < 0 ? [] : passage.slice(from, passage.findLastIndex(isParagraph) + 1);
  });
  return [opening, ...passages];
}

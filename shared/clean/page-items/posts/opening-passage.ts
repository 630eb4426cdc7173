/** Tells an opening post that has neither author nor date from a notice above the posts. */
import { totalLength } from '../../html/block-lengths.ts';
import { classOf } from '../../html/hints/class-of.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MAX_NOTICE } from './opening-post.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';

/**
 * Returns the passage that opens a thread, without sidebars and copies of posts. It is longer than a notice, is marked as a question, or asks
 * something without a link. Notices have links, such as to the rules of the forum or to a form.
 *
 * @param opening main text between the headline and the posts
 * @returns the blocks of the passage; empty if there is none, or only a notice or a poll
 */
export function openingPassage(
  page: ParsedPage,
  opening: readonly Block[],
  { blocks, elements }: { blocks: ReadonlySet<Block>; elements: ReadonlySet<Block> },
): readonly Block[] {
  if (opening.length === 0) return [];
  const ofPosts = new Set([...blocks].map(({ text }) => text));
  const [first] = elements;
  const around = containersAround(page, first);
  const inSidebar = containersInSidebars(page, around);
  const above = opening.filter(({ text, container }) => !ofPosts.has(text) && inSidebar[container] === 0);
  if (totalLength(above) > MAX_NOTICE) return above;
  const isIn = (mark: RegExp): boolean => above.some((block) => isMarked(page, block, around, mark));
  return isIn(QUESTION_CLASS) || (asks(above) && !isIn(NOTICE_CLASS)) ? above : [];
}

/** Returns whether a sentence of a text without links is a question. */
const asks = (blocks: readonly Block[]): boolean =>
  blocks.every(({ anchors }) => anchors === 0) && blocks.some(({ text }) => QUESTION.test(text));

/** Slow for long lines: it is for texts up to `MAX_NOTICE`. */
const QUESTION = /\p{L}.*[?？؟](?:\s|["'”»)]|$)/u;

/** Returns whether a container of a block, and not of the posts, has such a class. */
function isMarked(page: ParsedPage, { container }: Block, around: ReadonlySet<number>, mark: RegExp): boolean {
  const { parents, names } = page.containers;
  for (let c = container; c !== 0 && !around.has(c); c = parents[c] as number)
    if (mark.test(classOf(page, names[c] as number))) return true;
  return false;
}

/** Class of a question, and not that of a page of questions. */
const QUESTION_CLASS =
  /(?:^|[\s_-])question(?:[_-]{1,2}(?:body|text|content|description|details?|post|message))?(?=\s|$)/i;
/** Class of a text by the forum, such as a poll or a call to register. */
const NOTICE_CLASS = /(?:^|[\s_-])(?:poll|notices?|notification|alert|banner|announcement)(?=[\s_-]|$)/i;

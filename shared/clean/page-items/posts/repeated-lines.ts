/** Removes the lines from posts that most posts of a thread have: buttons, thanks, labels such as `Location: Leeds`. */
import { PREFORMATTED } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import type { PageItem } from '../item.ts';
import { isParagraph } from './opening-post.ts';
import { MAX_DATE_LINE } from './post-lines.ts';

/** Minimum number of posts that have a line, and minimum share of all posts. */
const MIN_POSTS = 4;
const MIN_SHARE = 0.5;
/** The label at the start of a line. */
const LABEL = /^[\p{L} ]{2,24}:(?=\s)/u;

/**
 * Returns the text of each post without lines that most posts have, apart from the name of the author and numbers. A post that consists of
 * such lines is left as it is.
 *
 * @param textOf returns the blocks of the text of a post
 * @param blocksOf returns all blocks of the element of a post
 */
export function withoutRepeatedLines(
  posts: readonly PageItem[],
  textOf: (post: PageItem) => readonly Block[],
  blocksOf: (post: PageItem) => readonly Block[],
): readonly (readonly Block[])[] {
  const texts = posts.map(textOf);
  if (posts.length < MIN_POSTS) return texts;
  const keys = posts.map(({ author }, k) => {
    const text = texts[k] as readonly Block[];
    const ofParagraphs = new Set(text.filter(isUnlabelled).map(({ container }) => container));
    return new Map(
      [...text, ...blocksOf(posts[k] as PageItem)].map((block) => [
        block,
        keyOf(block, author?.[0], !ofParagraphs.has(block.container)),
      ]),
    );
  });
  const counts = new Map<string, number>();
  for (const ofPost of keys)
    for (const key of new Set(ofPost.values())) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRepeated = (key: string | undefined): boolean => {
    const count = key === undefined ? 0 : (counts.get(key) ?? 0);
    return count >= MIN_POSTS && count > posts.length * MIN_SHARE;
  };
  return texts.map((blocks, k) => {
    const own = blocks.filter((block) => !isRepeated(keys[k]?.get(block)));
    return own.length > 0 ? own : blocks;
  });
}

const isUnlabelled = (block: Block): boolean => isParagraph(block) && !LABEL.test(block.text);

/**
 * Returns what a line has in common with that of other posts; undefined for a long one and for code.
 *
 * @param mayBeLabel whether a label is enough. Beside paragraphs it belongs to the text, as `Pros: …` in each of several reviews
 */
function keyOf({ text, roles }: Block, author: string | undefined, mayBeLabel: boolean): string | undefined {
  if (text.length > MAX_DATE_LINE || (roles & PREFORMATTED) !== 0) return undefined;
  const line = author === undefined ? text : text.replaceAll(author, '');
  return (mayBeLabel ? LABEL.exec(line)?.[0] : undefined) ?? withoutNumbers(line).trim();
}

/** Returns a text with equal numbers, unless it is a sentence. */
export const withoutNumbers = (text: string): string => (SENTENCE.test(text) ? text : text.replace(/\d+/g, '0'));
const SENTENCE = /[^\s\d]{2}[.!?]$/;

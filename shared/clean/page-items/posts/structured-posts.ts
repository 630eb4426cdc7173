/** Reads the posts of a thread by its structure, if the main text has not all of them. */
import { totalLength } from '../../html/block-lengths.ts';
import { BLOCK_KINDS } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { findPaths, type PartsInput } from '../candidate-groups.ts';
import type { PageItem } from '../item.ts';
import type { KnownPosts } from './author-groups.ts';
import { blocksOfPost, type ReadPost } from './hidden-post.ts';
import { isParagraph } from './opening-post.ts';
import { findPostBodies } from './post-bodies.ts';
import type { PostLines } from './post-lines.ts';

/**
 * Reads the posts of a thread whose texts are known by their structure only (`post-bodies.ts`).
 *
 * @param shown posts that were found by the main text; `isOfBoard`: whether these look like the rows of a board
 * @param readFrom reads posts from a main text, and the post before them from another one
 * @param readAs returns how a post was read
 * @returns undefined if these are no better
 */
export function readByStructure(
  input: PartsInput,
  lines: PostLines,
  { posts: shown, isOfBoard }: { posts: PageItem[]; isOfBoard: boolean },
  readFrom: (from: PartsInput, withOpening: PartsInput) => PageItem[],
  readAs: (post: PageItem) => ReadPost | undefined,
): PageItem[] | undefined {
  const { page, chosen } = input;
  const isChosen = new Set(chosen);
  const found = findPostBodies(page, lines, {
    paths: input.paths ?? findPaths(page),
    first: chosen[0],
    known: isOfBoard ? undefined : knownPosts(shown, lines, readAs),
    mayBeRows: isOfBoard,
  });
  for (const { bodies, elements, filled } of found) {
    const known = countWithBody(shown, bodies, readAs);
    if (isOfBoard && known >= Math.max(MIN_POSTS, shown.length * MIN_COMPLETE)) return shown;
    // The post that opens the thread may be another element.
    if (filled + 1 <= known) continue;
    if (totalLength(paragraphsBetween(page, isChosen, elements)) > totalLength(bodies) * MAX_BETWEEN) continue;
    const isText = (block: Block): boolean => bodies.has(block) || (isChosen.has(block) && !elements.has(block));
    const posts = readFrom(
      { ...input, chosen: page.blocks.filter((block) => bodies.has(block)) },
      { ...input, chosen: page.blocks.filter(isText) },
    );
    const isBetter =
      countWithBody(posts, bodies, readAs) > known &&
      countComplete(posts) >= Math.max(MIN_POSTS, posts.length * MIN_COMPLETE, countComplete(shown));
    // A single post may be the whole page.
    const isRival = shown.length >= MIN_POSTS;
    if (isBetter && !(isRival && (!hasParagraphsOf(posts, shown, readAs) || areWithin(posts, shown, readAs))))
      return posts;
  }
  return undefined;
}

/** Minimum number of posts of a thread. */
const MIN_POSTS = 2;

/** Counts the posts with author and date that have a text known by its structure. */
const countWithBody = (
  posts: readonly PageItem[],
  bodies: ReadonlySet<Block>,
  readAs: (post: PageItem) => ReadPost | undefined,
): number => posts.filter((post) => isComplete(post) && readAs(post)?.text.some((block) => bodies.has(block))).length;

/** Counts the posts with author and date. */
const countComplete = (posts: readonly PageItem[]): number => posts.filter(isComplete).length;
const isComplete = ({ author, date }: PageItem): boolean => author !== undefined && date !== undefined;

/** Minimum number of posts with author and date that are certainly those of the thread. */
const MIN_CERTAIN = 3;

/** Minimum share of certain posts that have a paragraph. Others may have a signature for a text. */
const MIN_WITH_PARAGRAPH = 0.7;

/** Returns posts as known if all have author and date, and most have a paragraph; otherwise undefined. */
function knownPosts(
  shown: readonly PageItem[],
  lines: PostLines,
  readAs: (post: PageItem) => ReadPost | undefined,
): KnownPosts | undefined {
  const { length } = shown;
  // A line with the author of another post is no text of a post.
  const isText = (block: Block): boolean => isParagraph(block) && lines.memberIn(block) === undefined;
  const withParagraph = shown.filter((post) => readAs(post)?.text.some(isText)).length;
  if (length < MIN_CERTAIN || countComplete(shown) < length || withParagraph < length * MIN_WITH_PARAGRAPH)
    return undefined;
  return { count: length, elements: new Set(shown.flatMap((post) => readAs(post)?.part.blocks ?? [])) };
}

/** Returns whether more posts are within others that are certain, as comments on answers. */
function areWithin(
  posts: readonly PageItem[],
  shown: readonly PageItem[],
  readAs: (post: PageItem) => ReadPost | undefined,
): boolean {
  if (shown.length < MIN_CERTAIN || countComplete(shown) < shown.length * MIN_COMPLETE) return false;
  const around = new Set(shown.flatMap((post) => readAs(post)?.part.blocks ?? []));
  const own = new Set(shown.flatMap((post) => blocksOfPost(readAs(post))));
  const isWithin = ({ part: { blocks } }: ReadPost): boolean =>
    blocks.every((block) => around.has(block) && !own.has(block));
  return posts.flatMap((post) => readAs(post) ?? []).some(isWithin);
}

/** Maximum length of main text between the posts found by structure, as a share of their texts. More are posts themselves, with comments. */
const MAX_BETWEEN = 0.2;

/** Returns the paragraphs of the main text between the first and the last of some blocks. */
function paragraphsBetween(
  { blocks }: PartsInput['page'],
  isChosen: ReadonlySet<Block>,
  elements: ReadonlySet<Block>,
): readonly Block[] {
  const first = blocks.findIndex((block) => elements.has(block));
  const last = blocks.findLastIndex((block) => elements.has(block));
  return blocks.slice(first, last).filter((block) => isChosen.has(block) && !elements.has(block) && isParagraph(block));
}

/** Minimum share of the posts found by structure that have author and date. */
const MIN_COMPLETE = 0.8;
/** Minimum share of the paragraphs in posts found by the main text that posts found by structure must have. */
const MIN_KNOWN = 0.8;

/** Returns whether posts have most of the paragraphs of others, except those before their own: a question may have neither author nor date. */
function hasParagraphsOf(
  posts: readonly PageItem[],
  others: readonly PageItem[],
  readAs: (post: PageItem) => ReadPost | undefined,
): boolean {
  const blocksOf = (post: PageItem): readonly Block[] => blocksOfPost(readAs(post));
  const known = new Set(posts.flatMap(blocksOf));
  const blocks = others.flatMap(blocksOf);
  const from = blocks.findIndex((block) => known.has(block));
  const paragraphs = blocks
    .slice(Math.max(0, from))
    .filter((block) => isParagraph(block) && !BLOCK_KINDS.heading.has(block.element));
  return paragraphs.filter((block) => known.has(block)).length >= paragraphs.length * MIN_KNOWN;
}

/** Reads the posts of a thread: author, date and text of each, from JSON-LD, from the data of the forum, or from repeated parts. */
import { readPreloadedPosts } from '../embedded/preloaded-posts.ts';
import { ASIDE } from '../html/elements.ts';
import { parseHtml } from '../html/parse-html.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { dateParserFor } from '../metadata/date-parser.ts';
import { MEMBER } from '../metadata/forum.ts';
import type { JsonLdScript } from '../metadata/json-ld.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import { MAX_ITEM_TEXT, MAX_ITEMS, newItem, type PageItem } from './item.ts';
import { jsonLdPosts } from './json-ld-posts.ts';
import { isOpening, isParagraph, openingParts } from './opening-post.ts';
import { findPostDate } from './post-date.ts';
import { MAX_DATE_LINE, newPostLines, type PostLines } from './post-lines.ts';
import { type Part, type PartsInput, type ReadParts, readRepeatedParts } from './repeated-parts.ts';

/** Minimum number of posts of a thread. */
const MIN_POSTS = 2;
/** How many times the declared posts a page must show to replace them: a notice between posts may look like one. */
const MIN_SHOWN_RATIO = 1.2;

/** Maximum share of the parts of a thread that look like rows of a board. */
const MAX_BOARD_ROWS = 0.5;

/**
 * Returns the posts of a page in their order. Declared posts come first, from JSON-LD or the data of the forum, unless the page shows
 * clearly more: many threads declare only the question and the accepted answer.
 *
 * @param html the page with its embedded data
 * @returns undefined if the page is a board, which lists threads
 */
export function readPosts(
  input: PartsInput,
  html: string,
  url: string,
  scripts: readonly JsonLdScript[],
): PageItem[] | undefined {
  const declared = jsonLdPosts(scripts);
  const preloaded = readPreloadedPosts({ html, hasFlarumData: input.page.hasFlarumData })
    .slice(0, MAX_ITEMS)
    .map(preloadedPost);
  const stored = preloaded.length > declared.length || declared.length < MIN_POSTS ? preloaded : declared;
  const lines = newPostLines(input.page, dateParserFor(input.page, url));
  const read = (part: Part) => readPost(input.page, part, lines);
  let isBoard = false;
  const complete = (found: ReadParts): PageItem[] => {
    const rows = found.parts.filter((part) => isBoardRow(part, lines));
    if (rows.length <= found.parts.length * MAX_BOARD_ROWS) return addOpening(input, found, read);
    isBoard = true;
    return [];
  };
  const readHidden = (part: Part, posts: readonly PageItem[]) => readHiddenPost(part, posts, read);
  const shown = readRepeatedParts(input, { minItems: MIN_POSTS, minOfClass: MIN_POSTS, read, complete, readHidden });
  if (isBoard && stored.length === 0) return undefined;
  return stored.length === 0 || countLike(shown, stored) >= stored.length * MIN_SHOWN_RATIO ? shown : stored;
}

/** Returns whether a part is a row of a board: it has no paragraph, and names the last post of its thread. */
const isBoardRow = ({ blocks, text }: Part, lines: PostLines): boolean =>
  !text.some(isParagraph) && blocks.some((block) => lines.laterIn(block) !== undefined);

/** Adds the post that opens the thread if it is none of the parts. */
function addOpening(
  input: PartsInput,
  { items, parts }: ReadParts,
  read: (part: Part) => PageItem | undefined,
): PageItem[] {
  for (const part of openingParts(input, parts)) {
    const first = read(part);
    if (first && isOpening(first, items)) return [first, ...items].slice(0, MAX_ITEMS);
  }
  return items;
}

/** Reads a post beside others whose text is not main text, as that of the last one often is; undefined if it lacks what all others have. */
function readHiddenPost(
  part: Part,
  posts: readonly PageItem[],
  read: (part: Part) => PageItem | undefined,
): PageItem | undefined {
  const text = part.blocks.filter((block) => (block.roles & ASIDE) === 0 && isParagraph(block));
  const post = read({ ...part, text });
  const isLike = ['author', 'date'].every((field) => post?.[field] || !posts.every((other) => other[field]));
  return isLike ? post : undefined;
}

/** Counts the posts with distinct texts that have the fields which all other posts have. */
function countLike(posts: readonly PageItem[], others: readonly PageItem[]): number {
  const fields = ['author', 'date'].filter((field) => others.every((other) => other[field] !== undefined));
  const like = posts.filter((post) => fields.every((field) => post[field] !== undefined));
  return new Set(like.map(({ text }) => text?.[0])).size;
}

function preloadedPost({ author, date, html }: { author: string; date: string; html: string }): PageItem {
  const { blocks } = parseHtml(html, { xhtml: false, maxLinks: 0 });
  return newItem({ author, date: normalizeDate(date), text: joinBlocks(blocks, MAX_ITEM_TEXT) });
}

/** Reads a part as a post; undefined without a text, or without both author and date. */
function readPost(page: ParsedPage, part: Part, lines: PostLines): PageItem | undefined {
  const labels = new Set<Block>();
  const author = findPostAuthor(part, lines, labels);
  const date = findPostDate(page, part, lines, labels);
  if (author === undefined && date === undefined) return undefined;
  const own = part.text.filter((block) => !labels.has(block) && !isAboutMember(block, author, lines));
  const text = joinBlocks(own, MAX_ITEM_TEXT).trim();
  return text === '' ? undefined : newItem({ author, date, text });
}

/** Returns whether a short block tells of the author instead of the post: name, number of posts, date of registration. */
function isAboutMember(block: Block, author: string | undefined, { isMembership }: PostLines): boolean {
  const { text } = block;
  return (
    text === author ||
    (text.length <= MAX_DATE_LINE && !isParagraph(block) && (isMembership(block) || MEMBER.test(text)))
  );
}

/**
 * Returns the author: the first link to a member's page, otherwise the first short text that classes mark as a name, or a bold term. A link
 * that is marked as the author comes before others, which may be those of editors.
 */
function findPostAuthor({ blocks }: Part, lines: PostLines, labels: Set<Block>): string | undefined {
  const own = blocks.find((block) => lines.isMarkedAuthor(block) && lines.memberIn(block) !== undefined);
  if (own === undefined) return firstName(blocks, lines, labels);
  return takeName(own, lines.memberIn, labels);
}

/** Returns the first name that a line has, by the most reliable way in which any line of the part has one. */
function firstName(blocks: readonly Block[], lines: PostLines, labels: Set<Block>): string | undefined {
  for (const nameIn of [lines.memberIn, lines.markedLinkIn, lines.markedNameIn, lines.boldTermIn])
    for (const block of blocks) {
      const name = takeName(block, nameIn, labels);
      if (name !== undefined) return name;
    }
  return undefined;
}

/** Returns the name in a block, which is not part of the text of the post then, unless it is long. */
function takeName(block: Block, nameIn: PostLines['memberIn'], labels: Set<Block>): string | undefined {
  const name = nameIn(block);
  if (name !== undefined && block.text.length <= MAX_DATE_LINE) labels.add(block);
  return name;
}

/** Reads the posts of a thread: author, date and text of each, from JSON-LD, from the data of the forum, or from repeated parts. */
import { postContent } from '../../embedded/post-content.ts';
import { type PreloadedPost, readPreloadedPosts } from '../../embedded/preloaded-posts.ts';
import { BLOCK_KINDS } from '../../html/elements.ts';
import { parseHtml } from '../../html/parse-html.ts';
import type { Block } from '../../html/parsed-page.ts';
import { joinBlocks } from '../../main-text/join-blocks.ts';
import { dateParserFor } from '../../metadata/dates/date-parser.ts';
import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import type { JsonLdScript } from '../../metadata/json-ld.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { MAX_ITEM_TEXT, MAX_ITEMS, newItem, type PageItem, type ShownItems } from '../item.ts';
import type { Part } from '../parts.ts';
import { type ReadParts, readRepeatedParts } from '../repeated-parts.ts';
import { flatParts } from './flat-posts.ts';
import { mayBePost, newHiddenPostReader, type ReadPost } from './hidden-post.ts';
import { jsonLdPosts } from './json-ld-posts.ts';
import { openingPassage } from './opening-passage.ts';
import { isHead, isOpening, isParagraph, openingParts } from './opening-post.ts';
import { newPostLines, type PostLines, withRarerDates } from './post-lines.ts';
import { readPost } from './read-post.ts';
import { withoutRepeatedLines } from './repeated-lines.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';
import { replyParts } from './single-reply.ts';
import { readByStructure } from './structured-posts.ts';

/**
 * Posts and the blocks that show them. `elements`: all blocks in the elements of these posts, also those that are no text of them; `opening`: the
 * text that opens the thread and has neither author nor date; empty if there is none.
 */
export type ShownPosts = ShownItems & { elements: ReadonlySet<Block>; opening: readonly Block[] };

/** Minimum number of posts of a thread. */
const MIN_POSTS = 2;
/** How many times the declared posts a page must show to replace them: a notice between posts may look like one. */
const MIN_SHOWN_RATIO = 1.2;

/** Maximum share of the parts of a thread that look like rows of a board. */
const MAX_BOARD_ROWS = 0.5;
/** Minimum share of the posts with authors from which the blocks of posts are known: parts that have only dates may be some of the replies. */
const MIN_WITH_AUTHOR = 0.5;

/**
 * Returns the posts of a page in their order. Declared posts come first, from JSON-LD or the data of the forum, unless the page shows
 * clearly more: many threads declare only the question and the accepted answer. Blocks are those of the posts that the page shows; none if
 * most posts lack authors.
 *
 * @param html the page with its embedded data
 * @param posts posts in these data, if they are read already
 * @returns undefined if the page is a board, which lists threads
 */
export function readPosts(
  input: PartsInput,
  html: string,
  url: string,
  scripts: readonly JsonLdScript[],
  posts: readonly PreloadedPost[] = readPreloadedPosts({ html, hasFlarumData: input.page.hasFlarumData }),
): ShownPosts | undefined {
  const declared = jsonLdPosts(scripts);
  const preloaded = posts.slice(0, MAX_ITEMS).map(preloadedPost);
  const stored = preloaded.length > declared.length || declared.length < MIN_POSTS ? preloaded : declared;
  const readDate = dateParserFor(input.page, url);
  let lines = newPostLines(input.page, readDate);
  const shownAs = new Map<PageItem, ReadPost>();
  const read = (part: Part): PageItem | undefined => {
    const post = readPost(input, part, lines);
    if (post) shownAs.set(post.item, { part, ...post });
    return post?.item;
  };
  const openingOf = new Map<readonly PageItem[], readonly Block[]>();
  let isBoard = false;
  const complete = (from: PartsInput, found: ReadParts, mayBeBoard: boolean): PageItem[] => {
    const rows = mayBeBoard ? found.parts.filter((part) => isBoardRow(part, lines)) : [];
    const titles = mayBeBoard ? titlesOfRows(found) : 0;
    if (Math.max(rows.length, titles) > found.parts.length * MAX_BOARD_ROWS) {
      isBoard = true;
      return [];
    }
    const { posts, unread } = addOpening(from, { ...found, parts: fromFirstPost(found, shownAs) }, read);
    openingOf.set(posts, unread);
    return posts;
  };
  const readAs = (post: PageItem): ReadPost | undefined => shownAs.get(post);
  const readHidden = newHiddenPostReader(input.page, read, readAs);
  const readFrom = (from: PartsInput, withOpening = from, mayBeBoard = true): PageItem[] =>
    readRepeatedParts(from, {
      ...{ minItems: MIN_POSTS, minOfClass: MIN_POSTS, rows: 'all', withHeads: true },
      ...{ read, readHidden, complete: (found) => complete(withOpening, found, mayBeBoard) },
    });
  const main = { ...input, chosen: outsideOfSidebars(input) };
  let shown = readFrom(main);
  const structured = (isOfBoard: boolean): PageItem[] | undefined =>
    stored.length < MIN_POSTS
      ? readByStructure(
          main,
          lines,
          { posts: shown, isOfBoard },
          (from, withOpening) => readFrom(from, withOpening, false),
          readAs,
        )
      : undefined;
  if (isBoard && stored.length === 0) {
    const posts = structured(true);
    if (!posts) return undefined;
    shown = posts;
  }
  if (stored.length < MIN_POSTS && (shown.length < MIN_POSTS || shown.some(({ date }) => date === undefined))) {
    lines = withRarerDates(lines, input.page, readDate);
    shown = readFrom(main);
    if (shown.length < MIN_POSTS) shown = readAroundOpening(main, readFrom) ?? shown;
  }
  shown = structured(false) ?? shown;
  if (stored.length < MIN_POSTS && shown.length < MIN_POSTS)
    shown = readRarer(main, lines, read, (found) => complete(main, found, false)) ?? shown;
  const hasHead = isHead(input.page, shown[0], shown[1]);
  if (hasHead) shown = shown.slice(1);
  const isShown = stored.length === 0 || countLike(shown, stored) >= stored.length * MIN_SHOWN_RATIO;
  const { items, blocks, elements } = shownItems(shown, hasHead, readAs);
  const opening = openingPassage(input.page, openingOf.get(shown) ?? [], { blocks, elements });
  return { items: isShown ? items : stored, blocks, elements, opening };
}

/**
 * Returns posts with the text that no other post repeats, and the blocks that show them.
 *
 * @param hasHead whether the head of the thread, which is none of the posts, confirms an only post
 */
function shownItems(
  posts: readonly PageItem[],
  hasHead: boolean,
  readAs: (post: PageItem) => ReadPost | undefined,
): Omit<ShownPosts, 'opening'> {
  const byAuthors = posts.filter(({ author }) => author !== undefined).length;
  const areReliable = posts.length >= (hasHead ? 1 : MIN_POSTS) && byAuthors >= posts.length * MIN_WITH_AUTHOR;
  const texts = withoutRepeatedLines(
    posts,
    (post) => readAs(post)?.text ?? [],
    (post) => readAs(post)?.part.blocks ?? [],
  );
  const items = posts.map((post, k) => ({
    ...post,
    text: [joinBlocks(texts[k] as readonly Block[], MAX_ITEM_TEXT).trim()],
  }));
  const onPage = areReliable ? posts.flatMap((post) => readAs(post) ?? []) : [];
  const ownText = new Set(areReliable ? texts.flat() : []);
  const blocks = new Set(onPage.flatMap(({ labels }) => labels.filter(isShort)).concat([...ownText]));
  const elements = new Set(onPage.flatMap(({ part }) => part.blocks));
  return { items, blocks, elements };
}

/**
 * Reads a thread without elements of posts, or with one reply: two complete posts at least.
 *
 * @param complete adds the post that opens the thread
 */
function readRarer(
  input: PartsInput,
  lines: PostLines,
  read: (part: Part) => PageItem | undefined,
  complete: (found: ReadParts) => PageItem[],
): PageItem[] | undefined {
  const items = flatParts(input, lines)
    .map(read)
    .filter((item) => item !== undefined);
  if (areComplete(items)) return items;
  for (const part of replyParts(input, lines)) {
    const reply = read(part);
    const posts = reply ? complete({ items: [reply], parts: [part] }) : [];
    if (areComplete(posts)) return posts;
  }
  return undefined;
}

/** Returns whether posts are enough for a thread, and all have author and date. */
const areComplete = (posts: readonly PageItem[]): boolean =>
  posts.length >= MIN_POSTS && posts.every(({ author, date }) => author && date);

/** Returns the main text without that in sidebars. An element around the end of the main text is none. */
function outsideOfSidebars({ page, chosen }: PartsInput): readonly Block[] {
  const inSidebar = containersInSidebars(page, containersAround(page, chosen.at(-1)));
  return chosen.filter(({ container }) => inSidebar[container] === 0);
}

/**
 * Reads the posts of a thread whose main text is the post that opens it, among all paragraphs outside of asides.
 *
 * @returns undefined if a post lacks author or date, or if none has the main text, as comments on an article
 */
function readAroundOpening(input: PartsInput, readFrom: (from: PartsInput) => PageItem[]): PageItem[] | undefined {
  const isText = new Set(input.chosen);
  const chosen = input.page.blocks.filter((block) => isText.has(block) || mayBePost(block));
  const posts = readFrom({ ...input, chosen: outsideOfSidebars({ ...input, chosen }) });
  const main = input.chosen.find(isParagraph)?.text ?? '';
  return areComplete(posts) && posts.some(({ text }) => text?.[0]?.includes(main)) ? posts : undefined;
}

/** Maximum number of words of a line with the author or date that belongs to the text. Longer ones also have points, links or the title. */
const MAX_LABEL_WORDS = 9;
/** Signs between words, such as `|` and `[–]`, count as none. Lines with the author or date are not much longer. */
const isShort = ({ text }: Block): boolean =>
  text.split(' ', MAX_LABEL_WORDS * 3).filter((word) => WORD.test(word)).length <= MAX_LABEL_WORDS;
const WORD = /[\p{L}\p{N}]/u;

/** Returns whether a part is a row of a board: it has no paragraph, and names the last post of its thread. */
const isBoardRow = ({ blocks, text }: Part, lines: PostLines): boolean =>
  !text.some(isParagraph) && blocks.some((block) => lines.laterIn(block) !== undefined);

/**
 * Returns the number of different titles of parts that have no paragraph, but a linked heading other than the name of an author, as the rows of a
 * board. Short replies have the title of their thread, if any.
 */
function titlesOfRows({ items, parts }: ReadParts): number {
  const authors = new Set(items.map(({ author }) => author?.[0]));
  const isTitle = ({ element, text, linked }: Block): boolean =>
    BLOCK_KINDS.heading.has(element) && linked * 2 >= text.length && !authors.has(text);
  const isProse = (block: Block): boolean => isParagraph(block) && !isTitle(block);
  const titles = parts.flatMap(({ blocks, text }) => (text.some(isProse) ? [] : (blocks.find(isTitle)?.text ?? [])));
  return new Set(titles.map((title) => title.replace(REPLY, ''))).size;
}

const REPLY = /^(?:re|aw|sv|rif|odp):\s*/i;

/** Returns the parts from the first post on. One before it has neither author nor date, as a question among its answers. */
function fromFirstPost({ items, parts }: ReadParts, shownAs: ReadonlyMap<PageItem, { part: Part }>): readonly Part[] {
  const first = items[0] && shownAs.get(items[0])?.part.blocks;
  return parts.slice(
    Math.max(
      0,
      parts.findIndex(({ blocks }) => blocks === first),
    ),
  );
}

/** Adds the post that opens the thread if it is none of the parts. `unread`: main text there if it has neither author nor date. */
function addOpening(
  input: PartsInput,
  { items, parts }: ReadParts,
  read: (part: Part) => PageItem | undefined,
): { posts: PageItem[]; unread: readonly Block[] } {
  let unread: readonly Block[] = [];
  for (const part of openingParts(input, parts)) {
    const first = read(part);
    if (first && isOpening(first, items)) return { posts: [first, ...items].slice(0, MAX_ITEMS), unread: [] };
    unread = first ? [] : part.text;
  }
  return { posts: items, unread };
}

/** Counts the posts with distinct texts that have the fields which all other posts have. */
function countLike(posts: readonly PageItem[], others: readonly PageItem[]): number {
  const fields = ['author', 'date'].filter((field) => others.every((other) => other[field] !== undefined));
  const like = posts.filter((post) => fields.every((field) => post[field] !== undefined));
  return new Set(like.map(({ text }) => text?.[0])).size;
}

function preloadedPost({ author, date, html }: PreloadedPost): PageItem {
  const blocks = postContent(parseHtml(html, { xhtml: false, maxLinks: 0 }));
  return newItem({ author, date: normalizeDate(date), text: joinBlocks(blocks, MAX_ITEM_TEXT) });
}

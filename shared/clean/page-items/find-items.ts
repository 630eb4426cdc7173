/** Finds the structured items of a page by its kind: posts of a thread, cards of a collection or listing, or a product. */
import type { Genre } from '../document-fields.ts';
import type { PreloadedPost } from '../embedded/preloaded-posts.ts';
import { totalLength } from '../html/block-lengths.ts';
import { ASIDE, BLOCK_KINDS } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { RepeatedPaths } from '../main-text/repeated-paths.ts';
import { hasForumWord, isBoardUrl } from '../metadata/forum.ts';
import { hasArticleItem, isDeclaredArticle } from '../metadata/genre-input.ts';
import { parseJsonLdScripts } from '../metadata/json-ld.ts';
import { readThings } from '../metadata/json-ld-entities.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { certainKind } from '../page-kind/page-kind.ts';
import { PAGE_KINDS } from '../page-kind/page-kinds.ts';
import type { PartsInput } from './candidate-groups.ts';
import { cardText, MIN_CARD_TEXT } from './cards/card-text.ts';
import { readCards, readShopCards } from './cards/cards.ts';
import { jsonLdCards } from './cards/json-ld-cards.ts';
import type { PageItem, ShownItems } from './item.ts';
import { readPosts, type ShownPosts } from './posts/thread-posts.ts';
import { threadText } from './posts/thread-text.ts';
import { readProduct } from './product/product-item.ts';

/**
 * `blocks`: the main text as the scores of blocks choose it; `paths`: repeated paths of the page, and `kinds`: the probability of each kind
 * of page, if the model has judged it; `removed`: blocks that are no text because the site repeats them; `html`: the page with its embedded
 * data; `preloaded`: posts in these data, if they are read already; `resolve`: resolves a link as written, null if it is no page.
 */
export type ItemInput = {
  page: ParsedPage;
  blocks: readonly Block[];
  paths?: RepeatedPaths | undefined;
  removed?: ReadonlySet<Block> | undefined;
  kinds?: Float32Array | undefined;
  html: string;
  preloaded?: readonly PreloadedPost[] | undefined;
  url: string;
  genre: Genre;
  title: string | null;
  metadata: Metadata;
  resolve: (href: string) => string | null;
};

/**
 * Items in their order. `text`: blocks of the main text, if items correct a choice of the model; `isThread`: whether the page is a thread, if its genre
 * does not tell it, as that of a board; `cards`: blocks of the cards that the page shows; `lacksOpening`: whether the first item of a thread is a reply, because the post that opens it has neither author nor date.
 */
export type FoundItems = {
  items: PageItem[];
  text?: readonly Block[] | undefined;
  isThread?: boolean;
  lacksOpening?: boolean;
  cards?: ReadonlySet<Block>;
};

/** Minimum probability of a forum from which a page of another genre may be a thread. */
const MIN_FORUM = 0.3;
/** Minimum probability of a forum, on a page of no certain kind, from which it is a thread if no post looks like a teaser. */
const MIN_PLAIN_FORUM = 0.12;
/** That of a page whose URL has a word of forums. */
const MIN_FORUM_BY_URL = 0.05;

/** Returns the items; none for pages of other kinds. */
export function findItems(input: ItemInput): FoundItems {
  const { page, blocks: chosen, paths, removed, kinds, html, preloaded, url, genre, title, metadata, resolve } = input;
  const parts = { page, chosen, paths, removed };
  const isForum = genre === 'forum' || mayBeThread(input);
  const board = isForum && isBoardUrl(url) ? boardByUrl(parts, url, resolve) : undefined;
  if (board) return { ...board, text: kinds && board.text };
  if (isForum) {
    const posts = readPosts(parts, html, url, parseJsonLdScripts(page.jsonLd), preloaded);
    const isCertain = posts !== undefined && (genre === 'forum' || isOnlyPosts(chosen, posts));
    const text = kinds && posts && threadText(page, chosen, posts, isCertain);
    const found = posts && { items: posts.items, text, lacksOpening: posts.opening.length > 0 };
    if (genre === 'forum') return found ?? boardOf(parts, url, resolve);
    const isLikely = hasForumWord(url) || (kinds?.[FORUM] ?? 0) >= MIN_FORUM;
    if (found && text && (isLikely || arePlainPosts(posts))) return { ...found, isThread: true };
  }
  switch (genre) {
    case 'collection':
    case 'listing':
    case 'search': {
      const cards = findCards(input, parts);
      if (cards.blocks.size === 0) return { items: cards.items };
      return { items: cards.items, text: kinds && cardText(parts, cards), cards: cards.blocks };
    }
    case 'product':
      return { items: readProduct(page, title, metadata, parseJsonLdScripts(page.jsonLd), url) };
    default:
      return { items: [] };
  }
}

/**
 * Returns the cards of the main text. If there are none, returns those that JSON-LD lists, or, if the main text is hardly more than a sentence, as
 * many or more that the page shows elsewhere.
 */
function findCards({ page, url, genre, resolve }: ItemInput, parts: PartsInput): ShownItems {
  const read = genre === 'listing' ? readCards : readShopCards;
  const cards = read(parts, url, resolve);
  if (cards.items.length > 0) return cards;
  const declared = { items: jsonLdCards(parseJsonLdScripts(page.jsonLd), resolve), blocks: new Set<Block>() };
  if (totalLength(parts.chosen) >= MIN_CARD_TEXT) return declared;
  const shown = readCards({ ...parts, chosen: page.blocks.filter(({ roles }) => (roles & ASIDE) === 0) }, url, resolve);
  return shown.items.length > 0 && shown.items.length >= declared.items.length ? shown : declared;
}

/** Returns the threads of a board. */
function boardOf(parts: PartsInput, url: string, resolve: ItemInput['resolve']): FoundItems {
  const { items, blocks } = readCards(parts, url, resolve);
  return { items, isThread: false, cards: blocks };
}

/** Minimum number of threads on a board that is known by its URL. One with less may be a thread with links to others. */
const MIN_THREADS = 3;
/** Minimum unlinked length of a paragraph of a post, in UTF-16 units. Lines with the author and last post of a thread are shorter. */
const MIN_PROSE = 80;

/**
 * Returns the threads that a page lists whose URL is that of a board, wherever they are; undefined if it lists hardly any, or has a paragraph
 * for two of them. Then it may be a thread, whose posts or links to similar threads look like such a list.
 */
function boardByUrl(parts: PartsInput, url: string, resolve: ItemInput['resolve']): FoundItems | undefined {
  const chosen = parts.page.blocks.filter(({ roles }) => (roles & ASIDE) === 0);
  const shown = readCards({ ...parts, chosen }, url, resolve);
  const titles = new Set(shown.items.flatMap(({ title, link }) => (title && link ? title : [])));
  const prose = chosen.filter(({ text, linked }) => text.length - linked >= MIN_PROSE);
  if (titles.size < MIN_THREADS || prose.length * 2 > titles.size) return undefined;
  return { items: shown.items, text: cardText(parts, shown), isThread: false, cards: shown.blocks };
}

const FORUM = PAGE_KINDS.indexOf('forum');
/** Genres that the URL or the title tells, whatever the page consists of. */
const NO_THREADS: ReadonlySet<Genre> = new Set(['error', 'home', 'search']);

/** Returns whether a page of another genre is searched for posts. The comments on a declared article look like those of a thread (`genre.ts`). */
function mayBeThread({ page, genre, kinds, url, metadata }: ItemInput): boolean {
  if (kinds === undefined || NO_THREADS.has(genre)) return false;
  const forum = kinds[FORUM] as number;
  if (hasForumWord(url)) return forum >= MIN_FORUM_BY_URL;
  if (forum < (certainKind(kinds) === undefined ? MIN_PLAIN_FORUM : MIN_FORUM)) return false;
  return (
    metadata['article:published_time'] === undefined &&
    !hasArticleItem(page) &&
    !isDeclaredArticle(readThings(parseJsonLdScripts(page.jsonLd)))
  );
}

/** Returns whether the main text of a page is hardly more than a sentence beside its posts, as on a page of the comments on an article. */
const isOnlyPosts = (chosen: readonly Block[], posts: ShownPosts): boolean =>
  totalLength(chosen) < MIN_CARD_TEXT && arePlainPosts(posts);

/** Minimum length of a linked line that is the title of a teaser rather than an author, a date or a button, in UTF-16 units. */
const MIN_TEASER_LINK = 25;

/** Returns whether all posts have author and date, and none has a heading or a linked title, as the teasers of a blog have. */
function arePlainPosts({ items, elements }: ShownPosts): boolean {
  if (items.some(({ author, date }) => !author || !date)) return false;
  for (const { element, text, linked } of elements)
    if (BLOCK_KINDS.heading.has(element) || (text.length >= MIN_TEASER_LINK && linked * 2 >= text.length)) return false;
  return true;
}

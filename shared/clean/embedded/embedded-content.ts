/**
 * Reads the content of pages that a script builds in the browser. If a page itself has hardly any text, its content is in
 * `noscript` or `noframes`, or in data that the page carries for its script: an attribute of a forum, JSON in scripts, JSON-LD, JSON in attributes.
 */

import { escapeText } from 'entities/escape';
import { totalUnlinkedLength } from '../html/block-lengths.ts';
import { ASIDE } from '../html/elements.ts';
import type { PageLimits } from '../html/page-limits.ts';
import { parseHtml } from '../html/parse-html.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import { attributeData } from './attribute-data.ts';
import { findJsonTexts } from './json-texts.ts';
import { ownTexts } from './own-texts.ts';
import { postContent } from './post-content.ts';
import { type PreloadedPost, readDiscoursePosts } from './preloaded-posts.ts';
import { scriptData } from './script-data.ts';

/** Length of the unlinked text of a page below which its embedded content is read, in UTF-16 units. */
const MAX_OWN_TEXT = 600;
/** The same for its text with links, of which only blocks of some length count: teasers, but not menus. UTF-16 units. */
const MAX_LINKED_TEXT = 1200;
const MIN_LINKED_BLOCK = 60;
/** How much more text embedded content must have than the page, and how much at least, in UTF-16 units. */
const MIN_RATIO = 2;
const MIN_TEXT = 200;

/**
 * `page`: the page with the blocks of the content; `content`: those that are its main text, if no model has to tell them; `posts`: those of Discourse
 * that the page consists of.
 */
export type EmbeddedContent = { page: ParsedPage; content?: readonly Block[]; posts?: readonly PreloadedPost[] };

/** Returns the page with the embedded content instead of its own blocks; the page itself if it has enough text of its own. */
export function readEmbeddedContent(
  page: ParsedPage,
  { maxLinks, pageLimits: limits }: { maxLinks: number; pageLimits: PageLimits },
): EmbeddedContent {
  const options = { xhtml: false, maxLinks, limits };
  const length = textLength(page);
  if (length > MAX_OWN_TEXT || shownLength(page, MIN_LINKED_BLOCK) > MAX_LINKED_TEXT) return { page };
  const isBetter = (found: ParsedPage): boolean => textLength(found) >= Math.max(MIN_TEXT, length * MIN_RATIO);
  // A page of linked titles is no empty one, and its data may have no more than the teasers of these.
  const shown = shownLength(page, 1);
  const fromTexts = (
    texts: readonly string[],
    contentOf: (found: ParsedPage) => readonly Block[],
  ): EmbeddedContent | undefined => {
    if (texts.length === 0) return undefined;
    const found = parseHtml(texts.map((text) => `<article>${text}</article>`).join('\n'), options);
    return isBetter(found) && textLength(found) >= shown
      ? { page: withBlocksOf(page, found), content: contentOf(found) }
      : undefined;
  };
  const posts = readDiscoursePosts(page);
  const thread = fromTexts(
    posts
      // Notes such as "closed" have no text.
      .filter(({ html }) => html.trim() !== '')
      .map(postMarkup),
    postContent,
  );
  if (thread) return { ...thread, posts };
  if (FALLBACK.test(page.html)) {
    const visible = parseHtml(page.html.replaceAll(FALLBACK_TAGS, ' '), options);
    if (isBetter(visible)) return { page: withBlocksOf(page, visible) };
  }
  const fromData = (data: readonly unknown[]): EmbeddedContent | undefined =>
    fromTexts(
      ownTexts(findJsonTexts(data), page).map(({ html }) => html),
      ({ blocks }) => blocks,
    );
  // Attributes of a page with such scripts mostly have the data of small parts.
  return (
    fromData([...scriptData(page.html), ...page.jsonLd.map(parseLooseJson)]) ??
    fromData([...attributeData(page.html)]) ?? { page }
  );
}

const postMarkup = ({ author, html }: PreloadedPost): string =>
  `${author === '' ? '' : `<p class="author">${escapeText(author)}</p>`}${html}`;

const FALLBACK = /<no(?:script|frames)\b/i;
/**
 * Tags around the text for browsers without scripts or frames. A frameset hides what follows it, and so does a frame whose tag is written as
 * if it closed itself.
 */
const FALLBACK_TAGS = /<\/?(?:noscript|noframes|frameset)\b[^>]{0,200}>|<iframe\b[^<>]{0,2000}\/>/gi;

/** Returns the length of the text with links, in blocks of a minimum length. */
function shownLength({ blocks }: ParsedPage, minBlock: number): number {
  return blocks.reduce(
    (sum, { roles, text }) => ((roles & ASIDE) === 0 && text.length >= minBlock ? sum + text.length : sum),
    0,
  );
}

function textLength({ blocks }: ParsedPage): number {
  return totalUnlinkedLength(blocks, ASIDE);
}

/** Returns the page with the blocks of another one. Links of the other one come first, because its blocks refer to them. */
function withBlocksOf(
  page: ParsedPage,
  { html, blocks, charStats, runs, images, containers, classNames, items, ...other }: ParsedPage,
): ParsedPage {
  return {
    ...page,
    ...{ html, blocks, charStats, runs, images, containers, classNames, items },
    links: [...other.links, ...page.links],
    headings: page.headings.length > 0 ? page.headings : other.headings,
    levels: page.headings.length > 0 ? page.levels : other.levels,
    // The author of the first post is the author of the thread.
    bylines: [...page.bylines, ...other.bylines.slice(0, 1)],
  };
}

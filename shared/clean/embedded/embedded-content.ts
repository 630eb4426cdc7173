/**
 * Reads the content of pages that a script builds in the browser. If a page itself has hardly any text, its content is in
 * `noscript`, or in data that the page carries for its script: an attribute of a forum, JSON in scripts, JSON-LD.
 */

import { ASIDE } from '../html/elements.ts';
import type { PageLimits } from '../html/page-limits.ts';
import { parseHtml } from '../html/parse-html.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { totalUnlinkedLength } from '../html/unlinked-length.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import { findJsonTexts, parseJson } from './json-texts.ts';
import { readPostStreams } from './preloaded-posts.ts';

/** Length of the unlinked text of a page below which its embedded content is read, in UTF-16 units. */
const MAX_OWN_TEXT = 600;
/** How much more text embedded content must have than the page, and how much at least, in UTF-16 units. */
const MIN_RATIO = 2;
const MIN_TEXT = 200;
/** Maximum length of a script that is parsed, in UTF-16 units, and maximum number of them. */
const MAX_DATA_LENGTH = 5_000_000;
const MAX_SCRIPTS = 200;

/** `page`: the page whose blocks are the content; `isContent`: whether all of its blocks are. */
export type EmbeddedContent = { page: ParsedPage; isContent: boolean };

/** Returns the page with the embedded content instead of its own blocks; the page itself if it has enough text of its own. */
export function readEmbeddedContent(
  page: ParsedPage,
  { maxLinks, pageLimits: limits }: { maxLinks: number; pageLimits: PageLimits },
): EmbeddedContent {
  const options = { xhtml: false, maxLinks, limits };
  const own = { page, isContent: false };
  const length = textLength(page);
  if (length > MAX_OWN_TEXT) return own;
  const isBetter = (found: ParsedPage): boolean => textLength(found) >= Math.max(MIN_TEXT, length * MIN_RATIO);
  const fromData = (data: readonly unknown[]): EmbeddedContent | undefined => {
    const texts = findJsonTexts(data);
    if (texts.length === 0) return undefined;
    const found = parseHtml(texts.map((text) => `<article>${text}</article>`).join('\n'), options);
    return isBetter(found) ? { page: withBlocksOf(page, found), isContent: true } : undefined;
  };
  const posts = fromData(readPostStreams(page));
  if (posts) return posts;
  if (NOSCRIPT.test(page.html)) {
    const visible = parseHtml(page.html.replaceAll(NOSCRIPT_TAGS, ' '), options);
    if (isBetter(visible)) return { page: withBlocksOf(page, visible), isContent: false };
  }
  return fromData([...scriptData(page.html), ...page.jsonLd.map(parseLooseJson)]) ?? own;
}

const NOSCRIPT = /<noscript/i;
const NOSCRIPT_TAGS = /<\/?noscript\b[^>]{0,200}>/gi;

function textLength({ blocks }: ParsedPage): number {
  return totalUnlinkedLength(blocks.filter(({ roles }) => (roles & ASIDE) === 0));
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

/** Yields the JSON in scripts: all of a JSON script, or the first argument or assigned value of a program. */
function* scriptData(html: string): Generator<unknown> {
  let at = 0;
  for (let n = 0; n < MAX_SCRIPTS; n++) {
    const start = html.indexOf('<script', at);
    const open = start === -1 ? -1 : html.indexOf('>', start);
    const end = open === -1 ? -1 : html.indexOf('</script', open);
    if (end === -1) return;
    at = end;
    if (
      end - open < MIN_TEXT ||
      end - open > MAX_DATA_LENGTH ||
      JSON_LD.test(html.slice(start, Math.min(open, start + 200)))
    )
      continue;
    const text = html.slice(open + 1, end);
    const from = VALUE_START.exec(text.slice(0, MAX_PREFIX))?.[0].length;
    if (from === undefined) continue;
    const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
    const value = text.slice(from - 1, to);
    yield parseJson(value) ?? parseJson(value.replaceAll(UNDEFINED, '$1null'));
  }
}

const JSON_LD = /ld\+json/i;
/** Everything before the value: `window.__STATE__ =`, `data.push(`, or nothing. */
const VALUE_START = /^\s*(?:[^{"'<]{0,200}[=(]\s*)?[{[]/;
const MAX_PREFIX = 300;
/** Values that JavaScript has and JSON lacks. */
const UNDEFINED = /([:[,]\s*)undefined\b/g;

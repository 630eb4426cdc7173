/** Reads the posts of a thread: author, date and text of each, from JSON-LD, from the data of the forum, or from repeated parts. */
import { readPreloadedPosts } from '../embedded/preloaded-posts.ts';
import { AUTHOR_HINT, DATE_HINT } from '../html/hints/class-id-hints.ts';
import { RUN_SIZE, readInlines } from '../html/inline-runs.ts';
import { parseHtml } from '../html/parse-html.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { type DateParser, dateParserFor } from '../metadata/date-parser.ts';
import type { JsonLdScript } from '../metadata/json-ld.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import { MAX_ITEM_TEXT, MAX_ITEMS, newItem, type PageItem } from './item.ts';
import { jsonLdPosts } from './json-ld-items.ts';
import { type Part, readRepeatedParts } from './repeated-parts.ts';

/** Minimum number of posts of a thread. */
const MIN_POSTS = 2;
/** Maximum lengths of a name, and of a line with a date, in UTF-16 units. */
const MAX_NAME_LENGTH = 40;
const MAX_DATE_LINE = 120;

/** Returns the posts of a page in their order. @param chosen blocks of the main text @param html the page with its embedded data */
export function readPosts(
  page: ParsedPage,
  chosen: readonly Block[],
  html: string,
  url: string,
  scripts: readonly JsonLdScript[],
): PageItem[] {
  const declared = jsonLdPosts(scripts);
  if (declared.length >= MIN_POSTS) return declared;
  const preloaded = readPreloadedPosts({ html }).slice(0, MAX_ITEMS).map(preloadedPost);
  if (preloaded.length > 0) return preloaded;
  const readDate = dateParserFor(page, url);
  return readRepeatedParts(page, chosen, MIN_POSTS, (part) => readPost(page, part, readDate));
}

function preloadedPost({ author, date, html }: { author: string; date: string; html: string }): PageItem {
  const { blocks } = parseHtml(html, { xhtml: false, maxLinks: 0 });
  return newItem({ author, date: normalizeDate(date), text: joinBlocks(blocks, MAX_ITEM_TEXT) });
}

/** Reads a part as a post; undefined without a text, or without both author and date. */
function readPost(page: ParsedPage, part: Part, readDate: DateParser): PageItem | undefined {
  const labels = new Set<Block>();
  const author = findPostAuthor(page, part, readDate, labels);
  const date = findPostDate(page, part, readDate, labels);
  const text = joinBlocks(
    part.text.filter((block) => !labels.has(block)),
    MAX_ITEM_TEXT,
  ).trim();
  return text === '' || (author === undefined && date === undefined) ? undefined : newItem({ author, date, text });
}

/** Links to the pages of members. */
const MEMBER_LINK =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|memberlist|usuarios?|benutzer|mitglied(?:er)?)(?:[/.=?-])|[?&](?:u|user|uid|member|username)=|action=profile/i;
const MEMBER_CLASS = /user-?_?name|nick|poster|display-?_?name|member-?_?name|post-?_?author|author/i;
const NAME_PREFIX = /^(?:(?:posted |written |asked |answered )?by|von|av|par|por|door)\s+/i;

/** Returns the author: the first link to a member's page, otherwise the first short text that classes mark as a name. */
function findPostAuthor(
  page: ParsedPage,
  { blocks }: Part,
  readDate: DateParser,
  labels: Set<Block>,
): string | undefined {
  const isName = (text: string): boolean =>
    text.length > 1 && text.length <= MAX_NAME_LENGTH && /\p{L}/u.test(text) && readDate(text) === null;
  for (const block of blocks) {
    if (block.anchors === 0) continue;
    for (const { text, href, image } of readInlines(page, block)) {
      const name = text.replace(/^@|\s*\d+ \p{L}+ ago.*$/gu, '').trim();
      if (image !== null || href === null || !MEMBER_LINK.test(href) || !isName(name)) continue;
      if (block.text.length <= MAX_DATE_LINE) labels.add(block);
      return name;
    }
  }
  for (const block of blocks) {
    const name = block.text.replace(NAME_PREFIX, '');
    if (!isName(name) || !isMarkedName(page, block)) continue;
    labels.add(block);
    return name;
  }
  return undefined;
}

function isMarkedName({ html, containers, classNames }: ParsedPage, { hints, names, container }: Block): boolean {
  if (((hints | (containers.hints[container] as number)) & AUTHOR_HINT) !== 0) return true;
  return [names, containers.names[container] as number].some(
    (k) => k !== 0 && MEMBER_CLASS.test(html.slice(classNames.froms[k], classNames.tos[k])),
  );
}

/** Labels of the date on which a member joined the forum. */
const MEMBERSHIP =
  /\b(?:join(?:ed|\s?date)|registered|member since|registriert|mitglied seit|dabei seit|inscrit|registrado|iscritto|geregistreerd|lid sinds)\b/i;
const DATETIME = /\s(?:datetime|data-(?:time|timestamp|date))\s*=\s*["']?([^"'>]{8,40})/i;

/** Returns the date: the first one in a line that is short or marked as a date, otherwise the first `datetime` in the part. */
function findPostDate(page: ParsedPage, part: Part, readDate: DateParser, labels: Set<Block>): string | undefined {
  let isMembership = false;
  for (const block of part.blocks) {
    const isShort = block.text.length <= MAX_DATE_LINE;
    // The label and its value may be two blocks.
    const wasMembership = isMembership;
    isMembership = MEMBERSHIP.test(block.text);
    if (wasMembership || isMembership) continue;
    if (!isShort && (block.hints & DATE_HINT) === 0) continue;
    const date = readDate(block.text);
    if (date === null) continue;
    if (isShort) labels.add(block);
    return date;
  }
  return normalizeDate(DATETIME.exec(sourceOf(page, part))?.[1] ?? '') ?? undefined;
}

/** Returns the source of a part, from the end of the text before it. */
function sourceOf({ html, runs }: ParsedPage, { blocks, previous }: Part): string {
  const from = previous ? (runs[(previous.lastRun - 1) * RUN_SIZE + 1] as number | undefined) : 0;
  const to = runs[((blocks.at(-1)?.lastRun ?? 0) - 1) * RUN_SIZE + 1] as number | undefined;
  return from === undefined || to === undefined ? '' : html.slice(from, to);
}

/** Finds the links of cards that have no text: around an image, or empty and over the whole card. Their names are in attributes. */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../../text/whitespace.ts';
import { endOfText, startOfRun } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import type { Part } from '../parts.ts';

/** A link as written. `label`: its accessible name, or the alternative text of the image in it; '' if there is none. */
export type TextlessLink = { href: string; label: string };

/** A link and its position in the source. */
type Place = TextlessLink & { from: number };

/** Start tag of a link, and all up to its end tag if that is only tags. */
const LINK = /<a\s([^<>]{1,2000})>((?:\s*<(?!\/?a[\s>])[^<>]{0,2000}>){0,20})\s*<\/a\s*>/gi;
const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const LABEL = /(?:^|\s)(?:aria-label|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const ALT = /<img\s(?:[^<>]*\s)?alt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** Maximum number of links. */
const MAX_LINKS = 10_000;

/** Creates a function that returns the first such link of a part. It searches the source when it is first called. */
export function newTextlessLinks(page: ParsedPage): (part: Part) => TextlessLink | undefined {
  let links: readonly Place[] | undefined;
  let indices: ReadonlyMap<Block, number> | undefined;
  return ({ blocks, previous }) => {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last) return undefined;
    links ??= findLinks(page.html);
    indices ??= new Map(page.blocks.map((block, i) => [block, i]));
    const begin = previous === undefined ? 0 : boundaryBetween(page, previous, first);
    const end = boundaryBetween(page, last, page.blocks[(indices.get(last) as number) + 1]);
    return firstWithin(links, begin, end);
  };
}

/** Maximum distance between two texts in which the boundary of their parts is searched, in UTF-16 units. */
const MAX_DISTANCE = 10_000;
/** A tag. Elements without an end tag are none. */
const TAG = /<(\/?)(?!(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)[\s/>])[a-z][^<>]*>/gi;

/** Returns the position in the source between two blocks, after the end tag of the outermost element: a link before it is part of the first. */
function boundaryBetween(page: ParsedPage, before: Block, after: Block | undefined): number {
  const from = endOfText(page, before);
  const to = after ? startOfRun(page, after.firstRun) : page.html.length;
  let [boundary, depth, least] = [from, 0, 0];
  for (const { index, 0: tag, 1: slash } of page.html.slice(from, Math.min(to, from + MAX_DISTANCE)).matchAll(TAG)) {
    if (tag.endsWith('/>')) continue;
    depth += slash === '/' ? -1 : 1;
    if (slash !== '/' || depth > least) continue;
    least = depth;
    boundary = from + index + tag.length;
  }
  return boundary;
}

function findLinks(html: string): Place[] {
  const found: Place[] = [];
  for (const { index, 1: attributes = '', 2: inner = '' } of html.matchAll(LINK)) {
    if (found.length >= MAX_LINKS) break;
    const href = attributeOf(HREF, attributes);
    if (href === '' || href.startsWith('#')) continue;
    found.push({ from: index, href, label: attributeOf(LABEL, attributes) || attributeOf(ALT, inner) });
  }
  return found;
}

function attributeOf(attribute: RegExp, tag: string): string {
  const [, quoted, single, unquoted] = attribute.exec(tag) ?? [];
  return foldWhitespace(decodeHTML(quoted ?? single ?? unquoted ?? ''), false);
}

function firstWithin(links: readonly Place[], from: number, to: number): Place | undefined {
  let low = 0;
  for (let high = links.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((links[middle] as Place).from < from) low = middle + 1;
    else high = middle;
  }
  const first = links[low];
  return first && first.from < to ? first : undefined;
}

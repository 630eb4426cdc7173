/** Finds the links of cards that have no text: around an image, or empty and over the whole card. Their names are in attributes. */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../../text/whitespace.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import { endOfText } from '../datetimes.ts';
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
  return ({ blocks, previous }) => {
    const last = blocks.at(-1);
    if (!last) return undefined;
    links ??= findLinks(page.html);
    return firstWithin(links, previous === undefined ? 0 : endOfText(page, previous), endOfText(page, last));
  };
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

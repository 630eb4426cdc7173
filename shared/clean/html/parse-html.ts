/**
 * The one pass over a page: tags and text in their order (`scan-html.ts`) become strings of text, links, headings and
 * meta elements, all at once. There is no tree. What each kind of element means is a row in `elements.ts`, what is open is
 * in `page-stack.ts`, and all that the pass knows at a place is a `Walk`.
 */

import { NAMES_AUTHOR, NAMES_DATE } from './class-id-hints.ts';
import * as E from './elements.ts';
import { newWalk } from './new-walk.ts';
import { isJsonLd, openBase, openHtml, openMeta, openTime, readJsonLdText, readTitle } from './page-head.ts';
import { endAnchor, openAnchor, openArea, openFrame, openImage, openLink } from './page-links-found.ts';
import { beginMark, codeLanguage, endMark, hintsBy, opensText, rolesBy } from './page-marks.ts';
import { openPlayer, openSource } from './page-media.ts';
import { beginProperty, endProperty, endPropertyAt } from './page-properties.ts';
import { MARKS } from './page-runs.ts';
import { beginItem, close, closeForeign, countRow, endCell, endsSelect, push } from './page-stack.ts';
import { addHiddenText, addText, beginHeading, breakText, endBlock, endHeading } from './page-text.ts';
import type { ParsedPage } from './parsed-page.ts';
import type { Scan } from './scan.ts';
import { A, attribute, hasAttribute } from './scan-attributes.ts';
import { END_TAG, NO_TOKEN, nextToken, START_TAG, TEXT } from './scan-html.ts';
import { scanRaw, scanRest } from './scan-raw.ts';
import { beginOthers, endOthers, nestOthers, othersBy } from './schema-org.ts';
import type { ParseOptions, Walk } from './walk.ts';

export function parseHtml(html: string, options: ParseOptions): ParsedPage {
  const walk = newWalk(html, options);
  walkOver(walk);
  return walk.page;
}

/** @returns how many signs were looked at, for tests of hostile pages. */
export function walkOver(walk: Walk): number {
  const { scan } = walk;
  scan.cdata = walk.xhtml;
  let left = walk.maxNodes;
  for (let token = nextToken(scan); token !== NO_TOKEN && left-- > 0; token = nextToken(scan)) {
    if (token === TEXT) {
      if ((walk.roles & E.HIDDEN) === 0) addText(walk);
      else if (walk.link !== -1) addHiddenText(walk);
    } else if (scan.element !== 0) {
      if (token === START_TAG) openTag(walk, scan.element);
      else if (token === END_TAG) closeTag(walk, scan.element);
    }
  }
  endMark(walk);
  endProperty(walk);
  endBlock(walk);
  endAnchor(walk);
  endHeading(walk);
  return scan.steps;
}

const kind = E.kind;
const TITLE = kind('title');
const SCRIPT = kind('script');
const PLAINTEXT = kind('plaintext');
const BODY = kind('body');
const BR = kind('br');
const PRE = kind('pre');
const BUTTON = kind('button');
const FIRST_HEADING = kind('h1');

function openTag(walk: Walk, id: number): void {
  const { scan } = walk;
  const own = E.ROLES[id] as number;
  const inForeign = (walk.roles & E.FOREIGN) !== 0;
  open(walk, id, own);
  if (scan.selfClosing && (own & E.VOID) === 0 && (walk.xhtml || inForeign || (own & E.FOREIGN) !== 0))
    closeTag(walk, id);
  else if ((own & E.RAW) !== 0 && !inForeign) readRaw(walk, id);
  scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

function open(walk: Walk, id: number, own: number): void {
  const { scan } = walk;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) push(walk, id, 0);
    return;
  }
  if (walk.roles & E.HIDDEN && endsSelect(walk, id)) return;
  if (id === BUTTON && opensText(walk)) {
    if (walk.heading === undefined) breakText(walk, own);
    return;
  }
  if (own & E.BREAK) {
    if (walk.roles & E.FOREIGN) closeForeign(walk);
    breakText(walk, own);
    if (own & E.ENDS_CELL) endCell(walk);
    if ((own & E.VOID) === 0) beginLine(walk, id, own);
    if (own & E.HEADING) beginHeading(walk, id - FIRST_HEADING + 1);
  } else if (own & E.INLINE) {
    const said = hintsBy(walk);
    if (said & (NAMES_AUTHOR | NAMES_DATE)) beginMark(walk, id, said);
  } else if (own & E.MARK) {
    walk.marks |= MARKS[id] as number;
    if (own & E.ATTRIBUTES && walk.roles & E.PREFORMATTED) walk.code = codeLanguage(scan) || walk.code;
  }
  if (own & E.ATTRIBUTES) {
    OPENED[id]?.(walk);
    if (walk.others !== undefined) nestOthers(walk, walk.others, id);
    const others = describes(scan) ? othersBy(walk, id) : 0;
    if (others === 0 && says(scan)) beginProperty(walk, id);
    if (others !== 0 && (own & (E.CONTAINER | E.VOID)) === 0) beginOthers(walk, id);
    if (own & E.CONTAINER) push(walk, id, rolesBy(scan) | others);
  } else if (own & E.CONTAINER) push(walk, id, rolesBy(scan));
}

/** Whether an element says something in microdata or RDFa. */
function says(scan: Scan): boolean {
  return hasAttribute(scan, A.itemprop) || hasAttribute(scan, A.property);
}

/** Whether it may begin a thing. */
function describes(scan: Scan): boolean {
  return says(scan) || hasAttribute(scan, A.itemscope) || hasAttribute(scan, A.typeof);
}

/** A structural element: what class and id say of it is said of the text in it. */
function beginLine(walk: Walk, id: number, own: number): void {
  const { scan } = walk;
  walk.element = id;
  walk.hints = own & E.ATTRIBUTES && id !== BODY ? hintsBy(walk) : 0;
  if (own & E.ITEM) beginItem(walk, id);
  else if (own & E.ROW) countRow(walk);
  if (own & E.PREFORMATTED && id === PRE) walk.code = codeLanguage(scan);
  if (walk.hints & (NAMES_AUTHOR | NAMES_DATE)) beginMark(walk, id, walk.hints);
}

/** What is to be done with a start tag besides, by id of its element. */
const OPENED: ((walk: Walk) => void)[] = [];
for (const [name, work] of Object.entries({
  ...{ a: openAnchor, meta: openMeta, link: openLink, base: openBase, html: openHtml, time: openTime },
  ...{ img: openImage, image: openImage, area: openArea },
  ...{ source: openSource, video: openPlayer, audio: openPlayer },
  frameset: openFrameset,
  iframe: (walk: Walk) => openFrame(walk, ''),
  frame: (walk: Walk) => openFrame(walk, attribute(walk.scan, A.name) ?? ''),
}))
  OPENED[kind(name)] = work;

/** A page of frames shows no text of its own, unless it had some before. */
function openFrameset(walk: Walk): void {
  if (walk.page.blocks.length === 0 && walk.depth === 0) walk.roles |= E.HIDDEN;
}

/** An element whose content is text, whatever it looks like. */
function readRaw(walk: Walk, id: number): void {
  const { scan } = walk;
  const isData = id === SCRIPT && (walk.roles & E.INERT) === 0 && isJsonLd(walk);
  if (id === PLAINTEXT) scanRest(scan);
  else scanRaw(scan, E.nameOf(id), id === SCRIPT);
  if (id === TITLE) readTitle(walk);
  else if (isData) readJsonLdText(walk);
  else if ((walk.roles & E.HIDDEN) === 0) addText(walk);
}

function closeTag(walk: Walk, id: number): void {
  const own = E.ROLES[id] as number;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) close(walk, id);
    return;
  }
  if (walk.mark?.element === id) endMark(walk);
  if (walk.others !== undefined) endOthers(walk, walk.others, id);
  if (own & E.BREAK) {
    // `</br>` and `</p>` without a start are a line break and an empty paragraph to a browser.
    breakText(walk, own);
    if (id !== BR) {
      walk.element = 0;
      walk.hints = 0;
    }
    if (own & E.ENDS_CELL && (own & E.CONTAINER) === 0) endCell(walk);
    if (own & E.ITEM) walk.item = walk.outerItems[walk.depth - 1] ?? 0;
    if (own & E.HEADING) endHeading(walk);
  } else if (own & E.MARK) walk.marks &= ~(MARKS[id] as number);
  if (own & E.CONTAINER) close(walk, id);
  else if (id === ANCHOR) endAnchor(walk);
  if (walk.property !== undefined) endPropertyAt(walk, walk.property, id);
  walk.scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

const ANCHOR = kind('a');

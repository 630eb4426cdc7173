/**
 * Parses a page in one pass, without building a tree. Tokens (`tokenizer/tokenizer.ts`) become blocks, links, headings and meta
 * elements. `elements.ts` defines what each element does, `open-elements.ts` is the stack of open elements, and `walk.ts` the
 * state of the parser.
 */

import {
  endBylineMark,
  isAccordionButton,
  readCodeLanguage,
  readHints,
  readRoles,
  startBylineMark,
} from './byline-marks.ts';
import * as E from './elements.ts';
import { isJsonLd, openBase, openHtml, openMeta, openTime, readJsonLd, readTitle } from './head-elements.ts';
import { AUTHOR_HINT, DATE_HINT } from './hints/class-id-hints.ts';
import { ELEMENT_MARKS } from './inline-runs.ts';
import { endAnchor, openAnchor, openArea, openFrame, openImage, openLink } from './link-elements.ts';
import { openPlayer, openSource } from './media-elements.ts';
import { closeProperty, endProperty, startProperty } from './microdata.ts';
import { newWalk } from './new-walk.ts';
import {
  closeCell,
  closeElement,
  closeForeignElements,
  closeOpenSelect,
  countTableRow,
  pushElement,
  startListItem,
} from './open-elements.ts';
import type { ParsedPage } from './parsed-page.ts';
import { addHiddenText, addText, breakBlock, endBlock, endHeading, startHeading } from './text-blocks.ts';
import { endThirdParty, nestThirdParty, startThirdParty, thirdPartyRole } from './third-party-items.ts';
import { ATTR, attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import { scanPlaintext, scanRawText } from './tokenizer/raw-text.ts';
import type { Scan } from './tokenizer/scan.ts';
import { END_TAG, NO_TOKEN, nextToken, START_TAG, TEXT } from './tokenizer/tokenizer.ts';
import type { ParseOptions, Walk } from './walk.ts';

/** Parses a page. Never throws; time is linear in the length of the page. */
export function parseHtml(html: string, options: ParseOptions): ParsedPage {
  const walk = newWalk(html, options);
  walkPage(walk);
  return walk.page;
}

/** Parses the page of a walk. @returns the number of characters read, which tests compare with the length of the page */
export function walkPage(walk: Walk): number {
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
  endBylineMark(walk);
  endProperty(walk);
  endBlock(walk);
  endAnchor(walk);
  endHeading(walk);
  return scan.steps;
}

const kind = E.elementId;
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
  const own = E.ELEMENT_ROLES[id] as number;
  const inForeign = (walk.roles & E.FOREIGN) !== 0;
  openElement(walk, id, own);
  if (scan.selfClosing && (own & E.VOID) === 0 && (walk.xhtml || inForeign || (own & E.FOREIGN) !== 0))
    closeTag(walk, id);
  else if ((own & E.RAW) !== 0 && !inForeign) readRawText(walk, id);
  scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

function openElement(walk: Walk, id: number, own: number): void {
  const { scan } = walk;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) pushElement(walk, id, 0);
    return;
  }
  if (walk.roles & E.HIDDEN && closeOpenSelect(walk, id)) return;
  if (id === BUTTON && isAccordionButton(walk)) {
    if (walk.heading === undefined) breakBlock(walk, own);
    return;
  }
  if (own & E.BREAK) {
    if (walk.roles & E.FOREIGN) closeForeignElements(walk);
    breakBlock(walk, own);
    if (own & E.ENDS_CELL) closeCell(walk);
    if ((own & E.VOID) === 0) startBlock(walk, id, own);
    if (own & E.HEADING) startHeading(walk, id - FIRST_HEADING + 1);
  } else if (own & E.BYLINE_CANDIDATE) {
    const hints = readHints(walk);
    if (hints & (AUTHOR_HINT | DATE_HINT)) startBylineMark(walk, id, hints);
  } else if (own & E.FORMATTING) {
    walk.marks |= ELEMENT_MARKS[id] as number;
    if (own & E.ATTRIBUTES && walk.roles & E.PREFORMATTED) walk.code = readCodeLanguage(scan) || walk.code;
  }
  if (own & E.ATTRIBUTES) {
    START_TAG_HANDLERS[id]?.(walk);
    if (walk.thirdParty !== undefined) nestThirdParty(walk, walk.thirdParty, id);
    const thirdParty = mayStartItem(scan) ? thirdPartyRole(walk, id) : 0;
    if (thirdParty === 0 && hasProperty(scan)) startProperty(walk, id);
    if (thirdParty !== 0 && (own & (E.CONTAINER | E.VOID)) === 0) startThirdParty(walk, id);
    if (own & E.CONTAINER) pushElement(walk, id, readRoles(scan) | thirdParty);
  } else if (own & E.CONTAINER) pushElement(walk, id, readRoles(scan));
}

/** Whether the element has a microdata or RDFa property. */
function hasProperty(scan: Scan): boolean {
  return hasAttribute(scan, ATTR.itemprop) || hasAttribute(scan, ATTR.property);
}

/** Whether the element may start a microdata or RDFa item. */
function mayStartItem(scan: Scan): boolean {
  return hasProperty(scan) || hasAttribute(scan, ATTR.itemscope) || hasAttribute(scan, ATTR.typeof);
}

/** Starts the block of a structural element, with the hints of its class and id. */
function startBlock(walk: Walk, id: number, own: number): void {
  const { scan } = walk;
  walk.element = id;
  walk.hints = own & E.ATTRIBUTES && id !== BODY ? readHints(walk) : 0;
  if (own & E.ITEM) startListItem(walk, id);
  else if (own & E.ROW) countTableRow(walk);
  if (own & E.PREFORMATTED && id === PRE) walk.code = readCodeLanguage(scan);
  if (walk.hints & (AUTHOR_HINT | DATE_HINT)) startBylineMark(walk, id, walk.hints);
}

/** Handlers of start tags, by element id. */
const START_TAG_HANDLERS: ((walk: Walk) => void)[] = [];
for (const [name, work] of Object.entries({
  ...{ a: openAnchor, meta: openMeta, link: openLink, base: openBase, html: openHtml, time: openTime },
  ...{ img: openImage, image: openImage, area: openArea },
  ...{ source: openSource, video: openPlayer, audio: openPlayer },
  frameset: openFrameset,
  iframe: (walk: Walk) => openFrame(walk, ''),
  frame: (walk: Walk) => openFrame(walk, attributeValue(walk.scan, ATTR.name) ?? ''),
}))
  START_TAG_HANDLERS[kind(name)] = work;

/** Hides the rest of a page of frames, unless the page has text before the frameset. */
function openFrameset(walk: Walk): void {
  if (walk.page.blocks.length === 0 && walk.depth === 0) walk.roles |= E.HIDDEN;
}

/** Reads an element whose content is raw text. */
function readRawText(walk: Walk, id: number): void {
  const { scan } = walk;
  const isData = id === SCRIPT && (walk.roles & E.INERT) === 0 && isJsonLd(walk);
  if (id === PLAINTEXT) scanPlaintext(scan);
  else scanRawText(scan, E.elementName(id), id === SCRIPT);
  if (id === TITLE) readTitle(walk);
  else if (isData) readJsonLd(walk);
  else if ((walk.roles & E.HIDDEN) === 0) addText(walk);
}

function closeTag(walk: Walk, id: number): void {
  const own = E.ELEMENT_ROLES[id] as number;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) closeElement(walk, id);
    return;
  }
  if (walk.bylineMark?.element === id) endBylineMark(walk);
  if (walk.thirdParty !== undefined) endThirdParty(walk, walk.thirdParty, id);
  if (own & E.BREAK) {
    // Browsers read `</br>` as a line break, and `</p>` without a start tag as an empty paragraph.
    breakBlock(walk, own);
    if (id !== BR) {
      walk.element = 0;
      walk.hints = 0;
    }
    if (own & E.ENDS_CELL && (own & E.CONTAINER) === 0) closeCell(walk);
    if (own & E.ITEM) walk.item = walk.outerItems[walk.depth - 1] ?? 0;
    if (own & E.HEADING) endHeading(walk);
  } else if (own & E.FORMATTING) walk.marks &= ~(ELEMENT_MARKS[id] as number);
  if (own & E.CONTAINER) closeElement(walk, id);
  else if (id === ANCHOR) endAnchor(walk);
  if (walk.property !== undefined) closeProperty(walk, walk.property, id);
  walk.scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

const ANCHOR = kind('a');

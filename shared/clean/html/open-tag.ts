/** Handles start tags. */

import { hiddenRole, readBlockLanguage, readCodeLanguage, readHints, readRoles } from './attribute-hints.ts';
import { startBylineMark } from './byline-marks.ts';
import { handleEndTag } from './close-tag.ts';
import { openCustomElement } from './custom-elements.ts';
import * as E from './elements.ts';
import { appendMath } from './formulas/append-math.ts';
import { appendScriptFormula, isFormulaScript } from './formulas/formula-script.ts';
import { MATH, startFormula } from './formulas/formula-source.ts';
import {
  isFlarumData,
  isJsonLd,
  openAbbreviation,
  openBase,
  openHtml,
  openMeta,
  openTime,
  readJsonLd,
  readTitle,
} from './head-elements.ts';
import { isAccordionButton } from './hidden/accordion-button.ts';
import { mayControl, noteControl } from './hidden/disclosed.ts';
import { labelRole } from './hidden/heading-labels.ts';
import { AUTHOR_HINT, BLOCK_HINTS, DATE_HINT, SOURCE_HINT } from './hints/class-id-hints.ts';
import { ELEMENT_MARKS } from './inline-runs.ts';
import { openAnchor, openArea, openFrame, openImage, openLink } from './link-elements.ts';
import { openPlayer, openSource } from './media-elements.ts';
import {
  closeCell,
  closeForeignElements,
  closeOpenSelect,
  countTableRow,
  pushElement,
  pushShadowRoot,
  startListItem,
} from './open-elements.ts';
import { startProperty } from './properties/microdata.ts';
import { nestInRegion, startRegion } from './role-regions.ts';
import { NO_RUBY, openRuby } from './ruby.ts';
import { appendLineBreak, appendText, breakBlock, endHeading, endRubyBefore, startHeading } from './text-blocks.ts';
import { thirdPartyRole } from './third-party-items.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import { scanPlaintext, scanRawText } from './tokenizer/raw-text.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { OpenProperty, Walk } from './walk.ts';

const TITLE = E.elementId('title');
const SCRIPT = E.elementId('script');
const NOSCRIPT = E.elementId('noscript');
const PLAINTEXT = E.elementId('plaintext');
const BODY = E.elementId('body');
const HTML = E.elementId('html');
const TEMPLATE = E.elementId('template');
const PRE = E.elementId('pre');
const ANCHOR = E.elementId('a');
const BUTTON = E.elementId('button');
const CITE = E.elementId('cite');
const BLOCKQUOTE = E.elementId('blockquote');
const DIV = E.elementId('div');
const FIRST_HEADING = E.elementId('h1');
const P = E.elementId('p');
const BR = E.elementId('br');

/** Handles a start tag, including raw text content and self-closing syntax. */
export function handleStartTag(walk: Walk, id: number): void {
  const { scan } = walk;
  const own = E.ELEMENT_ROLES[id] as number;
  const inForeign = (walk.roles & E.FOREIGN) !== 0;
  openElement(walk, id, own);
  if (scan.selfClosing && (own & E.VOID) === 0 && (walk.xhtml || inForeign || (own & E.FOREIGN) !== 0))
    handleEndTag(walk, id);
  else if ((own & E.RAW) !== 0 && !inForeign) readRawText(walk, id);
  scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

/** Applies the roles of an element. @param own its roles */
function openElement(walk: Walk, id: number, own: number): void {
  const { scan } = walk;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) pushElement(walk, id, 0);
    return;
  }
  if (walk.roles & E.HIDDEN && closeOpenSelect(walk, id)) return;
  if (own & E.ATTRIBUTES && mayControl(scan, id)) noteControl(walk, id);
  if (id === BUTTON && isAccordionButton(walk)) {
    if (walk.heading === undefined) breakBlock(walk, own);
    return;
  }
  if (walk.ruby !== NO_RUBY) endRubyBefore(walk, id, own);
  let label = 0;
  if (own & E.RUBY) openRuby(walk, id);
  else if (id === BR && (walk.roles & E.PREFORMATTED) !== 0) appendLineBreak(walk);
  else if (own & E.BREAK) {
    if (walk.roles & E.FOREIGN) closeForeignElements(walk);
    breakBlock(walk, own);
    if (own & E.ENDS_CELL) closeCell(walk);
    if ((own & E.VOID) === 0) startBlock(walk, id, own);
    // A heading without an end tag.
    if (id === P && walk.heading) endHeading(walk);
    if (own & E.HEADING) startHeading(walk, id - FIRST_HEADING + 1);
  } else if (own & E.BYLINE_CANDIDATE) {
    if (id === CITE) walk.inAttribution = beginsQuotation(walk);
    const hints = readHints(walk);
    if (hints & (AUTHOR_HINT | DATE_HINT)) startBylineMark(walk, id, hints);
    if (walk.heading !== undefined || id === ANCHOR || hints & SOURCE_HINT) label = labelRole(walk, id, hints);
  } else if (own & E.FORMATTING) {
    walk.marks |= ELEMENT_MARKS[id] as number;
    if (own & E.ATTRIBUTES && walk.roles & E.PREFORMATTED) walk.code = readCodeLanguage(scan) || walk.code;
  }
  if (own & E.ATTRIBUTES) {
    START_TAG_HANDLERS[id]?.(walk);
    if (walk.region !== undefined) nestInRegion(walk, walk.region, id);
    const thirdParty = mayStartItem(scan) ? thirdPartyRole(walk, id) : 0;
    const { property } = walk;
    if (thirdParty === 0 && hasProperty(scan)) startProperty(walk, id);
    if (id === TEMPLATE && hasAttribute(scan, ATTR.shadowrootmode)) pushShadowRoot(walk, id);
    else if (id === E.CUSTOM_ELEMENT) openCustomElement(walk, readRoles(walk) | thirdParty);
    else if (own & E.CONTAINER) pushElement(walk, id, readRoles(walk) | thirdParty);
    else if ((own & E.VOID) === 0 && id !== HTML) {
      const role = label | thirdParty | (mayHide(walk, own, property) ? hiddenRole(walk) : 0);
      if (role !== 0) startRegion(walk, id, role);
    }
  } else if (own & E.CONTAINER) {
    pushElement(walk, id, readRoles(walk));
    if (id === MATH) {
      startFormula(walk);
      appendMath(walk);
    }
  }
}

/**
 * Whether `hidden` and `style` of an element that is not on the stack hide its content. Not of list items, which scripts show on demand:
 * the rest of a list, answers. Nor of a value for programs, such as the author's name in a span. A hidden part of a product's value is none.
 * @param outer the property that was open before the element
 */
const mayHide = ({ property, bylineMark }: Walk, own: number, outer: OpenProperty | undefined): boolean =>
  (own & E.ITEM) === 0 &&
  (property === undefined || (property.product !== undefined && property === outer)) &&
  bylineMark === undefined;

/**
 * Whether the next text is the first one of a quotation outside of a paragraph. Forum programs (phpBB, MyBB) write there whom a post quotes, and
 * show it as a line: `<blockquote><cite>ada wrote:</cite>Moss grows.</blockquote>`.
 */
const beginsQuotation = ({ element, block, openCounts, page, depth, firstBlocks }: Walk): boolean =>
  openCounts[BLOCKQUOTE] !== 0 &&
  (element === BLOCKQUOTE || element === DIV) &&
  block === '' &&
  page.blocks.length === firstBlocks[depth - 1];

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
  walk.names = 0;
  walk.hints = own & E.ATTRIBUTES && id !== BODY ? readHints(walk) & BLOCK_HINTS : 0;
  walk.blockNames = walk.names;
  if (own & E.ITEM) startListItem(walk, id);
  else if (own & E.ROW) countTableRow(walk);
  if (own & E.PREFORMATTED && id === PRE) walk.code = readBlockLanguage(scan);
  if (walk.hints & (AUTHOR_HINT | DATE_HINT)) startBylineMark(walk, id, walk.hints);
}

/** Handlers of start tags, by element id. */
const START_TAG_HANDLERS: ((walk: Walk) => void)[] = [];
for (const [name, work] of Object.entries({
  ...{ a: openAnchor, meta: openMeta, link: openLink, base: openBase, html: openHtml },
  ...{ time: openTime, 'relative-time': openTime, 'local-time': openTime, 'time-ago': openTime },
  ...{ 'faceplate-timeago': openTime, abbr: openAbbreviation },
  ...{ img: openImage, image: openImage, area: openArea },
  ...{ source: openSource, video: openPlayer, audio: openPlayer },
  frameset: openFrameset,
  iframe: (walk: Walk) => openFrame(walk, ''),
  frame: (walk: Walk) => openFrame(walk, attributeValue(walk.scan, ATTR.name) ?? ''),
}))
  START_TAG_HANDLERS[E.elementId(name)] = work;

/** Hides the rest of a page of frames, unless the page has text before the frameset. */
function openFrameset(walk: Walk): void {
  if (walk.page.blocks.length === 0 && walk.depth === 0) walk.roles |= E.HIDDEN;
}

/** Reads an element whose content is raw text. */
function readRawText(walk: Walk, id: number): void {
  const { scan } = walk;
  const isScript = id === SCRIPT && (walk.roles & E.INERT) === 0;
  const isData = isScript && isJsonLd(walk);
  const isFormula = isScript && isFormulaScript(walk);
  if (isScript && isFlarumData(walk)) walk.page.hasFlarumData = true;
  if (id === PLAINTEXT) scanPlaintext(scan);
  // To a browser with scripts all of `noscript` is raw text, so an unclosed frame in it ends with it.
  else scanRawText(scan, E.elementName(id), id === SCRIPT, walk.openCounts[NOSCRIPT] !== 0);
  if (id === TITLE) readTitle(walk);
  else if (isData) readJsonLd(walk);
  else if (isFormula) appendScriptFormula(walk);
  else if ((walk.roles & E.HIDDEN) === 0) appendText(walk);
}

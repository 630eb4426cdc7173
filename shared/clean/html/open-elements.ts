/**
 * The stack of open elements, in flat arrays. It only contains elements that affect their content (navigation, scripts, SVG …).
 * Its depth is bounded, and a count per element finds end tags without a start tag at once. So a million nested or unclosed
 * elements take linear time.
 */

import * as E from './elements.ts';
import { COMMENT_HINT, CONSENT_HINT } from './hints/class-id-hints.ts';
import { isNote, releaseProse } from './prose-in-asides.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import { EXTRA_HIDDEN_DEPTH, type Walk } from './walk.ts';

/** Elements whose content cannot close an element outside, except by the end tag of a table or cell. */
const SCOPES = new Set(['table', 'td', 'th', 'caption', 'foreignobject', 'desc', 'annotation-xml'].map(E.elementId));
const TEMPLATE = E.elementId('template');
const SELECT = E.elementId('select');
const OL = E.elementId('ol');
const TABLE = E.elementId('table');
const NAV = E.elementId('nav');
const ASIDE = E.elementId('aside');
const ARTICLE = E.elementId('article');
const HEADER = E.elementId('header');
const BODY = E.elementId('body');

/** Pushes an element. @param extra roles from its attributes */
export function pushElement(walk: Walk, id: number, extra: number): void {
  const own = E.ELEMENT_ROLES[id] as number;
  const { depth } = walk;
  if (depth >= (own & E.HIDDEN ? walk.maxDepth + EXTRA_HIDDEN_DEPTH : walk.maxDepth)) {
    walk.skippedDepth++;
    return;
  }
  walk.openIds[depth] = id;
  walk.outerRoles[depth] = walk.roles;
  walk.outerContainers[depth] = walk.container;
  walk.outerItems[depth] = walk.item;
  walk.outerMarks[depth] = walk.marks;
  walk.firstBlocks[depth] = walk.page.blocks.length;
  walk.depth = depth + 1;
  walk.openCounts[id] = (walk.openCounts[id] as number) + 1;
  const isContainer = (own & (E.BREAK | E.HIDDEN)) === E.BREAK || id === E.CUSTOM_ELEMENT;
  if (isContainer) addContainer(walk, id);
  if (own & E.SCOPE) walk.marks = 0;
  if (own & E.INTEGRATION) walk.roles &= ~E.FOREIGN;
  const ofReaders = own & E.BREAK && walk.hints & COMMENT_HINT ? E.USER_CONTENT : 0;
  const ofConsent = isContainer && walk.hints & CONSENT_HINT ? E.ASIDE : 0;
  // The main content is part of no aside: one around it has lost its end tag.
  if ((own | extra) & E.MAIN) walk.roles &= ~E.ASIDE;
  walk.roles |= (own | extra | ofReaders | ofConsent) & E.INHERITED;
}

function addContainer(walk: Walk, id: number): void {
  const { parents, elements, hints, names, ordinals } = walk.page.containers;
  const outer = walk.container;
  parents.push(outer);
  elements.push(id);
  hints.push(id === BODY ? 0 : walk.hints);
  names.push(id === BODY ? 0 : walk.blockNames);
  let ordinal = 0;
  if (id === OL) ordinal = listStart(walk);
  else if ((id === TD || id === TH) && elements[outer] === TABLE) {
    ordinal = ordinals[outer] as number;
    noteSpan(walk, parents.length - 1);
  }
  ordinals.push(ordinal);
  walk.container = parents.length - 1;
}

/** Notes the span of a cell if it has one. */
function noteSpan({ scan, page }: Walk, cell: number): void {
  if (!hasAttribute(scan, ATTR.colspan) && !hasAttribute(scan, ATTR.rowspan)) return;
  const rows = spanOf(scan, ATTR.rowspan);
  const columns = spanOf(scan, ATTR.colspan);
  if (rows > 1 || columns > 1) page.containers.spans.set(cell, { rows, columns });
}

/** Returns the value of an attribute with a span, at least 1. A `rowspan` of 0, up to the end of the row group, counts as 1. */
function spanOf(scan: Scan, attribute: number): number {
  const span = Number.parseInt(attributeValue(scan, attribute) ?? '1', 10);
  return span > 1 ? Math.min(span, MAX_SPAN) : 1;
}

/** Maximum number of rows that a cell spans (HTML standard). */
const MAX_SPAN = 65_534;

/** Returns the first number of an ordered list: its `start`, or 1 if that is no integer. */
function listStart({ scan }: Walk): number {
  const start = Number.parseInt(attributeValue(scan, ATTR.start) ?? '1', 10);
  return Number.isSafeInteger(start) ? start : 1;
}

/** Counts a row of the current table. Rows and items are not on the stack. */
export function countTableRow({ container, page }: Walk): void {
  const { elements, ordinals } = page.containers;
  if (elements[container] === TABLE) ordinals[container] = (ordinals[container] as number) + 1;
}

/** Starts a list item and numbers it. */
export function startListItem(walk: Walk, id: number): void {
  const { containers, items } = walk.page;
  const list = walk.container;
  items.containers.push(list);
  items.elements.push(id);
  const ordered = containers.elements[list] === OL;
  const ordinal = ordered ? itemNumber(walk, id, containers.ordinals[list] as number) : 0;
  items.ordinals.push(ordinal);
  if (ordered) containers.ordinals[list] = ordinal + 1;
  walk.item = items.containers.length - 1;
}

/** Returns the `value` of an item of an ordered list if it is an integer. @param next the number after that of the item before */
function itemNumber({ scan }: Walk, id: number, next: number): number {
  if (id !== LI || !hasAttribute(scan, ATTR.value)) return next;
  const value = Number.parseInt(attributeValue(scan, ATTR.value) as string, 10);
  return Number.isSafeInteger(value) ? value : next;
}

const LI = E.elementId('li');

/** Pushes a template that declares a shadow root: its content is that of the element around it. */
export function pushShadowRoot(walk: Walk, id: number): void {
  const { depth, roles } = walk;
  pushElement(walk, id, 0);
  if (walk.depth > depth) walk.roles = roles;
}

/** Pops the innermost element and restores the state outside of it. */
export function popElement(walk: Walk): void {
  const depth = --walk.depth;
  if (walk.region !== undefined && walk.region.depth > depth) walk.region = undefined;
  const id = walk.openIds[depth] as number;
  walk.openCounts[id] = (walk.openCounts[id] as number) - 1;
  walk.roles = walk.outerRoles[depth] as number;
  if (mayBeProse(walk, id)) releaseProse(walk.page, walk.container, walk.firstBlocks[depth] as number);
  walk.container = walk.outerContainers[depth] as number;
  walk.item = walk.outerItems[depth] as number;
  walk.marks = walk.outerMarks[depth] as number;
}

/** Whether an element is navigation, or an aside of the page's own text, by its name and what is around it. */
function mayBeProse({ roles, openCounts, page, container }: Walk, id: number): boolean {
  if ((id !== NAV && id !== ASIDE) || (roles & E.ASIDE) !== 0) return false;
  if (id === NAV) return openCounts[HEADER] === 0;
  return openCounts[ARTICLE] !== 0 || (roles & E.MAIN) !== 0 || (openCounts[HEADER] === 0 && isNote(page, container));
}

/** Handles an end tag: closes the element and everything open in it. */
export function closeElement(walk: Walk, id: number): void {
  const { openIds } = walk;
  if (walk.skippedDepth > 0 && openIds[walk.depth - 1] !== id) {
    walk.skippedDepth--;
    return;
  }
  if (walk.openCounts[id] === 0) return;
  const scoped = ((E.ELEMENT_ROLES[id] as number) & E.SCOPE) === 0;
  let at = walk.depth - 1;
  while (openIds[at] !== id) {
    const open = openIds[at] as number;
    if (open === TEMPLATE || (scoped && SCOPES.has(open))) {
      walk.scan.steps += walk.depth - at;
      return;
    }
    at--;
  }
  walk.scan.steps += walk.depth - at;
  while (walk.depth > at) popElement(walk);
}

/** Closes the open cell before the next cell, row or part of the table, as browsers do. */
export function closeCell(walk: Walk): void {
  const { openIds, openCounts, skippedDepth } = walk;
  if (skippedDepth > 0 || (openCounts[TD] === 0 && openCounts[TH] === 0 && openCounts[CAPTION] === 0)) return;
  for (let at = walk.depth - 1; at >= 0; at--) {
    const id = openIds[at] as number;
    walk.scan.steps++;
    if (id === TABLE || id === TEMPLATE) return;
    if (id !== TD && id !== TH && id !== CAPTION) continue;
    while (walk.depth > at) popElement(walk);
    return;
  }
}

const TD = E.elementId('td');
const TH = E.elementId('th');
const CAPTION = E.elementId('caption');

/** Closes a select that was left open before a form field or a table part. @returns whether the start tag has no other effect */
export function closeOpenSelect(walk: Walk, id: number): boolean {
  if (walk.openCounts[SELECT] === 0 || walk.openCounts[TEMPLATE] !== 0) return false;
  if (FORM_FIELDS.has(id)) closeElement(walk, SELECT);
  else if (TABLE_PARTS.has(id) && walk.openCounts[TABLE] !== 0) closeElement(walk, SELECT);
  return id === SELECT;
}

const FORM_FIELDS = new Set(['select', 'input', 'textarea', 'keygen'].map(E.elementId));
const TABLE_PARTS = new Set(['caption', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'table'].map(E.elementId));

/** Closes SVG and MathML before an HTML element in them, as browsers do. */
export function closeForeignElements(walk: Walk): void {
  while ((walk.roles & E.FOREIGN) !== 0 && walk.depth > 0) popElement(walk);
}

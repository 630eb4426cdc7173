/**
 * Roles of content in an element that is not on the stack of open elements, such as a paragraph, a list item or a span: third-party
 * content, and hidden content. One such region is open at a time.
 */
import * as E from './elements.ts';
import type { RoleRegion, Walk } from './walk.ts';

const PARAGRAPH = E.elementId('p');

/** Starts a region at a start tag, unless one is open. */
export function startRegion(walk: Walk, id: number, role: number): void {
  if (walk.region !== undefined) return;
  walk.roles |= role;
  walk.region = { element: id, depth: walk.depth, nested: 0, role };
}

/**
 * Handles a start tag in a region: counts a nested inline element of the same name; a new list item or paragraph ends the region, and
 * any block ends that of a paragraph.
 */
export function nestInRegion(walk: Walk, open: RoleRegion, id: number): void {
  if (open.depth !== walk.depth) return;
  const isBlock = ((E.ELEMENT_ROLES[id] as number) & (E.BREAK | E.VOID)) === E.BREAK;
  if (open.element === id ? isBlock : isBlock && open.element === PARAGRAPH) leaveRegion(walk, open);
  else if (open.element === id) open.nested++;
}

/** Handles an end tag in a region. */
export function endRegion(walk: Walk, open: RoleRegion, id: number): void {
  if (open.element === id && open.depth === walk.depth && open.nested-- === 0) leaveRegion(walk, open);
}

function leaveRegion(walk: Walk, open: RoleRegion): void {
  walk.roles &= ~open.role;
  walk.region = undefined;
}

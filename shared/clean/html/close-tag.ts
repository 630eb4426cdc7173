/** Handles end tags. */

import { endBylineMark } from './byline-marks.ts';
import { closeCustomElement } from './custom-elements.ts';
import * as E from './elements.ts';
import { endFormula, MATH } from './formulas/formula-source.ts';
import { ELEMENT_MARKS } from './inline-runs.ts';
import { noteEmptyLine } from './lines/empty-lines.ts';
import { endAnchor } from './link-elements.ts';
import { closeCell, closeElement } from './open-elements.ts';
import { closeProperty } from './properties/microdata.ts';
import { endRegion } from './role-regions.ts';
import { closeRuby, NO_RUBY } from './ruby.ts';
import { breakBlock, endHeading, endRubyBefore } from './text-blocks.ts';
import type { Walk } from './walk.ts';

const ANCHOR = E.elementId('a');
const BR = E.elementId('br');
const DIV = E.elementId('div');
const CITE = E.elementId('cite');
/** Code of a space. White space of HTML has no higher code. */
const SPACE = 0x20;

/** Handles an end tag. */
export function handleEndTag(walk: Walk, id: number): void {
  const own = E.ELEMENT_ROLES[id] as number;
  if (walk.roles & E.INERT) {
    if (own & E.CONTAINER) closeElement(walk, id);
    return;
  }
  if (walk.ruby !== NO_RUBY) endRubyBefore(walk, id, own);
  if (own & E.RUBY) closeRuby(walk, id);
  if (walk.bylineMark?.element === id) endBylineMark(walk);
  if (walk.region !== undefined) endRegion(walk, walk.region, id);
  if (own & E.BREAK) {
    // Browsers read `</br>` as a line break, and `</p>` without a start tag as an empty paragraph.
    breakBlock(walk, own);
    if (id === DIV) noteEmptyLine(walk);
    if (id !== BR) {
      walk.element = 0;
      walk.hints = 0;
      walk.blockNames = 0;
    }
    if (own & E.ENDS_CELL && (own & E.CONTAINER) === 0) closeCell(walk);
    if (own & E.ITEM) walk.item = walk.outerItems[walk.depth - 1] ?? 0;
    if (own & E.HEADING) endHeading(walk);
  } else if (id === CITE && walk.inAttribution) endAttribution(walk);
  else if (own & E.FORMATTING) walk.marks &= ~(ELEMENT_MARKS[id] as number);
  if (id === E.CUSTOM_ELEMENT) closeCustomElement(walk);
  else if (own & E.CONTAINER) {
    if (id === MATH) endFormula(walk);
    closeElement(walk, id);
  } else if (id === ANCHOR) endAnchor(walk);
  if (walk.property !== undefined) closeProperty(walk, walk.property, id);
  walk.scan.cdata = walk.xhtml || (walk.roles & E.FOREIGN) !== 0;
}

/** Ends the line with the name at the start of a quotation. Before a space it is rather the title of a work that begins a sentence. */
function endAttribution(walk: Walk): void {
  const { scan, page } = walk;
  walk.inAttribution = false;
  if (scan.at < scan.end && (scan.units[scan.at] as number) <= SPACE) return;
  const index = page.blocks.length;
  breakBlock(walk, E.LINE_BREAK);
  if (page.blocks.length > index) page.attributions.push(index);
}

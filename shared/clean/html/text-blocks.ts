/** Strings of text as the pass finds them: gathered over tags that only wrap text, ended by structural ones. */

import { foldWhitespace } from '../../text/whitespace.ts';
import { addString, addUnits, finishStats, resetStats } from './char-stats.ts';
import * as E from './elements.ts';
import { FLAG_SHIFT, IMAGE, OWN_LINE, RUN_SIZE, SPACE_BEFORE } from './inline-runs.ts';
import { addAnchorText } from './link-elements.ts';
import { addPropertyText } from './microdata.ts';
import { decodeText } from './tokenizer/decode-text.ts';
import type { Walk } from './walk.ts';

/** Longer headings are cut. */
export const MAX_HEADING_LENGTH = 500;
const MAX_HEADINGS = 1000;
/** Further strings of a page are left out: nobody reads them, and each takes memory. */
const MAX_BLOCKS = 100_000;
/** A longer text names nobody. */
export const MAX_BYLINE_LENGTH = 300;

/** The text that was scanned last, where it is shown. */
export function addText(walk: Walk): void {
  const { scan } = walk;
  const preformatted = (walk.roles & E.PREFORMATTED) !== 0;
  if (scan.trimFrom === scan.trimTo && !preformatted) {
    walk.pendingSpace = true;
    return;
  }
  const from = preformatted ? scan.from : scan.trimFrom;
  const to = preformatted ? scan.to : scan.trimTo;
  if (scan.trimFrom > scan.from) walk.pendingSpace = true;
  let piece = decodeText(scan.html, from, to, scan.flags, preformatted);
  let after = scan.trimTo < scan.to;
  if (scan.flags !== 0 && !preformatted) {
    if (piece.charCodeAt(0) === 0x20) walk.pendingSpace = true;
    if (piece.charCodeAt(piece.length - 1) === 0x20) after = true;
    piece = piece.trim();
    if (piece === '') {
      walk.pendingSpace ||= after;
      return;
    }
  }
  if (preformatted) walk.isAnchorFolded = false;
  appendToOpenTexts(walk, piece, walk.pendingSpace);
  const spaced = walk.pendingSpace && !preformatted && walk.block !== '';
  const text = spaced ? ` ${piece}` : piece;
  if (scan.flags !== 0) addString(walk.charStats, text, walk.titleWords);
  else {
    const { units } = scan;
    // Most often the space stands before the text.
    const isThere = spaced && units[from - 1] === 0x20;
    if (spaced && !isThere) addUnits(walk.charStats, SPACE_UNIT, 0, 1, walk.titleWords);
    addUnits(walk.charStats, units, isThere ? from - 1 : from, to, walk.titleWords);
  }
  const marks = walk.marks | (spaced ? SPACE_BEFORE : 0) | (scan.flags << FLAG_SHIFT);
  walk.page.runs.push(from, to, marks, walk.link);
  walk.block = walk.block === '' ? text : walk.block + text;
  if (walk.isLinked) walk.linked += piece.length;
  walk.pendingSpace = after;
}

const SPACE_UNIT = Uint16Array.of(0x20);

/** Text that is not shown, as in a button, may still be all the words that a link has. */
export function addHiddenText(walk: Walk): void {
  const { scan, roles, openCounts } = walk;
  if ((roles & E.INERT) !== 0 || openCounts[SCRIPT] !== 0 || openCounts[STYLE] !== 0) return;
  addAnchorText(walk, decodeText(scan.html, scan.trimFrom, scan.trimTo, scan.flags, false), true);
  walk.isAnchorFolded = false;
}

const SCRIPT = E.elementId('script');
const STYLE = E.elementId('style');

/** What else is made of the same text. */
function appendToOpenTexts(walk: Walk, piece: string, gap: boolean): void {
  if (walk.link !== -1) addAnchorText(walk, piece, gap);
  if (walk.heading !== undefined && walk.heading.length < 2 * MAX_HEADING_LENGTH)
    walk.heading = walk.heading === '' || !gap ? walk.heading + piece : `${walk.heading} ${piece}`;
  if ((walk.roles & E.THIRD_PARTY) !== 0) return;
  const { bylineMark: mark, property } = walk;
  if (mark && mark.text.length <= MAX_BYLINE_LENGTH) mark.text = gap ? `${mark.text} ${piece}` : mark.text + piece;
  if (property) addPropertyText(property, piece, gap);
}

/** A structural tag. @param own roles of its element. */
export function breakBlock(walk: Walk, own: number): void {
  endBlock(walk);
  // What is gathered over several lines has a space between them.
  walk.pendingSpace = true;
  // Two line breaks in a row are how old pages part their paragraphs.
  if ((own & E.LINE_BREAK) === 0 || ((own & E.VOID) !== 0 && ++walk.lineBreaks > 1)) walk.paragraph = true;
}

export function endBlock(walk: Walk): void {
  const { page } = walk;
  const { runs } = page;
  if (walk.block === '' && runs.length === walk.firstRun * RUN_SIZE) return;
  const text = (walk.roles & E.PREFORMATTED) !== 0 ? foldWhitespace(walk.block, true) : walk.block;
  walk.block = '';
  const { linked, anchors } = walk;
  walk.linked = 0;
  walk.anchors = 0;
  if (text === '' || page.blocks.length >= MAX_BLOCKS) {
    keepOnlyImageRuns(walk);
    resetStats(walk.charStats);
    return;
  }
  finishStats(walk.charStats, page.charStats, walk.titleWords);
  const lastRun = runs.length / RUN_SIZE;
  page.blocks.push({
    text,
    roles: walk.roles,
    paragraph: walk.paragraph,
    linked,
    anchors,
    container: walk.container,
    element: walk.element,
    hints: walk.hints,
    item: walk.item,
    code: walk.code,
    firstRun: walk.firstRun,
    lastRun,
  });
  walk.firstRun = lastRun;
  walk.paragraph = false;
  walk.lineBreaks = 0;
}

/** Of a line without text only its images stay: they come before the next. */
function keepOnlyImageRuns({ page: { runs }, firstRun }: Walk): void {
  let kept = firstRun * RUN_SIZE;
  for (let at = kept; at < runs.length; at += RUN_SIZE) {
    if (((runs[at + 2] as number) & IMAGE) === 0) continue;
    for (let k = 0; k < RUN_SIZE; k++) runs[kept + k] = runs[at + k] as number;
    runs[kept + 2] = (runs[kept + 2] as number) | OWN_LINE;
    kept += RUN_SIZE;
  }
  if (kept < runs.length) runs.length = kept;
}

export function startHeading(walk: Walk, level: number): void {
  endHeading(walk);
  if ((walk.roles & (E.HIDDEN | E.ASIDE)) !== 0) return;
  walk.heading = '';
  walk.headingLevel = level;
}

export function endHeading(walk: Walk): void {
  const { heading, page } = walk;
  if (heading && page.headings.length < MAX_HEADINGS) {
    page.headings.push(foldWhitespace(heading, false).slice(0, MAX_HEADING_LENGTH));
    page.levels.push(walk.headingLevel);
  }
  walk.heading = undefined;
}

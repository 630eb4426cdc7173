/** Strings of text as the pass finds them: gathered over tags that only wrap text, ended by structural ones. */

import { foldWhitespace } from '../../text/fold.ts';
import { beginShape, endShape, readSigns, readString } from './char-stats.ts';
import * as E from './elements.ts';
import { addAnchorText } from './page-links-found.ts';
import { addPropertyText } from './page-properties.ts';
import { APART, FLAG_SHIFT, IMAGE, RUN, SPACED } from './page-runs.ts';
import { pieceOf } from './text-pieces.ts';
import type { Walk } from './walk.ts';

/** Longer headings are cut. */
export const MAX_HEADING = 500;
const MAX_HEADINGS = 1000;
/** Further strings of a page are left out: nobody reads them, and each takes memory. */
const MAX_BLOCKS = 100_000;
/** A longer text names nobody. */
export const MAX_MARK = 300;

/** The text that was scanned last, where it is shown. */
export function addText(walk: Walk): void {
  const { scan } = walk;
  const preformatted = (walk.roles & E.PREFORMATTED) !== 0;
  if (scan.first === scan.last && !preformatted) {
    walk.gap = true;
    return;
  }
  const from = preformatted ? scan.from : scan.first;
  const to = preformatted ? scan.to : scan.last;
  if (scan.first > scan.from) walk.gap = true;
  let piece = pieceOf(scan.html, from, to, scan.flags, preformatted);
  let after = scan.last < scan.to;
  if (scan.flags !== 0 && !preformatted) {
    if (piece.charCodeAt(0) === 0x20) walk.gap = true;
    if (piece.charCodeAt(piece.length - 1) === 0x20) after = true;
    piece = piece.trim();
    if (piece === '') {
      walk.gap ||= after;
      return;
    }
  }
  if (preformatted) walk.isAnchorFolded = false;
  collect(walk, piece, walk.gap);
  const spaced = walk.gap && !preformatted && walk.block !== '';
  const text = spaced ? ` ${piece}` : piece;
  if (scan.flags !== 0) readString(walk.shape, text, walk.titleWords);
  else {
    const { units } = scan;
    // Most often the space stands before the text.
    const isThere = spaced && units[from - 1] === 0x20;
    if (spaced && !isThere) readSigns(walk.shape, SPACE, 0, 1, walk.titleWords);
    readSigns(walk.shape, units, isThere ? from - 1 : from, to, walk.titleWords);
  }
  const marks = walk.marks | (spaced ? SPACED : 0) | (scan.flags << FLAG_SHIFT);
  walk.page.runs.push(from, to, marks, walk.link);
  walk.block = walk.block === '' ? text : walk.block + text;
  if (walk.isLinked) walk.linked += piece.length;
  walk.gap = after;
}

const SPACE = Uint16Array.of(0x20);

/** Text that is not shown, as in a button, may still be all the words that a link has. */
export function addHiddenText(walk: Walk): void {
  const { scan, roles, openCounts } = walk;
  if ((roles & E.INERT) !== 0 || openCounts[SCRIPT] !== 0 || openCounts[STYLE] !== 0) return;
  addAnchorText(walk, pieceOf(scan.html, scan.first, scan.last, scan.flags, false), true);
  walk.isAnchorFolded = false;
}

const SCRIPT = E.kind('script');
const STYLE = E.kind('style');

/** What else is made of the same text. */
function collect(walk: Walk, piece: string, gap: boolean): void {
  if (walk.link !== -1) addAnchorText(walk, piece, gap);
  if (walk.heading !== undefined && walk.heading.length < 2 * MAX_HEADING)
    walk.heading = walk.heading === '' || !gap ? walk.heading + piece : `${walk.heading} ${piece}`;
  if ((walk.roles & E.OF_OTHERS) !== 0) return;
  const { mark, property } = walk;
  if (mark && mark.text.length <= MAX_MARK) mark.text = gap ? `${mark.text} ${piece}` : mark.text + piece;
  if (property) addPropertyText(property, piece, gap);
}

/** A structural tag. @param own roles of its element. */
export function breakText(walk: Walk, own: number): void {
  endBlock(walk);
  // What is gathered over several lines has a space between them.
  walk.gap = true;
  // Two line breaks in a row are how old pages part their paragraphs.
  if ((own & E.LINE) === 0 || ((own & E.VOID) !== 0 && ++walk.blanks > 1)) walk.paragraph = true;
}

export function endBlock(walk: Walk): void {
  const { page } = walk;
  const { runs } = page;
  if (walk.block === '' && runs.length === walk.firstRun * RUN) return;
  const text = (walk.roles & E.PREFORMATTED) !== 0 ? foldWhitespace(walk.block, true) : walk.block;
  walk.block = '';
  const { linked, anchors } = walk;
  walk.linked = 0;
  walk.anchors = 0;
  if (text === '' || page.blocks.length >= MAX_BLOCKS) {
    dropEmptyRuns(walk);
    beginShape(walk.shape);
    return;
  }
  endShape(walk.shape, page.shapes, walk.titleWords);
  const lastRun = runs.length / RUN;
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
  walk.blanks = 0;
}

/** Of a line without text only its images stay: they come before the next. */
function dropEmptyRuns({ page: { runs }, firstRun }: Walk): void {
  let kept = firstRun * RUN;
  for (let at = kept; at < runs.length; at += RUN) {
    if (((runs[at + 2] as number) & IMAGE) === 0) continue;
    for (let k = 0; k < RUN; k++) runs[kept + k] = runs[at + k] as number;
    runs[kept + 2] = (runs[kept + 2] as number) | APART;
    kept += RUN;
  }
  if (kept < runs.length) runs.length = kept;
}

export function beginHeading(walk: Walk, level: number): void {
  endHeading(walk);
  if ((walk.roles & (E.HIDDEN | E.ASIDE)) !== 0) return;
  walk.heading = '';
  walk.level = level;
}

export function endHeading(walk: Walk): void {
  const { heading, page } = walk;
  if (heading && page.headings.length < MAX_HEADINGS) {
    page.headings.push(foldWhitespace(heading, false).slice(0, MAX_HEADING));
    page.levels.push(walk.level);
  }
  walk.heading = undefined;
}

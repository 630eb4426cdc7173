/** Builds blocks: text runs across inline tags, and a structural tag ends the block. */

import { foldWhitespace } from '../../text/whitespace.ts';
import { followsGap } from './adjacent-elements.ts';
import { addString, addUnits, finishStats, resetStats } from './char-stats.ts';
import * as E from './elements.ts';
import type { MathPiece } from './formulas/math-pieces.ts';
import { mathSign } from './formulas/math-signs.ts';
import {
  CODE,
  FLAG_SHIFT,
  IMAGE,
  LOWERED,
  NOTE,
  OWN_LINE,
  RAISED,
  RUN_SIZE,
  SIGN_SHIFT,
  SPACE_BEFORE,
  SUPERSCRIPT,
} from './inline-runs.ts';
import { isLineNumbers } from './lines/line-numbers.ts';
import { addAnchorText } from './link-elements.ts';
import { isNoteMark, MAX_MARK_LENGTH } from './note-marks.ts';
import { isPermalinkSign, MAX_SIGN_LENGTH } from './permalink-signs.ts';
import { addPropertyText } from './properties/microdata.ts';
import { noteHeadline } from './properties/product-properties.ts';
import { appendReadings, holdsBack, isBaseComplete, NO_RUBY } from './ruby.ts';
import { decodeRange } from './tokenizer/decode-range.ts';
import type { Walk } from './walk.ts';

/** Maximum length of a heading, in UTF-16 units. Longer ones are cut. */
export const MAX_HEADING_LENGTH = 500;
const MAX_HEADINGS = 1000;
/** Maximum number of blocks of a page, to bound memory. Further blocks are dropped. */
const MAX_BLOCKS = 100_000;
/** Maximum length of a text that names an author or a date, in UTF-16 units. */
export const MAX_BYLINE_LENGTH = 300;

/** Adds the visible text that was scanned last to the open block. */
export function appendText(walk: Walk): void {
  const { scan } = walk;
  if (walk.ruby !== NO_RUBY) {
    if (holdsBack(walk)) return;
    if (isBaseComplete(walk)) appendReadings(walk, appendText);
  }
  const preformatted = (walk.roles & E.PREFORMATTED) !== 0;
  if (scan.trimFrom === scan.trimTo && !preformatted) {
    walk.pendingSpace = true;
    return;
  }
  const from = preformatted ? scan.from : scan.trimFrom;
  const to = preformatted ? scan.to : scan.trimTo;
  if (scan.trimFrom > scan.from) walk.pendingSpace = true;
  else if (
    !walk.pendingSpace &&
    walk.block !== '' &&
    !preformatted &&
    (walk.marks & WITHOUT_GAPS) === 0 &&
    followsGap(walk)
  )
    walk.pendingSpace = true;
  let piece = decodeRange(scan.html, from, to, scan.flags, preformatted);
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
  if (walk.isLinked && piece.length <= MAX_SIGN_LENGTH && isPermalinkSign(walk, piece)) {
    walk.anchors--;
    walk.pendingSpace ||= after;
    return;
  }
  const isNote = walk.isLinked && piece.length <= MAX_MARK_LENGTH && isNoteMark(walk, piece);
  if (isNote) piece = `[${piece}]`;
  if (preformatted) walk.isAnchorFolded = false;
  appendToOpenTexts(walk, piece, walk.pendingSpace, isNote);
  const spaced = walk.pendingSpace && !preformatted && walk.block !== '';
  const text = spaced ? ` ${piece}` : piece;
  if (scan.flags !== 0 || isNote) addString(walk.charStats, text, walk.titleWords);
  else {
    const { units } = scan;
    // Usually the space is right before the text, so one range covers both.
    const isSpaceBefore = spaced && units[from - 1] === 0x20;
    if (spaced && !isSpaceBefore) addUnits(walk.charStats, SPACE_UNIT, 0, 1, walk.titleWords);
    addUnits(walk.charStats, units, isSpaceBefore ? from - 1 : from, to, walk.titleWords);
  }
  const marks = ownMarks(walk, isNote) | (spaced ? SPACE_BEFORE : 0) | (scan.flags << FLAG_SHIFT);
  walk.page.runs.push(from, to, marks, walk.link);
  walk.block = walk.block === '' ? text : walk.block + text;
  if (walk.isLinked) walk.linked += piece.length;
  walk.pendingSpace = after;
}

/** Adds a piece of a formula to the open block. @param flags flags of its text (`tokenizer/text.ts`) */
export function appendPiece(walk: Walk, { from, to, text, sign, isSpaced }: MathPiece, flags: number): void {
  const gap = walk.pendingSpace || isSpaced;
  const spaced = gap && walk.block !== '';
  const whole = spaced ? ` ${text}` : text;
  appendToOpenTexts(walk, text, gap, false);
  addString(walk.charStats, whole, walk.titleWords);
  const marks = ownMarks(walk, false) | (spaced ? SPACE_BEFORE : 0) | (flags << FLAG_SHIFT) | (sign << SIGN_SHIFT);
  walk.page.runs.push(from, to, marks, walk.link);
  walk.block += whole;
  if (walk.isLinked) walk.linked += text.length;
  walk.pendingSpace = false;
}

/** Adds a line break to the open code block. */
export function appendLineBreak(walk: Walk): void {
  const { at } = walk.scan;
  walk.pendingSpace = false;
  appendPiece(walk, { from: at, to: at, text: '\n', sign: LINE_BREAK, isSpaced: false }, 0);
}

const LINE_BREAK = mathSign('\n');

/** Returns the formatting of a run. Raised text in code and in links is part of it: a mark of a note, most often. */
function ownMarks({ marks, isLinked }: Walk, isNote: boolean): number {
  const own = marks & ~(SUPERSCRIPT | LOWERED);
  if (isNote) return own | NOTE;
  return isLinked || own & CODE ? own : own | (marks & SUPERSCRIPT ? RAISED : 0) | (marks & LOWERED);
}

/** Formatting of code and of marks of notes, which stand directly after a word. */
const WITHOUT_GAPS = CODE | SUPERSCRIPT;
const DIV = E.elementId('div');
const SPACE_UNIT = Uint16Array.of(0x20);

/** Adds hidden text to the anchor of the open link: a button's text may be the only text of a link. */
export function appendHiddenText(walk: Walk): void {
  const { scan, roles, openCounts } = walk;
  if ((roles & E.INERT) !== 0 || openCounts[SCRIPT] !== 0 || openCounts[STYLE] !== 0) return;
  addAnchorText(walk, decodeRange(scan.html, scan.trimFrom, scan.trimTo, scan.flags, false), true);
  walk.isAnchorFolded = false;
}

const SCRIPT = E.elementId('script');
const STYLE = E.elementId('style');

/** Adds a piece of text to the open link, heading, byline mark and property. The mark of a note is only a part of the link. */
function appendToOpenTexts(walk: Walk, piece: string, gap: boolean, isNote: boolean): void {
  if (walk.link !== -1) addAnchorText(walk, piece, gap);
  if (isNote) return;
  if (walk.heading !== undefined && walk.heading.length < 2 * MAX_HEADING_LENGTH)
    walk.heading = walk.heading === '' || !gap ? walk.heading + piece : `${walk.heading} ${piece}`;
  if ((walk.roles & E.THIRD_PARTY) !== 0) return;
  const { bylineMark, property } = walk;
  if (bylineMark && bylineMark.text.length <= MAX_BYLINE_LENGTH)
    bylineMark.text = gap ? `${bylineMark.text} ${piece}` : bylineMark.text + piece;
  if (property) addPropertyText(property, piece, gap);
}

/** Ends the block at a structural tag. @param own roles of its element */
export function breakBlock(walk: Walk, own: number): void {
  endBlock(walk);
  // Headings and anchors that span several blocks need a space between them.
  walk.pendingSpace = true;
  // Programs write each line of a code block as a `div`.
  const isLine = (own & E.LINE_BREAK) !== 0 || (walk.scan.element === DIV && (walk.roles & E.PREFORMATTED) !== 0);
  // Old pages separate paragraphs by two line breaks.
  if (!isLine || ((own & E.VOID) !== 0 && ++walk.lineBreaks > 1)) walk.paragraph = true;
}

/** Ends the block and stores it, unless it is empty. */
export function endBlock(walk: Walk): void {
  if (walk.ruby !== NO_RUBY) appendReadings(walk, appendText);
  const { page } = walk;
  const { runs } = page;
  if (walk.block === '' && runs.length === walk.firstRun * RUN_SIZE) return;
  const text = (walk.roles & E.PREFORMATTED) !== 0 ? readPreformatted(walk.block) : walk.block;
  walk.block = '';
  const { linked, anchors } = walk;
  walk.linked = 0;
  walk.anchors = 0;
  if (text === '' || page.blocks.length >= MAX_BLOCKS) {
    // An empty line of a code block whose lines are elements.
    if ((walk.roles & E.PREFORMATTED) !== 0) walk.paragraph = true;
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
    names: walk.blockNames,
    item: walk.item,
    code: walk.code,
    firstRun: walk.firstRun,
    lastRun,
  });
  walk.firstRun = lastRun;
  walk.paragraph = false;
  walk.lineBreaks = 0;
}

/** Returns the text of a block with its lines; '' for the numbers of lines. */
function readPreformatted(block: string): string {
  const text = foldWhitespace(block, true);
  return isLineNumbers(text) ? '' : text;
}

/** Appends readings that wait before a tag that ends a link or formatting, or starts one after the ruby element. */
export function endRubyBefore(walk: Walk, id: number, own: number): void {
  if (isBaseComplete(walk) && (id === ANCHOR || (own & E.FORMATTING) !== 0)) appendReadings(walk, appendText);
}

const ANCHOR = E.elementId('a');

/** Keeps only the images of a line without text. They precede the next block. */
function keepOnlyImageRuns(walk: Walk): void {
  const { page, container, item } = walk;
  const { runs, imagePlaces } = page;
  // Thousands of lines may have an image each.
  let kept = Math.max(walk.firstRun, walk.imageRunsEnd) * RUN_SIZE;
  for (let at = kept; at < runs.length; at += RUN_SIZE) {
    if (((runs[at + 2] as number) & IMAGE) === 0) continue;
    for (let k = 0; k < RUN_SIZE; k++) runs[kept + k] = runs[at + k] as number;
    runs[kept + 2] = (runs[kept + 2] as number) | OWN_LINE;
    imagePlaces.set(runs[kept] as number, { container, item });
    kept += RUN_SIZE;
  }
  if (kept < runs.length) runs.length = kept;
  walk.imageRunsEnd = kept / RUN_SIZE;
}

/** Starts a heading. Headings in navigation and hidden elements are ignored. */
export function startHeading(walk: Walk, level: number): void {
  endHeading(walk);
  if ((walk.roles & (E.HIDDEN | E.ASIDE)) !== 0) return;
  walk.heading = '';
  walk.headingLevel = level;
  if (level === 1) noteHeadline(walk);
}

/** Stores the text of the open heading. */
export function endHeading(walk: Walk): void {
  const { heading, page } = walk;
  if (heading && page.headings.length < MAX_HEADINGS) {
    page.headings.push(foldWhitespace(heading, false).slice(0, MAX_HEADING_LENGTH));
    page.levels.push(walk.headingLevel);
  }
  walk.heading = undefined;
}

/** Adds formulas in MathML to the open block, written on one line. */
import * as E from '../elements.ts';
import { NO_RUBY } from '../ruby.ts';
import { appendPiece } from '../text-blocks.ts';
import type { Walk } from '../walk.ts';
import { linearMath } from './linear-math.ts';
import { MATH_TEXT_FLAGS, parseMath } from './math-tree.ts';

const END_TAG = '</math';
const ANNOTATION = '<annotation';
/** Maximum length of a formula in the source, in UTF-16 units. Longer ones are text without signs. */
const MAX_LENGTH = 20_000;

/** Adds the formula that starts at the position and skips it, up to its annotation or its end. Anything but plain MathML is left to the parser. */
export function appendMath(walk: Walk): void {
  const { scan, roles } = walk;
  if ((roles & (E.HIDDEN | E.INERT | E.PREFORMATTED)) !== 0 || walk.ruby !== NO_RUBY || scan.selfClosing) return;
  const from = scan.at;
  const end = nextMathEnd(walk);
  if (end === scan.end || end === walk.faultyMathEnd || end - from > MAX_LENGTH) return;
  const annotation = scan.html.slice(from, end).indexOf(ANNOTATION);
  const to = annotation === -1 ? end : from + annotation;
  const root = parseMath(scan.html, from, to);
  if (root === undefined) {
    // Many start tags before one end tag take linear time.
    walk.faultyMathEnd = end;
    scan.steps += end - from;
    return;
  }
  for (const piece of linearMath(root)) appendPiece(walk, piece, MATH_TEXT_FLAGS);
  scan.at = to;
  scan.steps += to - from;
}

/** Returns the start of the next end tag of a formula, or the end of the page. Each is searched for once. */
function nextMathEnd(walk: Walk): number {
  const { scan } = walk;
  if (walk.mathEnd < scan.at) {
    const found = scan.html.indexOf(END_TAG, scan.at);
    walk.mathEnd = found === -1 ? scan.end : found;
    scan.steps += walk.mathEnd - scan.at;
  }
  return walk.mathEnd;
}

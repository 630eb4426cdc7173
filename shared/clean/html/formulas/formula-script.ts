/**
 * Formulas in scripts, `<script type="math/tex">`, as MathJax 2 and kramdown write them. Without the script that shows them they are lost,
 * so their source in TeX is text of the page.
 */
import * as E from '../elements.ts';
import { appendText } from '../text-blocks.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeValue } from '../tokenizer/attributes.ts';
import type { Scan } from '../tokenizer/scan.ts';
import type { Walk } from '../walk.ts';
import { endFormula, startFormula, takeSource } from './formula-source.ts';

const SCRIPT = E.elementId('script');
/** `math/tex`, and `math/tex; mode=display` for a formula on a line of its own. */
const TYPE = /^\s*math\/tex\s*(?:;|$)/i;
/** What kramdown writes around a source with `<` or `&`: a comment of TeX, for readers of XML. */
const WRAPPED = /^\s*%\s*<!\[CDATA\[(.*)%\s*\]\]>\s*$/s;

/** Whether the last start tag, of a script, begins a formula. */
export const isFormulaScript = ({ scan }: Walk): boolean => TYPE.test(attributeValue(scan, ATTR.type) ?? '');

/** Adds the script that was scanned last to the open block, as a formula and its source. */
export function appendScriptFormula(walk: Walk): void {
  const { roles, scan, openIds, depth } = walk;
  if (openIds[depth - 1] !== SCRIPT) return;
  const outer = walk.outerRoles[depth - 1] as number;
  if ((outer & E.HIDDEN) !== 0) return;
  // A script without an end has the rest of the page.
  if (scan.to === scan.end) return;
  narrowToSource(scan);
  if (scan.from === scan.to) return;
  walk.roles = outer;
  startFormula(walk);
  appendText(walk);
  takeSource(walk);
  endFormula(walk);
  walk.roles = roles;
}

/** Reduces the scanned range to the source. What is around it in the script is no white space of the page, and no part of a code block. */
function narrowToSource(scan: Scan): void {
  const whole = scan.html.slice(scan.from, scan.to);
  const source = WRAPPED.exec(whole)?.[1] ?? whole;
  const from = scan.from + whole.indexOf(source) + source.length - source.trimStart().length;
  scan.from = from;
  scan.to = from + source.trim().length;
  scan.trimFrom = scan.from;
  scan.trimTo = scan.to;
}

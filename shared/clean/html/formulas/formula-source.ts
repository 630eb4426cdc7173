/**
 * Formulas in MathML with their source in TeX, as KaTeX, LaTeXML, MediaWiki and Pandoc write them. The text has the formula on
 * one line (`linear-math.ts`); Markdown has the source instead.
 */
import * as E from '../elements.ts';
import { FLAG_SHIFT, FORMULA, IMAGE, RUN_SIZE, SPACE_BEFORE, TEX } from '../inline-runs.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from '../tokenizer/attributes.ts';
import type { Walk } from '../walk.ts';

export const MATH = E.elementId('math');
const ANNOTATION = E.elementId('annotation');
/** Start tag of an annotation in TeX: `encoding="application/x-tex"`, `TeX`, `LaTeX`. */
const TEX_ANNOTATION = /<annotation\s[^<>]{0,200}tex[^<>]{0,200}>$/i;
const MAX_TAG_LENGTH = 500;

/** Starts a formula at the start tag of `math`. */
export function startFormula(walk: Walk): void {
  walk.formula = { start: walk.page.runs.length, from: 0, to: 0, flags: 0 };
}

/** Notes the hidden text that was scanned last if it is the source of the open formula. */
export function noteSource(walk: Walk): void {
  const { formula, scan, openCounts } = walk;
  if (formula === undefined || formula.to !== 0 || openCounts[ANNOTATION] === 0) return;
  if (TEX_ANNOTATION.test(scan.html.slice(Math.max(0, scan.from - MAX_TAG_LENGTH), scan.from))) takeSource(walk);
}

/** Takes the text that was scanned last as the source of the open formula. */
export function takeSource({ formula, scan }: Walk): void {
  if (formula === undefined) return;
  formula.from = scan.trimFrom;
  formula.to = scan.trimTo;
  formula.flags = scan.flags;
}

/** Ends a formula at the end tag of `math`: its runs are marked, and its source follows them as a run. */
export function endFormula(walk: Walk): void {
  const { formula, page, firstRun } = walk;
  const { runs } = page;
  walk.formula = undefined;
  if (formula === undefined || formula.start >= runs.length) return;
  walk.formulaEnd = runs.length;
  if (formula.from >= formula.to) return;
  const start = Math.max(formula.start, firstRun * RUN_SIZE);
  const end = runs.length;
  if (start >= end) return;
  for (let at = start + 2; at < end; at += RUN_SIZE)
    if (((runs[at] as number) & IMAGE) === 0) runs[at] = (runs[at] as number) | FORMULA;
  const gap = (runs[start + 2] as number) & SPACE_BEFORE;
  walk.formulaEnd = runs.push(formula.from, formula.to, TEX | gap | (formula.flags << FLAG_SHIFT), walk.link);
}

/**
 * Whether the last start tag begins the picture of a formula that KaTeX writes directly after the formula, for browsers without MathML.
 * A picture without one, or after a hidden one, is text.
 */
export const isFormulaPicture = ({ formulaEnd, page, scan }: Walk): boolean =>
  formulaEnd === page.runs.length &&
  hasAttribute(scan, ATTR.class) &&
  attributeValue(scan, ATTR.class) === 'katex-html';

/** Writes formulas in TeX between dollar signs, as GitHub, Pandoc and most Markdown programs read them. */

/** Formulas in a text that MathJax or KaTeX would show in place: `\\(a\\)`, `\\[a\\]`, and `$$a$$` with a sign of TeX in it. */
const IN_TEXT = /\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]|\$\$([^$]{0,2000}?[\\^_=][^$]{0,2000}?)\$\$/g;
/** Sources of MediaWiki: `{\displaystyle a}`. */
const STYLED = /^\{\\(?:display|text)style\s+(.*)\}$/s;
/** Alternative texts of images that are formulas. */
const OF_IMAGE = /^\{\\(?:display|text)style\s.*\}$|^\$[^$]+\$$/s;

/** @param isDisplayed whether the formula is a paragraph of its own */
export function formulaMarkdown(source: string, isDisplayed: boolean, inCell: boolean): string {
  const folded = source.replace(/\s+/g, ' ').trim();
  const tex = (STYLED.exec(folded)?.[1] ?? folded).replace(/^\$+|\$+$/g, '').trim();
  if (tex === '') return '';
  const sign = isDisplayed ? '$$' : '$';
  return sign + (inCell ? tex.replaceAll('|', '\\|') : tex) + sign;
}

/** Whether the alternative text of an image is the source of a formula. */
export const isFormulaText = (alt: string): boolean => OF_IMAGE.test(alt);

/** Writes the formulas of a text, and the rest of it by `escapePart`. */
export function withFormulas(text: string, inCell: boolean, escapePart: (part: string) => string): string {
  if (!text.includes('\\(') && !text.includes('\\[') && !text.includes('$$')) return escapePart(text);
  let written = '';
  let end = 0;
  for (const { 0: whole, 1: inline, 2: displayed, 3: dollars, index } of text.matchAll(IN_TEXT)) {
    const source = inline ?? displayed ?? dollars ?? '';
    written += escapePart(text.slice(end, index)) + formulaMarkdown(source, inline === undefined, inCell);
    end = index + whole.length;
  }
  return written + escapePart(text.slice(end));
}

/** Writes formulas in TeX between dollar signs, as GitHub, Pandoc and most Markdown programs read them. */

/** Signs around formulas that MathJax or KaTeX would show in place: `\\(a\\)`, `\\[a\\]` and `$$a$$`. */
const OPENING = /\\\(|\\\[|\$\$/g;
const CLOSING: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const INLINE = '\\(';
const MAX_LENGTH = 2_000;
/** Two prices may stand between dollar signs, too: only a formula has one of these characters. */
const SIGN_OF_TEX = /[\\^_=]/;
/** Sources of MediaWiki: `{\displaystyle a}`. */
const STYLED = /^\{\\(?:display|text)style\s+(.*)\}$/s;
/** Alternative texts of images that are formulas. */
const OF_IMAGE = /^\{\\(?:display|text)style\s.*\}$|^\$[^$]+\$$/s;
/** What programs that know no formulas would read as a tag, a comment or the target of a link. A space changes no formula. */
const MARKUP = /<(?=[a-z/!?])|\](?=\()/gi;

/** @param isDisplayed whether the formula is a paragraph of its own */
export function formulaMarkdown(source: string, isDisplayed: boolean, inCell: boolean): string {
  const folded = source.replace(/\s+/g, ' ').trim();
  const tex = (STYLED.exec(folded)?.[1] ?? folded)
    .replace(/^\$+|\$+$/g, '')
    .trim()
    .replace(MARKUP, '$& ');
  if (tex === '') return '';
  const sign = isDisplayed ? '$$' : '$';
  return sign + (inCell ? tex.replaceAll('|', '\\|') : tex) + sign;
}

/** Whether the alternative text of an image is the source of a formula. */
export const isFormulaText = (alt: string): boolean => OF_IMAGE.test(alt);

/** Writes the formulas of a text, and the rest of it by `escapePart`. */
export function withFormulas(
  text: string,
  inCell: boolean,
  escapePart: (part: string, isLast: boolean) => string,
): string {
  if (!text.includes('\\(') && !text.includes('\\[') && !text.includes('$$')) return escapePart(text, true);
  // The next place of each closing sign, so that a text of many opening signs is searched once.
  const closings = new Map<string, number>();
  let written = '';
  let end = 0;
  for (const { 0: opening, index } of text.matchAll(OPENING)) {
    const from = index + opening.length;
    if (index < end) continue;
    const sign = CLOSING[opening] as string;
    let to = closings.get(sign) ?? 0;
    if (to < from) {
      const found = text.indexOf(sign, from);
      to = found === -1 ? text.length : found;
      closings.set(sign, to);
    }
    if (to === text.length || to - from > MAX_LENGTH) continue;
    const source = text.slice(from, to);
    if (!isSource(source, opening)) continue;
    written += escapePart(text.slice(end, index), false) + formulaMarkdown(source, opening !== INLINE, inCell);
    end = to + sign.length;
  }
  return written + escapePart(text.slice(end), true);
}

const isSource = (source: string, opening: string): boolean =>
  opening === '$$' ? SIGN_OF_TEX.test(source) && !source.includes('$') : source.trim() !== '' && !source.includes('\n');

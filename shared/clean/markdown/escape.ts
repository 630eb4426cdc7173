/**
 * Text as Markdown that shows just this text (CommonMark 0.31, and what GitHub adds: tables, strikethrough, addresses that
 * become links by themselves). Only what would be read as markup gets a backslash, so that most text stays as it is.
 */

/** Signs that mean something within a line, where they do. */
const INLINE_MARKUP = /[\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?]|$)|&(?=#?\w*(?:;|$))/gu;
/** Addresses that GitHub makes links of: a sign within them is what they are known by. */
const AUTOLINK = /:(?=\/\/|$)|(?<=\bwww)\.|(?<=[\w.+-])@(?=\w|$)/gi;

/** Most texts have none of these signs, and this is told much faster. */
const MAY_HAVE_MARKUP = /[\\`*[\]|~_<&]/;
const MAY_HAVE_AUTOLINK = /:(?:\/|$)|www|@/i;

/** @param isLinked it is the text of a link already, in which addresses are plain text. */
export function escapeText(text: string, isLinked: boolean): string {
  const escaped = MAY_HAVE_MARKUP.test(text) ? text.replace(INLINE_MARKUP, '\\$&') : text;
  return isLinked || !MAY_HAVE_AUTOLINK.test(text) ? escaped : escaped.replace(AUTOLINK, '\\$&');
}

/** What begins a heading, quotation, list, rule, underline of a heading or head of a table at the start of a line. */
const BLOCK_START = /^(?:>|#{1,6}(?=\s|$)|[-+](?=\s|$)|-[-\s]*$|=+\s*$|:-)/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** @param line as `escapeText` leaves it. */
export function escapeLineStart(line: string): string {
  return BLOCK_START.test(line) ? `\\${line}` : line.replace(LIST_NUMBER, '$1\\$2');
}

/** Signs at the end of a heading that look like its closing sequence. */
export function escapeHeadingEnd(line: string): string {
  return line.replace(/#+$/, (signs) => `\\#`.repeat(signs.length));
}

/** @param text folded, not empty. @param inCell a cell of a table ends at a bar, in code too. */
export function codeSpan(text: string, inCell: boolean): string {
  const ticks = '`'.repeat(longestRun(text, '`') + 1);
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '');
  const shown = inCell ? text.replaceAll('|', '\\|') : text;
  return isPadded ? `${ticks} ${shown} ${ticks}` : ticks + shown + ticks;
}

/** @returns its lines. */
export function codeBlock(text: string, language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return [fence + language, ...text.split('\n'), fence];
}

function longestRun(text: string, sign: string): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    run = text[i] === sign ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

const UNSAFE_IN_DESTINATION = /[\s()<>\\`|]/g;

/** @param href absolute, as the URL standard writes it. */
export function linkDestination(href: string): string {
  const encoded = href.replace(
    UNSAFE_IN_DESTINATION,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return encoded.replace(/&(?=#?\w+;)/g, '\\&');
}

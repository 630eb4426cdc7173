/**
 * Escapes text for Markdown (CommonMark 0.31 plus GitHub's tables, strikethrough and autolinks). Only characters that would
 * be read as markup get a backslash, so most text stays as it is.
 */

/** Characters that are special inside a line. */
const INLINE_MARKUP = /[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?]|$)|&(?=#?\w*(?:;|$))/gu;
/** Pairs of brackets without a link, note, task or definition after or in them, which need no escape; otherwise as above. */
const BRACKETS_OR_MARKUP = new RegExp(
  `(?<![\\]!])\\[[^\\[\\]\\\\\`*_~<&^!]{2,100}\\](?!\\s*(?:[(\\[:]|$))|${INLINE_MARKUP.source}`,
  'gu',
);
/** Characters by which GitHub recognises a URL or an e-mail address as a link. */
const AUTOLINK = /(?<=https?|ftp):(?=\/\/|$)|(?<=\bwww)\.|(?<=[\w.+-])@(?=\w|$)/gi;

/** Fast pre-checks: most texts have none of these characters. */
const MAY_HAVE_MARKUP = /[\\`*[\]|~_<&]/;
const MAY_HAVE_AUTOLINK = /:(?:\/|$)|www|@/i;
/** Text of bars, hyphens and colons, which may be the delimiter row of a table. */
const DELIMITER_ROW = /^[\s|:-]+$/;
const BARS = /\|/g;

/**
 * @param isLinked whether the text is inside a link, where autolinks do not apply
 * @param inCell whether the text is in a table cell, which a bar ends
 */
export function escapeText(text: string, isLinked: boolean, inCell: boolean = false): string {
  let escaped = text;
  if (MAY_HAVE_MARKUP.test(text)) {
    escaped = text.replace(isLinked ? INLINE_MARKUP : BRACKETS_OR_MARKUP, (found) =>
      found.length > 2 ? found : `\\${found}`,
    );
    if (inCell || DELIMITER_ROW.test(text)) escaped = escaped.replace(BARS, '\\|');
  }
  return isLinked || !MAY_HAVE_AUTOLINK.test(text) ? escaped : escaped.replace(AUTOLINK, '\\$&');
}

/** Line start that CommonMark reads as a heading, quotation, list, rule, setext underline or table delimiter row. */
const BLOCK_START = /^(?:>|#{1,6}(?=\s|$)|[-+](?=\s|$)|-[-\s]*$|=+\s*$|:-)/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes a line start that would open a block. @param line the result of `escapeText` */
export function escapeLineStart(line: string): string {
  return BLOCK_START.test(line) ? `\\${line}` : line.replace(LIST_NUMBER, '$1\\$2');
}

/** Escapes number signs at the end of a heading, which CommonMark reads as its closing sequence. */
export function escapeHeadingEnd(line: string): string {
  return line.replace(/#+$/, (signs) => `\\#`.repeat(signs.length));
}

/**
 * Returns the text as a code span.
 *
 * @param text non-empty text with folded white space
 * @param inCell whether the span is in a table cell, where a bar ends the cell even in code
 */
export function codeSpan(text: string, inCell: boolean): string {
  const ticks = '`'.repeat(longestRun(text, '`') + 1);
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '');
  const shown = inCell ? text.replaceAll('|', '\\|') : text;
  return isPadded ? `${ticks} ${shown} ${ticks}` : ticks + shown + ticks;
}

/** Returns the lines of a fenced code block. */
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

/** Returns a URL as a link destination. @param href absolute URL, as the URL standard serialises it */
export function linkDestination(href: string): string {
  const encoded = href.replace(
    UNSAFE_IN_DESTINATION,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return encoded.replace(/&(?=#?\w+;)/g, '\\&');
}

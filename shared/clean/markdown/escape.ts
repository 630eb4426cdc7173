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
const AUTOLINK = /(?<=https?|ftp):(?=\/\/|$)|(?<=(?<![\p{L}\p{N}])www)\.|(?<=[\w.+-])@(?=\w|$)/giu;
const IN_URL = `[\\p{L}\\p{M}\\p{N}\\-._/?=%#:@+,;!$&()'"”’»›…]`;
const HOST_WITH_DOT = '[\\p{L}\\p{N}-]+\\.[\\p{L}\\p{N}.:-]+';
/**
 * A word that GitHub shows as it is written, as a link, and CommonMark too: a URL or an address without other markup. Tildes are no markup in the path
 * of a URL, if GitHub recognises the URL by the dot in its host.
 */
const PLAIN_LINK = new RegExp(
  `^[("'“‘«‹]*(?:(?:https?|ftp)://(?:${HOST_WITH_DOT}/(?:${IN_URL}|\\\\~(?=[\\p{L}\\p{N}]))*|${IN_URL}+)|www\\.${IN_URL}+|[\\w.+-]+@[\\w.-]+[),;:!?"'”’»›…]*)$`,
  'iu',
);
const WORD = /\S+/g;

/** Fast pre-checks: most texts have none of these characters. */
const MAY_HAVE_MARKUP = /[\\`*[\]|~_<&]/;
const MAY_HAVE_AUTOLINK = /:(?:\/|$)|www|@/i;
/** Text of bars, hyphens and colons, which may be the delimiter row of a table. */
const DELIMITER_ROW = /^[\s|:-]+$/;
const BARS = /\|/g;

/** Where a text stands. All are false if absent. */
export type TextPlace = {
  /** Whether it is inside a link, where autolinks do not apply. */
  isLinked?: boolean;
  /** Whether it is in a table cell, which a bar ends. */
  inCell?: boolean;
  /** Whether a space, a cell or a line ends directly after it. Signs after it would become part of a URL at its end. */
  isBeforeSpace?: boolean;
};

/** Returns a text without markup. URLs and mail addresses stay as they are if GitHub shows them so. */
export function escapeText(
  text: string,
  { isLinked = false, inCell = false, isBeforeSpace = false }: TextPlace = {},
): string {
  let escaped = text;
  if (MAY_HAVE_MARKUP.test(text)) {
    escaped = text.replace(isLinked ? INLINE_MARKUP : BRACKETS_OR_MARKUP, (found) =>
      found.length > 2 ? found : `\\${found}`,
    );
    if (inCell || DELIMITER_ROW.test(text)) escaped = escaped.replace(BARS, '\\|');
  }
  return isLinked || !MAY_HAVE_AUTOLINK.test(text) ? escaped : escapeAutolinks(escaped, isBeforeSpace);
}

function escapeAutolinks(text: string, isBeforeSpace: boolean): string {
  return text.replace(WORD, (word, at: number) => {
    const isLast = at + word.length === text.length;
    if ((!isLast || isBeforeSpace) && PLAIN_LINK.test(word)) return word.replaceAll('\\~', '~');
    return word.replace(AUTOLINK, (sign, place: number) =>
      !isLast && place + sign.length === word.length ? sign : `\\${sign}`,
    );
  });
}

/** Returns a line that a line break follows in its paragraph. GitHub would read the backslash after a URL as a part of it. */
export function beforeLineBreak(line: string): string {
  const lastWord = line.slice(line.lastIndexOf(' ') + 1);
  return MAY_BE_LINK.test(lastWord) ? `${line} \\` : `${line}\\`;
}

const MAY_BE_LINK = /:\/\/|www\.|@/i;

/** Line start that CommonMark reads as a heading, quotation, list, rule, setext underline or table delimiter row. */
const BLOCK_START = /^(?:>|#{1,6}(?=\s|$)|[-+](?=\s|$)|-[-\s]*(?::\s*)?$|=+\s*$|:-)/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes a line start that would open a block. @param line the result of `escapeText` */
export function escapeLineStart(line: string): string {
  return BLOCK_START.test(line) ? `\\${line}` : line.replace(LIST_NUMBER, '$1\\$2');
}

/** Escapes number signs at the end of a heading, which CommonMark reads as its closing sequence. */
export function escapeHeadingEnd(line: string): string {
  return line.replace(/(?<!#)#+$/, (signs) => `\\#`.repeat(signs.length));
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

/** Joins the text items of PDF pages to lines. */

export type Line = {
  text: string;
  /** Position of the first character: points from the lower left corner of the page. */
  x: number;
  y: number;
  /** Font size, in points. */
  size: number;
  /** Whether it is an entry of a table of contents. */
  isEntry: boolean;
  /** Whether a wide gap stands in it, as between a running head and its page number. */
  hasGap: boolean;
};

/** Text item of pdf.js. */
export type TextItem = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean };

/** Minimum width of a wide gap, relative to the font size. */
const MIN_GAP = 1.5;

/** Joins text items to lines. */
export function groupLines(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, transform, width, hasEOL } of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d);
    if (!line && str.trim() !== '') line = { text: '', x, y, size, isEntry: false, hasGap: false };
    if (line) {
      line.text += str;
      if (str.trim() === '' && width >= MIN_GAP * line.size) line.hasGap = true;
      // Short items, such as footnote numbers, do not set the size of the line.
      if (str.trim().length > 2) line.size = Math.max(line.size, size);
    }
    if (hasEOL && line) {
      lines.push(endLine(line));
      line = undefined;
    }
  }
  if (line) lines.push(endLine(line));
  return lines;
}

/** The dots between an entry of a table of contents and its page number. A match starts at the first dot, for speed. */
const LEADER = /(?<!\.\s?)(?:\s?\.){4,}\s*(?=[\divxlc]+\s*$)/;

/** Maximum length of a line with a leader, in UTF-16 units. */
const MAX_ENTRY_LENGTH = 1_000;

/** Removes leaders. A drawn soft hyphen is a hyphen: many fonts have one glyph for both. */
function endLine(line: Line): Line {
  const text = line.text.replaceAll('\u00ad', '-');
  const isEntry = text.length < MAX_ENTRY_LENGTH && /\.\s?\.\s?\.\s?\./.test(text) && LEADER.test(text);
  return { ...line, text: isEntry ? text.replace(LEADER, ' ') : text, isEntry };
}

/** Returns the font size of the running text: the one with most characters. Returns 0 if there is no text. */
export function bodyFontSize(pages: readonly (readonly Line[])[]): number {
  const characters = new Map<number, number>();
  for (const lines of pages)
    for (const { text, size } of lines) {
      const rounded = Math.round(size * 2) / 2;
      characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
    }
  let best = 0;
  for (const [size, count] of characters) if (count > (characters.get(best) ?? 0)) best = size;
  return best;
}

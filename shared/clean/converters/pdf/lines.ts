/** Groups the lines of PDF pages into paragraphs and headings, by font size, line spacing and indentation. */
import type { Part } from '../../../ports/converter.ts';

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

/** Minimum font size of a heading, relative to the running text. */
const MIN_HEADING_SIZE = 1.15;
/** Maximum length of a heading, in UTF-16 units. */
const MAX_HEADING_LENGTH = 250;

/**
 * Joins the lines of all pages to paragraphs and headings. A sentence may continue on the next page.
 * @param bodySize font size of the running text, in points; 0 if unknown
 * @param left lines to leave out
 */
export function joinParts(pages: readonly (readonly Line[])[], bodySize: number, left: ReadonlySet<Line>): Part[] {
  const parts: Part[] = [];
  let pieces: string[] = [];
  let previous: Line | undefined;
  const end = (): void => {
    const text = pieces.join('');
    if (previous && text.trim() !== '') parts.push(newPart(text, previous, bodySize));
    pieces = [];
  };
  for (const lines of pages) {
    const spacing = lineSpacing(lines);
    let isFirst = true;
    for (const line of lines) {
      if (left.has(line)) continue;
      const starts = previous && (isFirst ? startsPage(line, previous) : startsPart(line, previous, spacing));
      if (starts) end();
      addLine(pieces, line.text);
      previous = line;
      isFirst = false;
    }
  }
  end();
  return parts;
}

/** Creates a heading if the font size, length and characters allow it, otherwise a paragraph or an entry of a list. */
function newPart(text: string, { size, isEntry }: Line, bodySize: number): Part {
  if (isEntry) return { kind: 'item', text };
  const isBody = bodySize === 0 || size < bodySize * MIN_HEADING_SIZE;
  if (isBody || text.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(text)) return { kind: 'paragraph', text };
  return { kind: 'heading', level: size > bodySize * 1.6 ? 1 : size > bodySize * 1.3 ? 2 : 3, text };
}

/** Returns the median distance between lines of a page, in points. */
function lineSpacing(lines: readonly Line[]): number {
  const distances: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const distance = lines[i - 1]!.y - lines[i]!.y;
    if (distance > 1 && distance < 3 * lines[i]!.size) distances.push(distance);
  }
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 0;
}

const hasOtherSize = (line: Line, previous: Line): boolean =>
  Math.abs(line.size - previous.size) > 0.08 * previous.size;

/** Returns whether the first line of a page starts a new part. */
function startsPage(line: Line, previous: Line): boolean {
  return previous.isEntry || hasOtherSize(line, previous) || !continuesSentence(line, previous);
}

/** Returns whether a line starts a new part: by font size, distance or indentation. */
function startsPart(line: Line, previous: Line, spacing: number): boolean {
  if (previous.isEntry || hasOtherSize(line, previous)) return true;
  // The entry of a chapter often has no leader.
  if (line.isEntry && /\d\s*$/.test(previous.text)) return true;
  const distance = previous.y - line.y;
  // Upwards: the next column. A sentence may continue there.
  if (distance < -0.5 * line.size) return !continuesSentence(line, previous);
  if (distance > 1.35 * Math.max(spacing, line.size)) return true;
  return line.x - previous.x > 0.8 * line.size && distance > 0.5 * line.size && SENTENCE_END.test(previous.text);
}

const SENTENCE_END = /[.!?:;。！？)\]"”]\s*$/;

function continuesSentence(line: Line, previous: Line): boolean {
  return !SENTENCE_END.test(previous.text) && /^\p{Ll}/u.test(line.text);
}

/** Words after a hyphen that stands for a part of the next word: "Vor- und Nachteile". */
const CONJUNCTION = /^(?:und|oder|bzw|sowie|and|or|och|eller|og|et|ou|y)\b/;

/** Number of lines before, in which the beginning of a divided URL is looked for. */
const URL_LINES = 3;
const URL_END = /(?:https?:\/\/|www\.)\S+$/;
/** The rest of a divided URL, rather than a word of the sentence. Punctuation at its end does not count. */
const URL_REST = /^\S*(?:[/=&_%\d]|[?.-]\S*[\p{L}\p{N}])/u;
/** Number of UTF-16 units of the next line in which the rest of a URL is recognised. */
const MAX_REST_LENGTH = 200;

/**
 * Adds a line to the text of a paragraph. Removes the hyphen of a divided word, and adds no space between Chinese or Japanese characters.
 * @param pieces the lines before, with the spaces between them
 */
function addLine(pieces: string[], next: string): void {
  const last = pieces.pop();
  if (last === undefined) {
    pieces.push(next);
    return;
  }
  const line = last.trimEnd();
  const isInUrl = /[-\u2010/=&_]$/.test(line) && URL_END.test(pieces.slice(1 - URL_LINES).join('') + line);
  // A slash also ends whole URLs.
  if (isInUrl && line === last && (!line.endsWith('/') || URL_REST.test(next.slice(0, MAX_REST_LENGTH))))
    pieces.push(line, next);
  else if (isInUrl) pieces.push(last, ` ${next}`);
  else if (/\p{Ll}[-\u2010]$/u.test(line) && /^\p{Ll}/u.test(next) && !CONJUNCTION.test(next))
    pieces.push(line.slice(0, -1), next);
  // A compound, such as "EU-Kommission", or a range of numbers.
  else if (/[\p{L}\p{N}][-\u2010]$/u.test(line) && /^[\p{Lu}\p{N}]/u.test(next)) pieces.push(line, next);
  else if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(last)) pieces.push(last, next);
  else pieces.push(last, ` ${next}`);
}

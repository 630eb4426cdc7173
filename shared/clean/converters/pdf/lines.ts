/** Groups the lines of PDF pages into paragraphs and headings, by font size, line spacing and indentation. */
import type { Part } from '../../../ports/converter.ts';

export type Line = {
  text: string;
  /** Position of the first character: points from the lower left corner of the page. */
  x: number;
  y: number;
  /** Font size, in points. */
  size: number;
};

/** Text item of pdf.js. */
export type TextItem = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean };

/** Joins text items to lines. */
export function groupLines(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, transform, hasEOL } of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d);
    if (!line && str.trim() !== '') line = { text: '', x, y, size };
    if (line) {
      line.text += str;
      // Short items, such as footnote numbers, do not set the size of the line.
      if (str.trim().length > 2) line.size = Math.max(line.size, size);
    }
    if (hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  return lines;
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
 * Joins the lines of a page to paragraphs and headings.
 * @param bodySize font size of the running text, in points; 0 if unknown
 */
export function joinParts(lines: readonly Line[], bodySize: number): Part[] {
  const parts: Part[] = [];
  const spacing = lineSpacing(lines);
  let text = '';
  let previous: Line | undefined;
  const end = (): void => {
    if (previous && text.trim() !== '') parts.push(newPart(text, previous.size, bodySize));
    text = '';
  };
  for (const line of lines) {
    if (previous && startsPart(line, previous, spacing)) end();
    text = text === '' ? line.text : joinLines(text, line.text);
    previous = line;
  }
  end();
  return parts;
}

/** Creates a heading if the font size, length and characters allow it, otherwise a paragraph. */
function newPart(text: string, size: number, bodySize: number): Part {
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

/** Returns whether a line starts a new part: by font size, distance or indentation. */
function startsPart(line: Line, previous: Line, spacing: number): boolean {
  if (Math.abs(line.size - previous.size) > 0.08 * previous.size) return true;
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

/** Joins two lines. Removes the hyphen of a divided word, and adds no space between Chinese or Japanese characters. */
function joinLines(text: string, next: string): string {
  if (/\p{Ll}-\s*$/u.test(text) && /^\p{Ll}/u.test(next)) return text.replace(/-\s*$/, '') + next;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) ? text + next : `${text} ${next}`;
}

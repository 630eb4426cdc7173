/**
 * Lines of text, as a page of PDF sets them, to paragraphs and headings: a line goes on with the one before as long as size,
 * step and edge stay the same.
 */
import type { Part } from '../../../ports/converter.ts';

export type Line = {
  text: string;
  /** Of its first sign; points, from the lower left corner of the page. */
  x: number;
  y: number;
  /** Height of its letters, in points. */
  size: number;
};

/** What pdf.js says of a piece of text. */
export type TextPiece = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean };

export function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, transform, hasEOL } of pieces) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d);
    if (!line && str.trim() !== '') line = { text: '', x, y, size };
    if (line) {
      line.text += str;
      // A small sign before a word, as the number of a note, is not its measure.
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

/** The size that most letters have: that of the running text. @returns 0 where there is none. */
export function bodySize(pages: readonly (readonly Line[])[]): number {
  const letters = new Map<number, number>();
  for (const lines of pages)
    for (const { text, size } of lines) {
      const rounded = Math.round(size * 2) / 2;
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    }
  let best = 0;
  for (const [size, count] of letters) if (count > (letters.get(best) ?? 0)) best = size;
  return best;
}

/** Letters so many times as high as those of the running text make a heading. */
const HEADING_SIZE = 1.15;
const MAX_HEADING = 250;

export function partsOf(lines: readonly Line[], body: number): Part[] {
  const parts: Part[] = [];
  const step = usualStep(lines);
  let text = '';
  let before: Line | undefined;
  const end = (): void => {
    if (before && text.trim() !== '') parts.push(partOf(text, before.size, body));
    text = '';
  };
  for (const line of lines) {
    if (before && begins(line, before, step)) end();
    text = text === '' ? line.text : joined(text, line.text);
    before = line;
  }
  end();
  return parts;
}

function partOf(text: string, size: number, body: number): Part {
  if (body === 0 || size < body * HEADING_SIZE || text.length > MAX_HEADING || !/\p{L}/u.test(text))
    return { kind: 'paragraph', text };
  return { kind: 'heading', level: size > body * 1.6 ? 1 : size > body * 1.3 ? 2 : 3, text };
}

/** The step from line to line that is commonest on the page; points. */
function usualStep(lines: readonly Line[]): number {
  const steps: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const step = lines[i - 1]!.y - lines[i]!.y;
    if (step > 1 && step < 3 * lines[i]!.size) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? 0;
}

function begins(line: Line, before: Line, usual: number): boolean {
  if (Math.abs(line.size - before.size) > 0.08 * before.size) return true;
  const step = before.y - line.y;
  // Up: the next column, where a sentence may go on.
  if (step < -0.5 * line.size) return !goesOn(line, before);
  if (step > 1.35 * Math.max(usual, line.size)) return true;
  return line.x - before.x > 0.8 * line.size && step > 0.5 * line.size && ENDS.test(before.text);
}

const ENDS = /[.!?:;。！？)\]"”]\s*$/;

function goesOn(line: Line, before: Line): boolean {
  return !ENDS.test(before.text) && /^\p{Ll}/u.test(line.text);
}

/** A word that was parted at the end of its line is whole again. */
function joined(text: string, next: string): string {
  if (/\p{Ll}-\s*$/u.test(text) && /^\p{Ll}/u.test(next)) return text.replace(/-\s*$/, '') + next;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) ? text + next : `${text} ${next}`;
}

/** Finds the text under the links of a PDF page. Links are rectangles; they do not name their text. */
import type { TextItem } from './lines.ts';

/** Maximum length of an anchor, in UTF-16 units. */
export const MAX_ANCHOR_LENGTH = 300;
/** Number of letters by which the estimated ends of an anchor are moved to the nearest end of a word. */
const MAX_SNAP = 3;

/**
 * Returns the text in a rectangle, or '' if there is none. Text items have no positions of letters, so letters count as equally wide.
 *
 * @param rectangle left, bottom, right and top, in points
 */
export function textIn(rectangle: readonly number[], items: readonly TextItem[]): string {
  const [left = 0, bottom = 0, right = 0, top = 0] = rectangle;
  let text = '';
  for (const { str, transform, width, hasEOL } of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const middle = y + 0.3 * Math.hypot(c, d);
    if (middle < bottom || middle > top || x >= right || x + width <= left) continue;
    text += sliceOf(str, (left - x) / width, (right - x) / width);
    if (hasEOL) text += ' ';
    if (text.length > MAX_ANCHOR_LENGTH) break;
  }
  // A word ends after its punctuation, which is seldom under the link.
  return text
    .replace(/\s+/g, ' ')
    .slice(0, MAX_ANCHOR_LENGTH)
    .replace(/[\s.,;:]+$/, '')
    .trimStart();
}

/** Returns a part of a text between two fractions of its width, from and to the nearest ends of words. */
function sliceOf(text: string, from: number, to: number): string {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return text;
  const start = snap(text, Math.max(0, Math.round(from * text.length)));
  const end = snap(text, Math.min(text.length, Math.round(to * text.length)));
  return text.slice(start, Math.max(start, end));
}

/** Returns the place of the nearest end of a word, or the place itself if none is near. */
function snap(text: string, at: number): number {
  for (let distance = 0; distance <= MAX_SNAP; distance++)
    for (const place of [at - distance, at + distance]) if (isWordEnd(text, place)) return place;
  return at;
}

const isWordEnd = (text: string, at: number): boolean =>
  at <= 0 || at >= text.length || /\s/.test(text[at]!) || /\s/.test(text[at - 1]!);

/** Maximum distance of the parts of a link that is divided over lines, relative to the height of a line. */
const MAX_LINE_DISTANCE = 2;

/** Returns whether two rectangles may be parts of one link, on the same line or on lines below each other. */
export function areNear(first: readonly number[], second: readonly number[]): boolean {
  const [, bottom = 0, , top = 0] = first;
  const [, otherBottom = 0, , otherTop = 0] = second;
  const height = Math.max(top - bottom, otherTop - otherBottom);
  return Math.abs(bottom - otherBottom) < MAX_LINE_DISTANCE * height;
}

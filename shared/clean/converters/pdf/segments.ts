/** Segments of a PDF page: pieces of lines without wide gaps, with their places. */
import type { TextItem } from './lines.ts';

/** Items of a line without a wide gap between them. Lengths are in points; `y` grows upwards. */
export type Segment = {
  /** Place of the first item in the content stream. */
  first: number;
  /** Place after the last item. */
  end: number;
  left: number;
  right: number;
  /** Height of the baseline. */
  y: number;
  /** Font size. */
  size: number;
  text: string;
};

/** Minimum width of a gap between segments, relative to the font size. The columns of LaTeX's `article` are 1 apart. */
const MIN_GAP = 0.8;
/** Maximum slope of a horizontal line: scanned pages are not quite straight. */
const MAX_SLOPE = 0.1;

/** Segments in the order of the content stream. `turned` are those in another direction, such as vertical writing. */
export type Segments = { horizontal: Segment[]; turned: Segment[] };

export function segmentsOf(items: readonly TextItem[]): Segments {
  const segments: Segments = { horizontal: [], turned: [] };
  let open: Segment | undefined;
  for (const [at, item] of items.entries()) {
    if (item.str.trim() !== '') {
      const segment = segmentOf(item, at);
      if (open && isNear(open, segment)) extend(open, segment);
      else {
        open = segment;
        segments[isHorizontal(item) ? 'horizontal' : 'turned'].push(open);
      }
    } else if (open) open.text += item.str;
    if (item.hasEOL) open = undefined;
  }
  return segments;
}

function segmentOf({ str, transform, width }: TextItem, at: number): Segment {
  const [, , c = 0, d = 0, left = 0, y = 0] = transform;
  return { first: at, end: at + 1, left, right: left + width, y, size: Math.hypot(c, d), text: str };
}

/** Returns whether an item is written from left to right. Vertical writing has no width. */
function isHorizontal({ transform, width }: TextItem): boolean {
  const [a = 0, b = 0] = transform;
  return width > 0 && Math.abs(b) <= MAX_SLOPE * a;
}

const isNear = (a: Segment, b: Segment): boolean =>
  Math.max(a.left - b.right, b.left - a.right) <= MIN_GAP * Math.max(a.size, b.size);

/** Adds the next item of a line. Short ones, such as footnote numbers, do not set the font size. */
function extend(segment: Segment, next: Segment): void {
  if (next.text.trim().length > 2) segment.size = Math.max(segment.size, next.size);
  segment.left = Math.min(segment.left, next.left);
  segment.right = Math.max(segment.right, next.right);
  segment.end = next.end;
  segment.text += next.text;
}

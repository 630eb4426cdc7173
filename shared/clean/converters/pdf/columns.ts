/** Finds two columns of running text side by side on a PDF page, by the white strip between them. */
import { isText, lineDistance, MIN_OFF_ROWS, shareOffRows, weightedQuantile } from './column-text.ts';
import type { Segment } from './segments.ts';

/** Segments above, in and below a band of two columns, each in the order of the content stream. */
export type Columns = { above: Segment[]; left: Segment[]; right: Segment[]; below: Segment[] };

/** Minimum width of the strip between columns, relative to the font size. */
const MIN_STRIP = 0.7;
/** Maximum width of the strip between columns, relative to the font size. Folded leaflets have wide ones. */
const MAX_STRIP = 8;
/** Maximum distance of the left ends of a column's lines that are not indented, relative to the font size. */
const MAX_SHIFT = 0.3;
/** Maximum indentation of a line in a column, relative to the font size. */
const MAX_INDENT = 3;
/** Minimum number of lines of each column. */
export const MIN_LINES = 4;
/** Maximum number of left ends and strips that are tried. */
const MAX_TRIED = 12;
/** Minimum distance of two parts of a page above each other, relative to the distance of lines. */
const PART_DISTANCE = 1.8;
/** Minimum number of lines of a part of a column. Shorter ones may be headings. */
const MIN_PART_LINES = 3;

type Band = { x: number; size: number; from: number; to: number; score: number };

/**
 * Finds the band of two columns with most lines. If there are more columns, `left` is the first one.
 *
 * @param segments segments in the order of the content stream
 * @returns undefined if there are no columns of running text
 */
export function findColumns(segments: readonly Segment[]): Columns | undefined {
  if (segments.length < 2 * MIN_LINES) return undefined;
  const byHeight = [...segments].sort((a, b) => b.y - a.y);
  const size = weightedQuantile(segments, 0.5, (segment) => segment.size);
  const bands = leftEnds(segments).flatMap((x) => bandsAt(x, size, byHeight));
  for (const band of leftFirst(bands)) {
    const columns = columnsOf(band, byHeight);
    if (columns) return inStreamOrder(columns);
  }
  return undefined;
}

/** Minimum number of lines of a band that is tried before one with more lines, relative to that number. */
const MIN_SCORE = 0.5;

/** Returns the bands with most lines. Of similar ones, those to the left come first: the texts of a list start right of their numbers. */
function leftFirst(bands: Band[]): Band[] {
  bands.sort((a, b) => b.score - a.score);
  const tried = bands.slice(0, MAX_TRIED);
  const high = tried.findIndex(({ score }) => score < MIN_SCORE * tried[0]!.score);
  const first = high < 0 ? tried : tried.slice(0, high);
  return [...first.sort((a, b) => a.x - b.x), ...tried.slice(first.length)];
}

/** Returns the places at which most segments start. */
function leftEnds(segments: readonly Segment[]): number[] {
  const ends: { x: number; count: number }[] = [];
  for (const { left, size } of [...segments].sort((a, b) => a.left - b.left)) {
    const last = ends.at(-1);
    if (last && left - last.x <= MAX_SHIFT * size) last.count++;
    else ends.push({ x: left, count: 1 });
  }
  return ends
    .filter(({ count }) => count >= MIN_LINES)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_TRIED)
    .map(({ x }) => x);
}

const isLeft = (segment: Segment, { x, size }: Pick<Band, 'x' | 'size'>): boolean =>
  segment.left < x - MAX_SHIFT * size;

const sidesOf = (segments: readonly Segment[], band: Band): { left: Segment[]; right: Segment[] } => ({
  left: segments.filter((segment) => isLeft(segment, band)),
  right: segments.filter((segment) => !isLeft(segment, band)),
});

/** Returns the ranges of segments between those that cross the strip before x. */
function bandsAt(x: number, size: number, byHeight: readonly Segment[]): Band[] {
  const bands: Band[] = [];
  let from = 0;
  let left = 0;
  const end = (to: number): void => {
    const score = Math.min(left, to - from - left);
    if (score >= MIN_LINES) bands.push({ x, size, from, to, score });
    from = to + 1;
    left = 0;
  };
  for (const [at, segment] of byHeight.entries()) {
    if (!isLeft(segment, { x, size })) continue;
    if (segment.right > x - MIN_STRIP * size) end(at);
    else left++;
  }
  end(byHeight.length);
  return bands;
}

/** Returns the columns in a band, without what stands above and below them, or undefined if it is no running text. */
function columnsOf(band: Band, byHeight: readonly Segment[]): Columns | undefined {
  const inBand = byHeight.slice(band.from, band.to);
  const spacing = lineDistance(inBand.filter((segment) => isLeft(segment, band)));
  let best: { from: number; to: number } | undefined;
  let run: { from: number; to: number } | undefined;
  let at = band.from;
  for (const part of partsOf(inBand, PART_DISTANCE * spacing)) {
    const from = at;
    at += part.length;
    const kind = kindOf(part, band);
    if (kind === 'rows') run = undefined;
    if (kind !== 'text') continue;
    run ??= { from, to: at };
    run.to = at;
    if (!best || run.to - run.from > best.to - best.from) best = run;
  }
  if (!best) return undefined;
  const { left, right } = sidesOf(byHeight.slice(best.from, best.to), band);
  if (left.length < MIN_LINES) return undefined;
  if (band.x - Math.max(...left.map((segment) => segment.right)) > MAX_STRIP * band.size) return undefined;
  const beside = besideStrip(right, band);
  if (beside.length < MIN_LINES) return undefined;
  const haveRows = shareOffRows(left, beside) < MIN_OFF_ROWS;
  if (!isText(left, haveRows) || !isText(beside, haveRows)) return undefined;
  return { above: byHeight.slice(0, best.from), left, right, below: byHeight.slice(best.to) };
}

/** Divides segments at the white space that crosses both columns. @param distance minimum distance, in points */
function partsOf(byHeight: readonly Segment[], distance: number): Segment[][] {
  const parts: Segment[][] = [];
  for (const [at, segment] of byHeight.entries()) {
    if (at === 0 || byHeight[at - 1]!.y - segment.y > distance) parts.push([]);
    parts.at(-1)!.push(segment);
  }
  return parts;
}

/** Returns whether a part is running text, rows of cells or lines of names beside each other, or too small to know, such as headings. */
function kindOf(part: readonly Segment[], band: Band): 'text' | 'rows' | 'unknown' {
  const { left, right: all } = sidesOf(part, band);
  const right = besideStrip(all, band);
  const sides = [left, right].filter((side) => side.length >= MIN_PART_LINES);
  const haveRows = sides.length === 2 && shareOffRows(left, right) < MIN_OFF_ROWS;
  if (haveRows) return sides.every((side) => isText(side, true)) ? 'text' : 'rows';
  return sides.some((side) => isText(side, sides.length < 2)) ? 'text' : 'unknown';
}

/** Returns the lines of the column right of the strip, without those of further columns. */
const besideStrip = (right: readonly Segment[], { x, size }: Band): Segment[] =>
  right.filter(({ left }) => left <= x + MAX_INDENT * size);

function inStreamOrder(columns: Columns): Columns {
  for (const segments of Object.values(columns)) segments.sort((a, b) => a.first - b.first);
  return columns;
}

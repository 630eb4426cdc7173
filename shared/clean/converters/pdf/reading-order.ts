/**
 * Orders the text of a PDF page as it is read, if the content stream does not. The order of a stream is kept unless columns of running
 * text are written row by row or from right to left, or lines are in no order: it is better than a guess by places.
 */
import { type Columns, findColumns, MIN_LINES } from './columns.ts';
import type { TextItem } from './lines.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** Pages with more segments are drawings. Their order is kept. */
const MAX_SEGMENTS = 3_000;
/** Maximum depth of columns in columns and of bands below each other. */
const MAX_DEPTH = 20;
/** Maximum distance of the baselines of a row, relative to the font size. */
const MAX_ROW_SHIFT = 0.7;
/** Minimum distance of a step upwards that leaves the paragraph, relative to the font size. */
const MIN_STEP_UP = 6;
/** Minimum share of steps upwards in lines without any order. Cells of tables are written one after the other. */
const MIN_UNORDERED = 0.25;
/** The same of a column, which has few reasons for a step upwards. */
const MIN_UNORDERED_COLUMN = 0.04;

/** Minimum number of steps upwards in lines without any order. */
const MIN_STEPS_UP = 3;

/** Returns the items of an upright page in reading order: the same items, or copies with other ends of lines. */
export function orderItems(items: readonly TextItem[]): readonly TextItem[] {
  const { horizontal: segments, turned } = segmentsOf(items);
  if (segments.length < 2 * MIN_LINES || segments.length > MAX_SEGMENTS || turned.length > segments.length)
    return items;
  // Mirrored, the columns of Arabic are in the order of those of English.
  if (isRightToLeft(segments)) for (const segment of segments) mirror(segment);
  if (!mayBeUnordered(segments)) return items;
  const ordered = order(segments, false, 0);
  return ordered.every((segment, at) => segment === segments[at]) ? items : itemsOf([...ordered, ...turned], items);
}

/** Returns whether a stream has more than one segment in many rows, or goes upwards to the left or often. */
function mayBeUnordered(segments: readonly Segment[]): boolean {
  let rows = 0;
  let isBackwards = false;
  for (let i = 1; i < segments.length; i++) {
    const [previous, segment] = [segments[i - 1]!, segments[i]!];
    if (inOneRow(previous, segment)) rows++;
    if (isStepUp(previous, segment) && segment.right < previous.left) isBackwards = true;
  }
  return rows >= MIN_LINES || isBackwards || isUnordered(segments, MIN_UNORDERED);
}

const inOneRow = (a: Segment, b: Segment): boolean => Math.abs(a.y - b.y) <= MAX_ROW_SHIFT * Math.min(a.size, b.size);

const isStepUp = (previous: Segment, segment: Segment): boolean =>
  segment.y - previous.y > MIN_STEP_UP * Math.min(previous.size, segment.size);

const stepsUp = (segments: readonly Segment[]): number =>
  segments.filter((segment, at) => at > 0 && isStepUp(segments[at - 1]!, segment)).length;

const isUnordered = (segments: readonly Segment[], share: number): boolean =>
  stepsUp(segments) >= Math.max(MIN_STEPS_UP, share * segments.length);

/**
 * Orders segments: what stands above two columns, the first column, the second, and what stands below them.
 *
 * @param segments segments in the order of the stream
 * @param isSorted whether the order of the stream means nothing
 */
function order(segments: readonly Segment[], isSorted: boolean, depth: number): readonly Segment[] {
  const columns = depth < MAX_DEPTH ? findColumns(segments) : undefined;
  const fault = columns && (isSorted ? 'unordered' : faultOf(columns));
  if (columns && fault) {
    const { above, left, right, below } = columns;
    return [above, left, right, below].flatMap((part) => order(part, fault === 'unordered', depth + 1));
  }
  return isSorted || isUnordered(segments, MIN_UNORDERED) ? inRows(segments) : segments;
}

/** Returns what is wrong with the order of two columns in the stream. */
function faultOf({ left, right }: Columns): 'rows' | 'unordered' | 'backwards' | undefined {
  const both = [...left, ...right].sort((a, b) => a.first - b.first);
  const isRight = new Set(right);
  let rows = 0;
  let changes = 0;
  for (let i = 1; i < both.length; i++) {
    if (isRight.has(both[i - 1]!) === isRight.has(both[i]!)) continue;
    changes++;
    if (inOneRow(both[i - 1]!, both[i]!)) rows++;
  }
  if (changes === 1) return isRight.has(both[0]!) && areAlike(left, right) ? 'backwards' : undefined;
  if (rows >= MIN_ROWS * Math.min(left.length, right.length))
    return isBetter([...left, ...right], both) ? 'rows' : undefined;
  const isUnorderedColumn = [left, right].some((column) => isUnordered(column, MIN_UNORDERED_COLUMN));
  return isUnorderedColumn && isBetter([...inRows(left), ...inRows(right)], both) ? 'unordered' : undefined;
}

/** Minimum number of rows written across two columns, relative to the lines of the shorter one. */
const MIN_ROWS = 0.5;
/** Minimum number of lines that stand below the line before them in another order only, relative to all lines. */
const MIN_GAIN = 0.2;
/** Maximum distance of such lines, relative to the font size. */
const MAX_LINE_DISTANCE = 2.5;

/** Returns whether more lines stand below the line before them than in the order of the stream. */
const isBetter = (ordered: readonly Segment[], inStream: readonly Segment[]): boolean =>
  linesBelow(ordered) - linesBelow(inStream) >= MIN_GAIN * inStream.length;

const linesBelow = (segments: readonly Segment[]): number =>
  segments.filter((segment, at) => {
    const previous = segments[at - 1];
    if (!previous || segment.left >= previous.right || previous.left >= segment.right) return false;
    const distance = previous.y - segment.y;
    return distance > 0 && distance <= MAX_LINE_DISTANCE * Math.max(previous.size, segment.size);
  }).length;

/** Maximum difference of the widths of columns, relative to the wider one. A column beside the text is narrower. */
const MAX_DIFFERENCE = 0.1;

function areAlike(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [one, other] = [widthOf(left), widthOf(right)];
  return Math.abs(one - other) <= MAX_DIFFERENCE * Math.max(one, other);
}

const widthOf = (segments: readonly Segment[]): number =>
  Math.max(...segments.map(({ right }) => right)) - Math.min(...segments.map(({ left }) => left));

/** Sorts segments from the top, and in each row from the left. */
function inRows(segments: readonly Segment[]): Segment[] {
  const rows: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    if (row && inOneRow(row[0]!, segment)) row.push(segment);
    else rows.push([segment]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left));
}

/** Returns the items of ordered segments. Segments of a row that stand beside each other are a line, with the gap between them. */
function itemsOf(ordered: readonly Segment[], items: readonly TextItem[]): TextItem[] {
  return ordered.flatMap((segment, at) => {
    const own = items.slice(segment.first, segment.end);
    const next = ordered[at + 1];
    const last = own.pop()!;
    if (!next || !inOneRow(segment, next) || next.left < segment.right) return [...own, { ...last, hasEOL: true }];
    const gap = { ...last, str: ' ', width: next.left - segment.right, hasEOL: false };
    return [...own, { ...last, hasEOL: false }, gap];
  });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** Number of segments that are searched for letters that are written from right to left. */
const SAMPLE = 32;

/** Returns whether most of the text is written from right to left. */
function isRightToLeft(segments: readonly Segment[]): boolean {
  const step = Math.ceil(segments.length / SAMPLE);
  let count = 0;
  let length = 0;
  for (let at = 0; at < segments.length; at += step) {
    const { text } = segments[at]!;
    count += text.match(RIGHT_TO_LEFT)?.length ?? 0;
    length += text.length;
  }
  return 2 * count > length;
}

function mirror(segment: Segment): void {
  const { left, right } = segment;
  segment.left = -right;
  segment.right = -left;
}

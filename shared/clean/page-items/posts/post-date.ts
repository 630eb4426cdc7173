/** Finds the date of a post among the dates that its element has. */

import { DAY_MS } from '../../../text/time-units.ts';
import { endOfText, startOfRun } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { PUBLISHED_LABEL } from '../../metadata/dates/date-labels.ts';
import { dayTime } from '../../metadata/dates/date-parser.ts';
import type { DatetimeReader } from '../datetimes.ts';
import type { Part } from '../parts.ts';
import { MAX_DATE_LINE, type PostLines } from './post-lines.ts';
import { BUTTON, NOTICE, QUOTATION } from './post-zones.ts';

/**
 * Returns the date: that of a line that is short or marked as a date, otherwise the first `datetime` in the part. A line whose date is not
 * that of the `datetime`, such as the day on which a member joined, is skipped. A date after another label, as in `Founded:`, comes last.
 *
 * @param labels receives the line if it is short, because it is not part of the text of the post
 */
export function findPostDate(page: ParsedPage, part: Part, lines: PostLines, labels: Set<Block>): string | undefined {
  const found = findDatetime(page, part, lines, lines.datetimeWithin);
  const exact = found?.date;
  let labelled: DatedBlock | undefined;
  for (const line of datedBlocks(part, lines)) {
    if (exact !== undefined && !isSameDay(line.date, exact)) continue;
    if (!hasOtherLabel(line.block)) return moreExact(takeDate(line, labels), exact);
    labelled ??= line;
  }
  const { tooltipWithin } = lines;
  const other = found ?? (tooltipWithin && findDatetime(page, part, lines, tooltipWithin));
  if (other === undefined) return labelled && takeDate(labelled, labels);
  const shown = part.blocks.find((block) => isTextOf(page, block, other.end));
  if (shown) labels.add(shown);
  return other.date;
}

/** Maximum length of a line that shows a time in words, as `2 years ago`, in UTF-16 units. */
const MAX_TIME_TEXT = 40;
/** The rest of a start tag. */
const REST_OF_TAG = /^[^<>]*>\s*$/;
/** The end of an element whose text is a time. */
const TIME_END = /^\s*<\/(?:a|abbr|span|[a-z-]*time[a-z-]*)\b/i;
/** Maximum lengths of both, in UTF-16 units. */
const MAX_TAG = 200;

/** Returns whether a line is nothing but the text of the element with an attribute. `end`: end of its value in the source. */
function isTextOf(page: ParsedPage, block: Block, end: number): boolean {
  const start = startOfRun(page, block.firstRun);
  if (block.text.length > MAX_TIME_TEXT || start < end || start > end + MAX_TAG) return false;
  const after = endOfText(page, block);
  return REST_OF_TAG.test(page.html.slice(end, start)) && TIME_END.test(page.html.slice(after, after + MAX_TAG));
}

/** Returns the `datetime` if it has the time of the day in the line; of a UTC time, the line may show the local day. */
const moreExact = (date: string, exact: string | undefined): string => (exact?.startsWith(date) ? exact : date);

type DatedBlock = { block: Block; date: string };

function takeDate({ block, date }: DatedBlock, labels: Set<Block>): string {
  if (block.text.length <= MAX_DATE_LINE) labels.add(block);
  return date;
}

/** Yields the blocks with a date, except those with the date on which a member joined, and quotations. */
function* datedBlocks({ blocks }: Part, lines: PostLines): Generator<DatedBlock> {
  const zoneOf = lines.zonesOf(blocks);
  let isLabel = false;
  for (const block of blocks) {
    if ((zoneOf(block) & OTHER_POST) !== 0) continue;
    const wasLabel = isLabel;
    const isMembership = lines.isMembership(block);
    // The label and its value may be two blocks.
    isLabel = isMembership && !HAS_DIGIT.test(block.text);
    const date = wasLabel || isMembership ? null : lines.dateIn(block);
    if (date !== null) yield { block, date };
  }
}

const HAS_DIGIT = /\d/;

/** Zones with the dates of other posts. */
const OTHER_POST = QUOTATION | BUTTON | NOTICE;

/** Returns whether a block begins with a label that does not say that the post was published. */
const hasOtherLabel = ({ text }: Block): boolean => /^[\p{L} ]{2,24}:/u.test(text) && !PUBLISHED_LABEL.test(text);

/** Returns whether two dates are at most a day apart: lines show the local day. */
const isSameDay = (a: string, b: string): boolean => Math.abs(dayTime(a) - dayTime(b)) <= DAY_MS;

/**
 * Returns the first `datetime` of a part, from the end of the text before it; those of the last post or change do not count. The date of
 * such a label is in its line, or the next one if the line has none: `Last reply <time datetime=…></time>`.
 */
function findDatetime(
  page: ParsedPage,
  { blocks, previous }: Part,
  lines: PostLines,
  dateWithin: DatetimeReader,
): ReturnType<DatetimeReader> {
  const zoneOf = lines.zonesOf(blocks);
  let from = previous === undefined ? 0 : endOfText(page, previous);
  for (const block of blocks) {
    const to = endOfText(page, block);
    if ((zoneOf(block) & OTHER_POST) !== 0) {
      from = Math.max(from, to);
      continue;
    }
    const later = lines.laterIn(block);
    const found = dateWithin(from, later?.start ?? to);
    if (found) return found;
    from = later && !later.hasDate ? (dateWithin(later.start, page.html.length)?.end ?? to) : to;
    from = Math.max(from, to);
  }
  return undefined;
}

/** Finds the lines of a page that may contain its date. */
import { DIGITS, STATS_PER_BLOCK } from '../../html/char-stats.ts';
import { ASIDE, BLOCK_KINDS, elementId, PREFORMATTED, THIRD_PARTY, USER_CONTENT } from '../../html/elements.ts';
import { CODE, readInlines } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { emptyQuotations } from '../quotations.ts';
import { MAX_LABEL_DISTANCE, MAX_LABELLED_LENGTH } from './date-labels.ts';
import { labelOf } from './shown-date.ts';
import { mayContainDate } from './visible-date.ts';

/** Maximum number of blocks that are searched for dates. */
const MAX_LINES = 1000;

/**
 * A line that may contain a date.
 *
 * `unquoted`: its text without code and quotations (elements or between marks), whose dates are rarely those of the page.
 * `own`: the same without links, unless the line is near the headline.
 * `place`: its distance from the first line.
 * `isBefore`: whether it is before the headline.
 * `label`: the text of the block before it if that may be its label (`shown-date.ts`), or ''.
 * `isCaption`: whether it is in a figure or the caption of a table.
 * `isHeading`: whether it is a heading.
 */
export type DatedLine = {
  text: string;
  unquoted: string;
  own: string;
  place: number;
  isBefore: boolean;
  label: string;
  isCaption: boolean;
  isHeading: boolean;
};

/** Maximum length of a line with a date alone, in units of `textLength`; longer lines are sentences. */
export const MAX_LINE_LENGTH = 100;

/** Maximum number of elements marked as a byline or date, or of \`time\` elements, that are read. */
export const MAX_MARKED = 5;

/** Number of lines after the headline that are closest to it. */
export const NEAREST_LINES = 12;

/** Returns the lines from three before the headline on; earlier dates are today's or those of other pages. */
export function datedLines(page: ParsedPage): readonly DatedLine[] {
  if (last?.page !== page) last = { page, lines: findDatedLines(page) };
  return last.lines;
}

/**
 * The lines of the last page: both dates of a page are searched in them. One page and no `WeakMap` of pages, because a minor collection
 * of garbage keeps all that the keys of an old `WeakMap` refer to: every page would live until the next major collection.
 */
let last: { page: ParsedPage; lines: readonly DatedLine[] } | undefined;

function findDatedLines(page: ParsedPage): DatedLine[] {
  const headline = headlineOf(page);
  const skipped = ASIDE | THIRD_PARTY | (isDiscussion(page) ? 0 : USER_CONTENT);
  const count = Math.min(page.blocks.length, MAX_LINES);
  return linesFrom(page, { first: Math.max(0, headline - 3), count, headline, skipped });
}

/**
 * Returns the lines of an aside that follows the headline directly, up to its first few blocks: such a box may begin with the date, before it goes
 * on with what concerns other pages. Without a headline there are none.
 */
export function linesBesideHeadline(page: ParsedPage): DatedLine[] {
  const headline = headlineOf(page);
  if (headline < 0) return [];
  const first = headline + 1;
  const beside = page.blocks.slice(first, first + MAX_BESIDE).map(({ roles }) => (roles & ASIDE) !== 0);
  const count = beside.includes(false) ? beside.indexOf(false) : beside.length;
  return linesFrom(page, { first, count, headline, skipped: THIRD_PARTY | USER_CONTENT });
}

/** Number of blocks of an aside after the headline in which the date of the page is. */
const MAX_BESIDE = 4;

const headlineOf = ({ blocks }: ParsedPage): number =>
  blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element));

/** `first`, `count`: blocks that are read, on to the first block after the last. `skipped`: roles of blocks that are left out. */
type Range = { first: number; count: number; headline: number; skipped: number };

function linesFrom(page: ParsedPage, { first, count, headline, skipped }: Range): DatedLine[] {
  const { blocks, charStats } = page;
  const found: DatedLine[] = [];
  let place = 0;
  let before: Block | undefined;
  for (let i = 0; i < count; i++) {
    const at = (first + i) % blocks.length;
    const block = blocks[at] as Block;
    const { text, roles } = block;
    if ((roles & skipped) !== 0) continue;
    if (
      (charStats[at * STATS_PER_BLOCK + DIGITS] as number) >= MIN_DIGITS &&
      mayContainDate(text, MAX_LABELLED_LENGTH + MAX_LABEL_DISTANCE)
    )
      found.push({
        ...{ text, place, isBefore: at < headline },
        ...{ label: labelIn(page, before), isCaption: isIn(page, block, CAPTIONS) },
        isHeading: BLOCK_KINDS.headline.has(block.element) || BLOCK_KINDS.heading.has(block.element),
        ...ownTexts(page, block, place),
      });
    before = block;
    place++;
  }
  return found;
}

function labelIn(page: ParsedPage, block: Block | undefined): string {
  return block === undefined ? '' : labelOf(block.text, block.element === TERM || isIn(page, block, TABLE_HEADING));
}

function ownTexts(page: ParsedPage, block: Block, place: number): Pick<DatedLine, 'unquoted' | 'own'> {
  if ((block.roles & PREFORMATTED) !== 0 || isIn(page, block, QUOTATION)) return { unquoted: '', own: '' };
  const inlines = readInlines(page, block);
  const join = (keepsLinks: boolean) =>
    emptyQuotations(
      inlines
        .map(({ text, marks, href, image }) =>
          (marks & CODE) === 0 && image === null && (keepsLinks || href === null) ? text : ' ',
        )
        .join(''),
    );
  const unquoted = join(true);
  return { unquoted, own: place < NEAREST_LINES || block.linked === 0 ? unquoted : join(false) };
}

function isIn({ containers }: ParsedPage, { container }: Block, elements: ReadonlySet<number>): boolean {
  for (let at = container; at !== 0; at = containers.parents[at] as number)
    if (elements.has(containers.elements[at] as number)) return true;
  return false;
}

const QUOTATION = new Set([elementId('blockquote')]);
const CAPTIONS = new Set(['figure', 'figcaption', 'caption'].map(elementId));
const TABLE_HEADING = new Set([elementId('th')]);
const TERM = elementId('dt');

/** Returns the lines reduced to a part of their text. */
export function reduceLines(lines: readonly DatedLine[], part: 'unquoted' | 'own'): DatedLine[] {
  return lines.flatMap((line) => (line[part] === '' ? [] : [{ ...line, text: line[part] }]));
}

/** Returns whether all running text is written by users, as in a forum thread. */
export function isDiscussion({ blocks }: ParsedPage): boolean {
  const isOwn = ({ roles, text, linked, element }: Block): boolean =>
    (roles & (ASIDE | USER_CONTENT)) === 0 &&
    text.length - linked > MIN_SENTENCE_LENGTH &&
    !BLOCK_KINDS.headline.has(element) &&
    !BLOCK_KINDS.heading.has(element);
  return !blocks.some(isOwn);
}

/** Minimum length of running text, in UTF-16 units; shorter blocks are labels, dates and names. */
const MIN_SENTENCE_LENGTH = 60;

/** Minimum number of digits in a date, as in `令和5年5月4日`, `1.1.20` or a year with the name of a month. */
const MIN_DIGITS = 3;

/** Returns the lines at less than a given distance. */
export function linesBefore(lines: readonly DatedLine[], place: number): DatedLine[] {
  return lines.filter((line) => line.place < place);
}

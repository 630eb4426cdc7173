/**
 * Lowers the scores of what a page of cards has around these: filters with their options, the orders of a list, the form of a newsletter, and the
 * cards that the reader has seen before. Such options are short lines like those of cards, and utility classes and hashed ones do not tell them apart.
 */
import { totalLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { findFieldTexts } from './form-fields.ts';
import { lowerSections } from './headed-sections.ts';
import { CLEAR, FILTER, NEWSLETTER, OPTION_COUNT, SORT, SORT_OPTION, VIEWED, YEAR_COUNT } from './list-labels.ts';
import { endOfSmallElement } from './small-element.ts';

/** Subtracted from the score on a page of a certain kind. */
const PENALTIES: Partial<Record<PageKind, number>> = { collection: 5, listing: 5, product: 2, forum: 3 };
/** Minimum penalty of a page that is searched. */
const MIN_PENALTY = 1.5;
/** Score of blocks that are hardly ever text, and are not lowered. */
const LOWEST_SCORE = -4;
/** Maximum length of a label, an option, and of the name of a group of options, in UTF-16 units. */
const MAX_LABEL = 60;
const MAX_OPTION = 120;
const MAX_NAME = 30;
/** Minimum number of adjacent orders of a list that stand without a label. */
const MIN_ORDERS = 3;
/** Maximum distance of a label from an option or another label, in blocks. */
const MAX_DISTANCE = 3;
/** Maximum number of words of a filter, and of the notice of a newsletter. */
const MAX_FILTER_WORDS = 100;
const MAX_NOTICE_WORDS = 60;
/** Maximum number of elements around that of a label which the label begins, too. */
const MAX_OUTER = 1;
/** Maximum mean number of words of the lines of a filter. */
const MAX_MEAN_WORDS = 4;
/** Maximum share of the page in options with counts. An index of topics consists of such lines. */
const MAX_SHARE = 0.4;
const DIGIT = /\d/;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerListControls(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  words: Float32Array,
  kinds: Float32Array,
): void {
  const penalty = expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  if (penalty < MIN_PENALTY) return;
  const isControl = findControls(page, words);
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (isControl[i] === 1 && score > LOWEST_SCORE) scores[i] = score - penalty;
  }
  lowerSections(scores, page, VIEWED_SECTIONS, penalty);
}

const VIEWED_SECTIONS = [{ headings: [VIEWED], leadsAway: true }];

/** Returns 1 for each block that is a control, 0 for others. */
function findControls(page: ParsedPage, words: Float32Array): Uint8Array {
  const { blocks } = page;
  const isControl = new Uint8Array(blocks.length);
  const { options, notices } = findFieldTexts(page, words);
  isControl.set(notices);
  markOptions(blocks, isControl, options);
  markOrders(blocks, isControl);
  const title = page.title ?? '';
  const labels: number[] = [];
  const isAboutFilters = FILTER_TITLE.test(title);
  for (const [i, { text, roles }] of blocks.entries()) {
    if (text.length > MAX_LABEL || (roles & ASIDE) !== 0 || !LABEL.test(text)) continue;
    if (CLEAR.test(text)) isControl[i] = 1;
    else if (!isAboutFilters && FILTER.test(text)) labels.push(i);
    else if (NEWSLETTER.test(text) && !NEWSLETTER.test(title))
      isControl.fill(1, i, endOfSmallElement(page, words, i, MAX_NOTICE_WORDS, MAX_OUTER));
  }
  for (const i of labels) {
    const end = endOfSmallElement(page, words, i, MAX_FILTER_WORDS, MAX_OUTER);
    if (isFilter(words, i, end)) isControl.fill(1, i, end);
    const near = isControl.subarray(Math.max(0, i - MAX_DISTANCE), i + MAX_DISTANCE + 1);
    if (near.includes(1)) isControl[i] = 1;
  }
  return isControl;
}

/** All of them: one search costs less than three, and hardly any block matches. */
const LABEL = new RegExp([CLEAR, FILTER, NEWSLETTER].map(({ source }) => source).join('|'), 'iu');
const FILTER_TITLE = /filt/i;
/** Minimum number of lines of a filter with its label. */
const MIN_FILTER_LINES = 4;

/** Returns whether the element of a label consists of names and options. */
function isFilter(words: Float32Array, first: number, end: number): boolean {
  const count = end - first;
  if (count < MIN_FILTER_LINES) return false;
  return words.subarray(first, end).reduce((sum, n) => sum + n, 0) <= count * MAX_MEAN_WORDS;
}

/**
 * Marks options, and the names of their groups: lines with the number of their results (`Black (12)`) and labels of check boxes. A page that is an index of
 * such lines, or of titles with years, has none.
 */
function markOptions(blocks: readonly Block[], isControl: Uint8Array, isBox: Uint8Array): void {
  const lines = countedLines(blocks);
  if (lines.length === 0 && !isBox.includes(1)) return;
  const all = totalLength(blocks.filter(({ roles }) => (roles & ASIDE) === 0));
  const unlessIndex = (options: readonly Block[]) => new Set(totalLength(options) > all * MAX_SHARE ? [] : options);
  const counted = unlessIndex(lines);
  const boxes = unlessIndex(blocks.filter((_, i) => isBox[i] === 1));
  const has = (i: number): boolean => boxes.has(blocks[i] as Block) || counted.has(blocks[i] as Block);
  for (const [i, { text }] of blocks.entries()) {
    if (!has(i) || !(has(i - 1) || has(i + 1) || (counted.size > 0 && isSeveral(text)))) continue;
    isControl[i] = 1;
    const before = blocks[i - 1];
    if (before && !has(i - 1) && before.text.length <= MAX_NAME && !DIGIT.test(before.text)) isControl[i - 1] = 1;
  }
}

/** Returns lines with numbers of results, unless most are titles with years. */
function countedLines(blocks: readonly Block[]): readonly Block[] {
  const lines = blocks.filter(({ text }) => text.length <= MAX_OPTION && text.endsWith(')') && OPTION_COUNT.test(text));
  const years = lines.filter(({ text }) => YEAR_COUNT.test(text)).length;
  return years * 2 > lines.length ? [] : lines;
}

/** Whether a line consists of several options: labels of check boxes stand in one. */
const isSeveral = (text: string): boolean => text.includes(')') && text.indexOf(')') < text.length - 1;

/** Marks the orders of a list that stand below their label or together. */
function markOrders(blocks: readonly Block[], isControl: Uint8Array): void {
  const isOrder = (i: number): boolean => {
    const { text = '', roles = ASIDE } = blocks[i] ?? {};
    return text.length <= MAX_LABEL && (roles & ASIDE) === 0 && SORT_OPTION.test(text);
  };
  for (let i = 0; i < blocks.length; i++) {
    const isLabelled = isLabelOfOrders(blocks[i] as Block);
    let end = isLabelled ? i + 1 : i;
    while (isOrder(end)) end++;
    if (isLabelled || end - i >= MIN_ORDERS) isControl.fill(1, i, end);
    if (end > i) i = end - 1;
  }
}

const isLabelOfOrders = ({ text, roles }: Block): boolean =>
  text.length <= MAX_OPTION * 2 && (roles & ASIDE) === 0 && SORT.test(text);

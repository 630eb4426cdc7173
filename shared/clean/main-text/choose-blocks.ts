/**
 * The main text of a page. Trees that were trained on pages with known texts say of each string whether it belongs to it
 * (`block-features.ts` has what they are told, `model.ts` the trees); then neighbours have their say
 * (`smooth-labels.ts`), since a short line between paragraphs, a cell or an item tells little by itself. The strings keep
 * their order.
 *
 * Pages that are no article give the trees little to go by. Where they are sure of no running text, or find but a small part of
 * what the page marks as its main content, or much of that is examples, all of the page or of the marked content is the text,
 * but what is most unlikely. At last the headings of teasers go with their texts (`keep-teaser-headings.ts`).
 */

import { ASIDE, BLOCK_KINDS, MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { totalUnlinkedLength } from '../html/unlinked-length.ts';
import { FEATURE_COUNT, fillRow, surveyPage } from './block-features.ts';
import { type PackedTrees, scoreRow } from './boosted-trees.ts';
import { isCopyrightLine } from './copyright-line.ts';
import { densestBlocks } from './density-text.ts';
import { keepTeaserHeadings } from './keep-teaser-headings.ts';
import { findUnits, smoothLabels } from './smooth-labels.ts';

/** A page of more strings is a listing or made to be slow, and no page that trees were trained on. */
const MAX_BLOCKS = 20_000;
/** Fewer characters are no text that somebody wrote: a notice, or a form. */
const MIN_RUNNING_TEXT = 80;
/** Scores are logarithms of odds: what is a little less likely than not belongs to the text, since most of what is near does. */
const TEXT_THRESHOLD = -0.3;
/** What is less likely is navigation on a page of any kind. */
const MIN_SCORE = -3;
/** How far below it a string must be, or several together, to be left out of marked content. */
const MARKED_MARGIN = 0.5;
/** So likely is only what reads like a text. */
const SURE_SCORE = 1.3;
/** Beyond this it does not matter how certain it is. */
const MAX_SCORE = 2.5;
/** Of 27,000 strings of 157 pages none ended above -2 after it was so low, and six below 1.2 after they were so high. */
const EARLY_STOP = { trees: 16, low: -2.25, high: 1.75 };

/** Marked content with so large a share of examples (`pre`) is documentation, and all of it is its text. */
const MIN_CODE_SHARE = 1 / 10;
/** If less than this share of marked content is found, it is a reference: many short entries, and all of it is its text. */
const MIN_FOUND_SHARE = 0.35;

/** If preformatted text is so large a share of a page, the page shows a file of text. */
const MIN_FILE_SHARE = 2 / 3;

/** How much less likely it is that what a site repeats on its pages is text of one of them: mostly trees are sure of less. */
const SITE_PENALTY = 5;

/** @param model trees over `block-features.ts`. */
export function chooseBlocks(page: ParsedPage, model: PackedTrees): readonly Block[] {
  return newBlockChooser(page, model)();
}

/**
 * The same for a page that is asked about more than once: trees are asked once.
 *
 * @returns a choice. Its `ofSite`: 1 for each of the first strings that is the site's (`site-strings.ts`); absent: none is known to be.
 */
export function newBlockChooser(page: ParsedPage, model: PackedTrees): (ofSite?: Uint8Array) => readonly Block[] {
  if (page.blocks.length > MAX_BLOCKS) return () => densestBlocks(page.blocks);
  const units = findUnits(page);
  const scores = scoreBlocks(page, model, units);
  return (ofSite) =>
    keepTeaserHeadings(page, selectBlocks(page, ofSite ? lowerSiteScores(scores, ofSite) : scores, units));
}

function lowerSiteScores(scores: Float32Array, ofSite: Uint8Array): Float32Array {
  return scores.map((score, i) => (ofSite[i] === 1 ? score - SITE_PENALTY : score));
}

/** What trees and neighbours say. */
function selectBlocks(page: ParsedPage, scores: Float32Array, units: Int32Array): readonly Block[] {
  const { blocks } = page;
  const together = smoothLabels(page, scores, units);
  const inFile = isTextFile(blocks) ? PREFORMATTED : 0;
  const chosen = blocks.filter(
    ({ roles }, i) => (scores[i] as number) > 0 || together[i] === 1 || (roles & (inFile | ASIDE)) === PREFORMATTED,
  );
  const marked = blocks.filter(isMarked);
  const sure = blocks.filter((_, i) => (scores[i] as number) > SURE_SCORE);
  if (totalUnlinkedLength(sure) >= MIN_RUNNING_TEXT && !isReference(marked, chosen) && !isIndex(marked, sure))
    return chosen;
  if (marked.length > 0) return selectMarked(page, marked, scores, units);
  const taken = new Set(chosen);
  const likely = blocks.filter(
    (block, i) => (scores[i] as number) > MIN_SCORE || isHeadline(block) || taken.has(block),
  );
  return likely.length > 0 ? likely : densestBlocks(blocks);
}

const isMarked = ({ roles }: Block): boolean => (roles & (MAIN | ASIDE)) === MAIN;

/** Whether nearly all of it is one: a mail in an archive, a standard, a log. What it says is all of that. */
function isTextFile(blocks: readonly Block[]): boolean {
  return proseLength(blocks) < totalUnlinkedLength(blocks) * (1 - MIN_FILE_SHARE);
}

/** One long example outdoes all that a manual says around it, so examples do not count. */
function isReference(marked: readonly Block[], chosen: readonly Block[]): boolean {
  const prose = proseLength(marked);
  return prose < totalUnlinkedLength(marked) * (1 - MIN_CODE_SHARE) || proseLength(chosen) < prose * MIN_FOUND_SHARE;
}

/** Marked content that is longer than all running text, and has none of it: that is the small print below a list of links. */
function isIndex(marked: readonly Block[], sure: readonly Block[]): boolean {
  const within = sure.filter(({ roles }) => (roles & MAIN) !== 0);
  return totalUnlinkedLength(within) < MIN_RUNNING_TEXT && totalLength(marked) > totalUnlinkedLength(sure);
}

function totalLength(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

function proseLength(blocks: readonly Block[]): number {
  return totalUnlinkedLength(blocks.filter(({ roles }) => (roles & PREFORMATTED) === 0));
}

/** All of the marked content, but for several strings in a row that are as unlikely as can be. */
function selectMarked(page: ParsedPage, marked: Block[], scores: Float32Array, units: Int32Array): Block[] {
  const { blocks } = page;
  const raised = scores.map((score, i) =>
    isMarked(blocks[i] as Block) ? score - MIN_SCORE - MARKED_MARGIN : Number.NEGATIVE_INFINITY,
  );
  const together = smoothLabels(page, raised, units);
  const likely = blocks.filter((_, i) => together[i] === 1);
  // Where hardly any of it is likely, it is an index: nothing but links.
  return likely.length * 2 > marked.length ? likely : marked;
}

/** Of a list it says what is listed. Only of articles it is a field of its own. */
const isHeadline = ({ element, linked, roles }: Block): boolean =>
  BLOCK_KINDS.headline.has(element) && linked === 0 && (roles & ASIDE) === 0;

const featureRow = new Float32Array(FEATURE_COUNT);

/** Of each string how far above `ENOUGH` it is, as far as it matters; `-Infinity`: the page itself says that it stands aside. */
function scoreBlocks(page: ParsedPage, model: PackedTrees, units: Int32Array): Float32Array {
  const { blocks } = page;
  const survey = surveyPage(page);
  const scores = new Float32Array(blocks.length).fill(Number.NEGATIVE_INFINITY);
  const scoreOf = (i: number): number => {
    fillRow(featureRow, survey, i);
    return (
      scoreRow(model, featureRow, MIN_SCORE + TEXT_THRESHOLD, MAX_SCORE + TEXT_THRESHOLD, EARLY_STOP) - TEXT_THRESHOLD
    );
  };
  for (let i = 0; i < blocks.length; i++) {
    if (((blocks[i] as Block).roles & ASIDE) !== 0) continue;
    if (isCopyrightLine(blocks[i] as Block, blocks[i - 1]?.text)) {
      // No more than that: it also tells against what stands beside it.
      scores[i] = MIN_SCORE - MAX_SCORE;
      continue;
    }
    const last = endOfLinkList(blocks, units, i);
    if (last - i < SCORED_ITEMS) scores[i] = scoreOf(i);
    else {
      scores.fill((scoreOf(i) + scoreOf((i + last) >> 1) + scoreOf(last)) / SCORED_ITEMS, i, last + 1);
      i = last;
    }
  }
  return scores;
}

/** A list has one voice (`smooth-labels.ts`); of one that is all links, as menus are, so many items speak for the rest. */
const SCORED_ITEMS = 3;
/** Of the characters of an item. */
const MIN_LINK_SHARE = 0.9;

/** @returns the index of the last string of the list that begins there, as long as all are links; `from`: it is none. */
function endOfLinkList(blocks: readonly Block[], units: Int32Array, from: number): number {
  const unit = units[(blocks[from] as Block).container] as number;
  let last = from;
  if (unit === 0) return last;
  for (let i = from; i < blocks.length; i++) {
    const { container, linked, text } = blocks[i] as Block;
    if (units[container] !== unit || linked < text.length * MIN_LINK_SHARE) break;
    last = i;
  }
  return last;
}

/** @param gapOf what stands between two of them; undefined, or not given: a line break, or two before a paragraph. */
export function joinBlocks(
  blocks: readonly Block[],
  maxLength: number,
  gapOf?: (before: Block | undefined, after: Block) => string | undefined,
): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const gap = gapOf?.(before, block) ?? (block.paragraph ? '\n\n' : '\n');
    text += before === undefined ? gap.replace(/\n/g, '') + block.text : gap + block.text;
    if (text.length > maxLength) return cut(text, maxLength);
    before = block;
  }
  return text;
}

/** Not in the middle of a surrogate pair. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

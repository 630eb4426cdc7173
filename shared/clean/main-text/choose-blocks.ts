/**
 * Chooses the blocks of the main text. Boosted trees (`model.ts`) score each block by its features (`block-features.ts`). Then
 * `smooth-labels.ts` takes the neighbours into account, because a short line, a cell or a list item tells little by itself.
 *
 * Pages other than articles give the trees little evidence. If they are sure of no running text, find only a small part of the
 * marked main content, or that content has much code, then everything except unlikely blocks is kept. "Everything" is the marked
 * main content, or the page if nothing is marked. Finally `keep-teaser-headings.ts` adds the headings of chosen teasers.
 */

import { ASIDE, BLOCK_KINDS, MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { totalUnlinkedLength } from '../html/unlinked-length.ts';
import { MIN_SCORE, scoreBlocks } from './block-scores.ts';
import type { PackedTrees } from './boosted-trees.ts';
import { densestBlocks } from './density-text.ts';
import { keepTeaserHeadings } from './keep-teaser-headings.ts';
import { findUnits, smoothLabels } from './smooth-labels.ts';

/** Maximum number of blocks that the trees score. Larger pages are listings or made to be slow: they use the density method. */
const MAX_BLOCKS = 20_000;
/** Minimum unlinked length of running text, in UTF-16 units. Less is a notice or a form. */
const MIN_RUNNING_TEXT = 80;
/** How far below `MIN_SCORE` blocks of marked content must be to be left out. */
const MARKED_MARGIN = 0.5;
/** Score above which a block is surely running text. */
const SURE_SCORE = 1.3;
/** Share of code (`pre`) from which marked content is documentation, and all of it is the text. */
const MIN_CODE_SHARE = 1 / 10;
/** Share of marked content below which the chosen blocks show a reference of many short entries: all of it is the text. */
const MIN_FOUND_SHARE = 0.35;

/** Share of preformatted text above which the page shows a text file. */
const MIN_FILE_SHARE = 2 / 3;

/** Subtracted from the score of text that a site repeats on its pages. Larger than most scores. */
const SITE_PENALTY = 5;

/** Returns the blocks of the main text, in their order. @param model trees over the features of `block-features.ts` */
export function chooseBlocks(page: ParsedPage, model: PackedTrees): readonly Block[] {
  return newBlockChooser(page, model)();
}

/**
 * Scores a page once, for several choices.
 *
 * @returns a function that chooses the blocks. Its argument is 1 for each block that the site repeats (`site-strings.ts`); default: none
 */
export function newBlockChooser(page: ParsedPage, model: PackedTrees): (siteBlocks?: Uint8Array) => readonly Block[] {
  if (page.blocks.length > MAX_BLOCKS) return () => densestBlocks(page.blocks);
  const units = findUnits(page);
  const scores = scoreBlocks(page, model, units);
  return (siteBlocks) =>
    keepTeaserHeadings(page, selectBlocks(page, siteBlocks ? lowerSiteScores(scores, siteBlocks) : scores, units));
}

/** Subtracts the penalty from the scores of blocks that the site repeats. */
function lowerSiteScores(scores: Float32Array, siteBlocks: Uint8Array): Float32Array {
  return scores.map((score, i) => (siteBlocks[i] === 1 ? score - SITE_PENALTY : score));
}

/** Selects the blocks by the scores and by their neighbours. */
function selectBlocks(page: ParsedPage, scores: Float32Array, units: Int32Array): readonly Block[] {
  const { blocks } = page;
  const smoothed = smoothLabels(page, scores, units);
  const inFile = isTextFile(blocks) ? PREFORMATTED : 0;
  const chosen = blocks.filter(
    ({ roles }, i) => (scores[i] as number) > 0 || smoothed[i] === 1 || (roles & (inFile | ASIDE)) === PREFORMATTED,
  );
  const marked = blocks.filter(isMarked);
  const sure = blocks.filter((_, i) => (scores[i] as number) > SURE_SCORE);
  if (totalUnlinkedLength(sure) >= MIN_RUNNING_TEXT && !isReference(marked, chosen) && !isIndex(marked, sure))
    return chosen;
  if (marked.length > 0) return selectMarked(page, marked, scores, units);
  const chosenSet = new Set(chosen);
  const likely = blocks.filter(
    (block, i) => (scores[i] as number) > MIN_SCORE || isHeadline(block) || chosenSet.has(block),
  );
  return likely.length > 0 ? likely : densestBlocks(blocks);
}

/** Whether the block is in the marked main content, outside of navigation. */
const isMarked = ({ roles }: Block): boolean => (roles & (MAIN | ASIDE)) === MAIN;

/** Whether nearly all of the page is one text file: a mail in an archive, a standard, a log. */
function isTextFile(blocks: readonly Block[]): boolean {
  return proseLength(blocks) < totalUnlinkedLength(blocks) * (1 - MIN_FILE_SHARE);
}

/** Whether marked content is a reference. Code does not count as found: one long listing would outweigh the prose. */
function isReference(marked: readonly Block[], chosen: readonly Block[]): boolean {
  const prose = proseLength(marked);
  return prose < totalUnlinkedLength(marked) * (1 - MIN_CODE_SHARE) || proseLength(chosen) < prose * MIN_FOUND_SHARE;
}

/** Whether marked content is a list of links, and the running text is small print outside of it. */
function isIndex(marked: readonly Block[], sure: readonly Block[]): boolean {
  const sureInMarked = sure.filter(({ roles }) => (roles & MAIN) !== 0);
  return totalUnlinkedLength(sureInMarked) < MIN_RUNNING_TEXT && totalLength(marked) > totalUnlinkedLength(sure);
}

function totalLength(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the unlinked length of all text except code. */
function proseLength(blocks: readonly Block[]): number {
  return totalUnlinkedLength(blocks.filter(({ roles }) => (roles & PREFORMATTED) === 0));
}

/** Selects the marked content, except runs of very unlikely blocks. */
function selectMarked(page: ParsedPage, marked: Block[], scores: Float32Array, units: Int32Array): Block[] {
  const { blocks } = page;
  const raised = scores.map((score, i) =>
    isMarked(blocks[i] as Block) ? score - MIN_SCORE - MARKED_MARGIN : Number.NEGATIVE_INFINITY,
  );
  const smoothed = smoothLabels(page, raised, units);
  const likely = blocks.filter((_, i) => smoothed[i] === 1);
  // If most of it is unlikely, it is an index of links: keep all.
  return likely.length * 2 > marked.length ? likely : marked;
}

/** Whether the block is a headline, which describes the subject of a listing. Articles have it as a field of their own. */
const isHeadline = ({ element, linked, roles }: Block): boolean =>
  BLOCK_KINDS.headline.has(element) && linked === 0 && (roles & ASIDE) === 0;

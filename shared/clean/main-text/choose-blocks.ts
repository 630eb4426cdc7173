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

import { ASIDE, KINDS, MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { freeLength } from '../html/unlinked-length.ts';
import { FEATURES, fillRow, surveyPage } from './block-features.ts';
import { type PackedTrees, scoreRow } from './boosted-trees.ts';
import { densityText } from './density-text.ts';
import { isImprint } from './imprint.ts';
import { withTeasers } from './keep-teaser-headings.ts';
import { standingTogether, unitsOf } from './smooth-labels.ts';

/** A page of more strings is a listing or made to be slow, and no page that trees were trained on. */
const MOST_STRINGS = 20_000;
/** Fewer characters are no text that somebody wrote: a notice, or a form. */
const RUNNING_TEXT = 80;
/** Scores are logarithms of odds: what is a little less likely than not belongs to the text, since most of what is near does. */
const ENOUGH = -0.3;
/** What is less likely is navigation on a page of any kind. */
const LEAST = -3;
/** How far below it a string must be, or several together, to be left out of marked content. */
const DOUBT = 0.5;
/** So likely is only what reads like a text. */
const SURE = 1.3;
/** Beyond this it does not matter how certain it is. */
const CERTAIN = 2.5;
/** Of 27,000 strings of 157 pages none ended above -2 after it was so low, and six below 1.2 after they were so high. */
const GUESS = { trees: 16, low: -2.25, high: 1.75 };

/** Marked content with so large a share of examples (`pre`) is documentation, and all of it is its text. */
const EXAMPLES = 1 / 10;
/** If less than this share of marked content is found, it is a reference: many short entries, and all of it is its text. */
const PART = 0.35;

/** If preformatted text is so large a share of a page, the page shows a file of text. */
const FILE = 2 / 3;

/** How much less likely it is that what a site repeats on its pages is text of one of them: mostly trees are sure of less. */
const OF_SITE = 5;

/** @param model trees over `block-features.ts`. */
export function mainBlocks(page: ParsedPage, model: PackedTrees): readonly Block[] {
  return mainBlocksOf(page, model)();
}

/**
 * The same for a page that is asked about more than once: trees are asked once.
 *
 * @returns a choice. Its `ofSite`: 1 for each of the first strings that is the site's (`site-strings.ts`); absent: none is known to be.
 */
export function mainBlocksOf(page: ParsedPage, model: PackedTrees): (ofSite?: Uint8Array) => readonly Block[] {
  if (page.blocks.length > MOST_STRINGS) return () => densityText(page.blocks);
  const units = unitsOf(page);
  const scores = scoresOf(page, model, units);
  return (ofSite) => withTeasers(page, judgedBlocks(page, ofSite ? lessOfSite(scores, ofSite) : scores, units));
}

function lessOfSite(scores: Float32Array, ofSite: Uint8Array): Float32Array {
  return scores.map((score, i) => (ofSite[i] === 1 ? score - OF_SITE : score));
}

/** What trees and neighbours say. */
function judgedBlocks(page: ParsedPage, scores: Float32Array, units: Int32Array): readonly Block[] {
  const { blocks } = page;
  const together = standingTogether(page, scores, units);
  const inFile = isTextFile(blocks) ? PREFORMATTED : 0;
  const chosen = blocks.filter(
    ({ roles }, i) => (scores[i] as number) > 0 || together[i] === 1 || (roles & (inFile | ASIDE)) === PREFORMATTED,
  );
  const marked = blocks.filter(isMarked);
  const sure = blocks.filter((_, i) => (scores[i] as number) > SURE);
  if (freeLength(sure) >= RUNNING_TEXT && !isReference(marked, chosen) && !isIndex(marked, sure)) return chosen;
  if (marked.length > 0) return allOfMarked(page, marked, scores, units);
  const taken = new Set(chosen);
  const likely = blocks.filter((block, i) => (scores[i] as number) > LEAST || isHeadline(block) || taken.has(block));
  return likely.length > 0 ? likely : densityText(blocks);
}

const isMarked = ({ roles }: Block): boolean => (roles & (MAIN | ASIDE)) === MAIN;

/** Whether nearly all of it is one: a mail in an archive, a standard, a log. What it says is all of that. */
function isTextFile(blocks: readonly Block[]): boolean {
  return proseOf(blocks) < freeLength(blocks) * (1 - FILE);
}

/** One long example outdoes all that a manual says around it, so examples do not count. */
function isReference(marked: readonly Block[], chosen: readonly Block[]): boolean {
  const prose = proseOf(marked);
  return prose < freeLength(marked) * (1 - EXAMPLES) || proseOf(chosen) < prose * PART;
}

/** Marked content that is longer than all running text, and has none of it: that is the small print below a list of links. */
function isIndex(marked: readonly Block[], sure: readonly Block[]): boolean {
  const within = sure.filter(({ roles }) => (roles & MAIN) !== 0);
  return freeLength(within) < RUNNING_TEXT && lengthOf(marked) > freeLength(sure);
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

function proseOf(blocks: readonly Block[]): number {
  return freeLength(blocks.filter(({ roles }) => (roles & PREFORMATTED) === 0));
}

/** All of the marked content, but for several strings in a row that are as unlikely as can be. */
function allOfMarked(page: ParsedPage, marked: Block[], scores: Float32Array, units: Int32Array): Block[] {
  const { blocks } = page;
  const raised = scores.map((score, i) =>
    isMarked(blocks[i] as Block) ? score - LEAST - DOUBT : Number.NEGATIVE_INFINITY,
  );
  const together = standingTogether(page, raised, units);
  const likely = blocks.filter((_, i) => together[i] === 1);
  // Where hardly any of it is likely, it is an index: nothing but links.
  return likely.length * 2 > marked.length ? likely : marked;
}

/** Of a list it says what is listed. Only of articles it is a field of its own. */
const isHeadline = ({ element, linked, roles }: Block): boolean =>
  KINDS.headline.has(element) && linked === 0 && (roles & ASIDE) === 0;

const row = new Float32Array(FEATURES);

/** Of each string how far above `ENOUGH` it is, as far as it matters; `-Infinity`: the page itself says that it stands aside. */
function scoresOf(page: ParsedPage, model: PackedTrees, units: Int32Array): Float32Array {
  const { blocks } = page;
  const survey = surveyPage(page);
  const scores = new Float32Array(blocks.length).fill(Number.NEGATIVE_INFINITY);
  const scoreOf = (i: number): number => {
    fillRow(row, survey, i);
    return scoreRow(model, row, LEAST + ENOUGH, CERTAIN + ENOUGH, GUESS) - ENOUGH;
  };
  for (let i = 0; i < blocks.length; i++) {
    if (((blocks[i] as Block).roles & ASIDE) !== 0) continue;
    if (isImprint(blocks[i] as Block, blocks[i - 1]?.text)) {
      // No more than that: it also tells against what stands beside it.
      scores[i] = LEAST - CERTAIN;
      continue;
    }
    const last = lastOfLinks(blocks, units, i);
    if (last - i < ASKED) scores[i] = scoreOf(i);
    else {
      scores.fill((scoreOf(i) + scoreOf((i + last) >> 1) + scoreOf(last)) / ASKED, i, last + 1);
      i = last;
    }
  }
  return scores;
}

/** A list has one voice (`smooth-labels.ts`); of one that is all links, as menus are, so many items speak for the rest. */
const ASKED = 3;
/** Of the characters of an item. */
const ALL_LINK = 0.9;

/** @returns the index of the last string of the list that begins there, as long as all are links; `from`: it is none. */
function lastOfLinks(blocks: readonly Block[], units: Int32Array, from: number): number {
  const unit = units[(blocks[from] as Block).container] as number;
  let last = from;
  if (unit === 0) return last;
  for (let i = from; i < blocks.length; i++) {
    const { container, linked, text } = blocks[i] as Block;
    if (units[container] !== unit || linked < text.length * ALL_LINK) break;
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

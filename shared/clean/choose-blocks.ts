/**
 * The main text of a page. Trees that were trained on pages with known texts say of each string whether it belongs to it
 * (`block-features.ts` has what they are told, `main-text-model.ts` the trees); the strings keep their order.
 *
 * Pages that are no article give the trees little to go by. Where they find no running text at all, density decides; where
 * there is none, the text is everything but navigation. And where a page marks its main content, the whole of that is the text
 * if much of it is examples (documentation), or if the trees find less than half of it (references: many short entries).
 */
import { FEATURES, fillRow, surveyPage } from './block-features.ts';
import { type PackedTrees, scoreRow } from './boosted-trees.ts';
import { densityText } from './density-text.ts';
import { ASIDE, MAIN, PREFORMATTED } from './elements.ts';
import { freeLength } from './free-text.ts';
import type { Block, ParsedPage } from './parse-html.ts';

/** A page of more strings is a listing or made to be slow, and no page that trees were trained on. */
const MOST_STRINGS = 20_000;
/** Fewer characters are no text that somebody wrote: a notice, or a form. */
const RUNNING_TEXT = 80;
/** With fewer characters on all of a page, what stands around the text does not outweigh it, and trees have seen few such pages. */
const SHORT_PAGE = 500;
/** What is found of marked content is the text if it is at least this share of it. */
const PART = 1 / 2;
/** Marked content with so large a share of examples (`pre`) is documentation, and all of it is its text. */
const EXAMPLES = 1 / 10;
/** Scores are logarithms of odds: what is a little less likely than not belongs to the text, since most of what is near does. */
const ENOUGH = -0.3;
/** Between two strings of the text. */
const ENOUGH_BETWEEN = -1;

/** @param model trees over `block-features.ts`. */
export function mainBlocks(page: ParsedPage, model: PackedTrees): Block[] {
  const { blocks } = page;
  if (blocks.length > MOST_STRINGS) return densityText(blocks);
  if (freeLength(blocks.filter(({ roles }) => (roles & ASIDE) === 0)) < SHORT_PAGE) return densityText(blocks);
  const marked = blocks.filter(({ roles }) => (roles & (MAIN | ASIDE)) === MAIN);
  const ofMarked = proseOf(marked);
  if (ofMarked < freeLength(marked) * (1 - EXAMPLES)) return marked;
  const scores = scoresOf(page, model);
  const chosen = blocks.filter((block, i) => (scores[i] as number) > ENOUGH || isBetween(scores, i, block));
  if (freeLength(chosen) < RUNNING_TEXT) return densityText(blocks);
  return proseOf(chosen) < ofMarked * PART ? marked : chosen;
}

const row = new Float32Array(FEATURES);

/** Of each string, as far as it takes to know on which side of both thresholds it is. */
function scoresOf(page: ParsedPage, model: PackedTrees): Float32Array {
  const survey = surveyPage(page);
  const scores = new Float32Array(page.blocks.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < scores.length; i++) {
    if (((page.blocks[i] as Block).roles & ASIDE) !== 0) continue;
    fillRow(row, survey, i);
    scores[i] = scoreRow(model, row, ENOUGH_BETWEEN, ENOUGH);
  }
  return scores;
}

/** One long example outdoes all that a manual says around it, so examples do not count. */
function proseOf(blocks: readonly Block[]): number {
  return freeLength(blocks.filter(({ roles }) => (roles & PREFORMATTED) === 0));
}

/** A short line between two paragraphs tells little by itself. */
function isBetween(scores: Float32Array, i: number, { text, linked }: Block): boolean {
  if ((scores[i] as number) <= ENOUGH_BETWEEN || linked * 2 > text.length) return false;
  return (scores[i - 1] ?? ENOUGH) > ENOUGH && (scores[i + 1] ?? ENOUGH) > ENOUGH;
}

export function joinBlocks(blocks: readonly Block[], maxLength: number): string {
  let text = '';
  for (const block of blocks) {
    if (text !== '') text += block.paragraph ? '\n\n' : '\n';
    text += block.text;
    if (text.length > maxLength) return cut(text, maxLength);
  }
  return text;
}

/** Not in the middle of a surrogate pair. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

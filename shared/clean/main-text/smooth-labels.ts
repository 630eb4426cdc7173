/**
 * Smooths the scores of blocks into labels: text or not. The labels maximise the sum of the scores minus a cost for every change
 * between neighbours. This is a hidden Markov model with two states, solved by the Viterbi algorithm in one pass.
 *
 * The blocks of a list, a data table or a code block form one unit with one averaged score: it is text as a whole or not at all.
 */

import { findDataTables } from '../html/data-tables.ts';
import { BLOCK_KINDS, elementId, groupBit } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** Cost of a change between neighbours, as a logarithm of odds. */
const TRANSITION = 0.7;
/** Cost of a change between a heading and the block after it in the same container. */
const AFTER_HEADING = 2;
/** Cost of a change between two lines of one paragraph. */
const WITHIN_PARAGRAPH = 2.5;
/** Scores are clipped to this, positive or negative. */
const MAX_SCORE = 2.5;
/** Length up to which the weight of a block in a unit grows, in UTF-16 units. */
const MAX_WEIGHT_LENGTH = 200;

/** Groups of blocks with one score each: a single block or the blocks of a unit. Ranges have an exclusive end. */
type Groups = { froms: Int32Array; tos: Int32Array; scores: Float64Array; count: number };

/**
 * Labels the blocks of a page.
 *
 * @param scores score of each block, above 0 if it is rather text; `-Infinity` if it is no text in any case
 * @param units unit by container, see `findUnits`
 * @returns 1 for each block that is text
 */
export function smoothLabels(page: ParsedPage, scores: Float32Array, units: Int32Array): Uint8Array {
  const groups = groupBlocks(page, scores, units);
  const { froms, tos, scores: groupScores, count } = groups;
  const chosen = new Uint8Array(page.blocks.length);
  /** By group: whether the best path changes its label there, if it ends outside of the text, and if it ends inside. */
  const changesOutside = new Uint8Array(count);
  const changesInside = new Uint8Array(count);
  let outside = 0;
  let inside = 0;
  for (let k = 0; k < count; k++) {
    const cost = k === 0 ? 0 : transitionCost(page, (tos[k - 1] as number) - 1, froms[k] as number);
    changesOutside[k] = inside - cost > outside ? 1 : 0;
    changesInside[k] = outside - cost > inside ? 1 : 0;
    const before = outside;
    outside = changesOutside[k] ? inside - cost : outside;
    inside = (changesInside[k] ? before - cost : inside) + (groupScores[k] as number);
  }
  let isInside = inside > outside;
  for (let k = count - 1; k >= 0; k--) {
    if (isInside) chosen.fill(1, froms[k], tos[k]);
    if ((isInside ? changesInside : changesOutside)[k] === 1) isInside = !isInside;
  }
  for (let i = 0; i < chosen.length; i++) if (scores[i] === Number.NEGATIVE_INFINITY) chosen[i] = 0;
  return chosen;
}

/** Groups the blocks of each unit and averages their scores, weighted by the square root of their length. */
function groupBlocks({ blocks }: ParsedPage, scores: Float32Array, units: Int32Array): Groups {
  const froms = new Int32Array(blocks.length);
  const tos = new Int32Array(blocks.length);
  const groupScores = new Float64Array(blocks.length);
  let count = 0;
  for (let i = 0; i < blocks.length; ) {
    if (scores[i] === Number.NEGATIVE_INFINITY) {
      i++;
      continue;
    }
    const unit = units[(blocks[i] as Block).container] as number;
    froms[count] = i;
    let sum = 0;
    let weights = 0;
    do {
      const weight = Math.sqrt(Math.min(MAX_WEIGHT_LENGTH, (blocks[i] as Block).text.length));
      sum += weight * Math.max(-MAX_SCORE, Math.min(MAX_SCORE, scores[i] as number));
      weights += weight;
      i++;
    } while (unit !== 0 && i < blocks.length && units[(blocks[i] as Block).container] === unit);
    tos[count] = i;
    groupScores[count++] = sum / weights;
  }
  return { froms, tos, scores: groupScores, count };
}

/** Returns the cost of a change of label between two neighbours. */
function transitionCost({ blocks }: ParsedPage, i: number, k: number): number {
  const before = blocks[i] as Block;
  const after = blocks[k] as Block;
  if (before.container !== after.container) return TRANSITION;
  if (!after.paragraph && before.item === after.item && before.element === after.element) return WITHIN_PARAGRAPH;
  return BLOCK_KINDS.heading.has(before.element) ? AFTER_HEADING : TRANSITION;
}

const LISTS = groupBit(elementId('ul'));
const PRE = elementId('pre');

/** Elements with arbitrary content. A list of them has items that may differ, such as threads and teasers. */
const GENERIC_CONTAINERS = new Set(['div', 'section', 'article', 'form', 'table', 'details', 'main'].map(elementId));

/** Returns, by container, the outermost list, data table or code block that it is or is in; 0 if none. */
export function findUnits(page: ParsedPage): Int32Array {
  const { parents, elements } = page.containers;
  const { tableOf } = findDataTables(page);
  const units = new Int32Array(parents.length);
  const mixed = new Set<number>();
  for (let c = 1; c < parents.length; c++) {
    const element = elements[c] as number;
    const outer = units[parents[c] as number] as number;
    const isTable = (tableOf[c] as number) === c;
    const isUnit = isTable || (groupBit(element) & LISTS) !== 0 || element === PRE;
    units[c] = outer !== 0 ? outer : isUnit ? c : 0;
    if (outer !== 0 && !isTable && GENERIC_CONTAINERS.has(element) && (tableOf[outer] as number) !== outer)
      mixed.add(outer);
  }
  if (mixed.size > 0) for (let c = 1; c < units.length; c++) if (mixed.has(units[c] as number)) units[c] = 0;
  return units;
}

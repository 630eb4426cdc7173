/**
 * Blocks that are text together or not at all: the cells of a data table and the lines of a code block. Their scores become one mean, so
 * that no row lacks a cell.
 */

import { findDataTables } from '../html/data-tables.ts';
import { BLOCK_KINDS, elementId } from '../html/elements.ts';
import { int32Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

const PRE = elementId('pre');
/** Scores are clipped to this before the mean, positive or negative. */
const MAX_SCORE = 4;

/** Returns, by container, the data table or code block that it is or is in; 0 if none. */
export function findUnits(page: ParsedPage): Int32Array {
  const { parents, elements } = page.containers;
  const { tableOf } = findDataTables(page);
  const units = int32Array(parents.length);
  for (let c = 1; c < parents.length; c++) {
    const outer = units[parents[c] as number] as number;
    units[c] = outer !== 0 ? outer : (tableOf[c] as number) === c || elements[c] === PRE ? c : 0;
  }
  return units;
}

/** Share of a heading's score that comes from the block after it. */
const HEADING_SHARE = 1 / 2;

/** Moves the score of each heading towards that of the block after it in the same container: a text without its heading is rare. */
export function smoothHeadings({ blocks }: ParsedPage, scores: Float32Array): Float32Array {
  const smoothed = scores.slice();
  for (let i = 0; i + 1 < blocks.length; i++) {
    const { element, container } = blocks[i] as Block;
    const next = scores[i + 1] as number;
    if (!BLOCK_KINDS.heading.has(element) || (blocks[i + 1] as Block).container !== container) continue;
    if (next !== Number.NEGATIVE_INFINITY)
      smoothed[i] = (scores[i] as number) + HEADING_SHARE * (next - (scores[i] as number));
  }
  return smoothed;
}

/** Replaces the scores of the blocks of each unit by their mean, weighted by words. `-Infinity` stays. */
export function averageUnits(
  { blocks }: ParsedPage,
  scores: Float32Array,
  words: Float32Array,
  units: Int32Array,
): Float32Array {
  const sums = new Map<number, { score: number; weight: number }>();
  for (let i = 0; i < blocks.length; i++) {
    const unit = units[(blocks[i] as Block).container] as number;
    if (unit === 0 || scores[i] === Number.NEGATIVE_INFINITY) continue;
    const sum = sums.get(unit) ?? { score: 0, weight: 0 };
    const weight = Math.max(1, words[i] as number);
    sum.score += weight * Math.max(-MAX_SCORE, Math.min(MAX_SCORE, scores[i] as number));
    sum.weight += weight;
    sums.set(unit, sum);
  }
  if (sums.size === 0) return scores;
  return scores.map((score, i) => {
    const sum = sums.get(units[(blocks[i] as Block).container] as number);
    return sum === undefined || score === Number.NEGATIVE_INFINITY ? score : sum.score / sum.weight;
  });
}

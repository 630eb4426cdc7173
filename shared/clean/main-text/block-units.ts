/**
 * Blocks that are text together or not at all: the cells of a data table, the lines of a code block, and the terms and values of a definition
 * list. Their scores become one mean, so that no row lacks a cell and no term its value.
 */

import { findDataTables } from '../html/data-tables.ts';
import { BLOCK_KINDS, elementId } from '../html/elements.ts';
import { int32Array, uint8Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

const PRE = elementId('pre');
const FIGURE = elementId('figure');
const DL = elementId('dl');
const DT = elementId('dt');
/** Minimum number of terms of a definition list. phpBB writes each row of a board as a list with one. */
const MIN_TERMS = 2;
/** Elements in a definition list with which it is a section of the page rather than a table of names and values. */
const PARTS: ReadonlySet<number> = new Set(['dl', 'ul', 'ol', 'pre', 'table', 'section', 'article'].map(elementId));
/** Scores are clipped to this before the mean, positive or negative. */
const MAX_SCORE = 4;

/** Returns, by container, the data table, figure with a data table, code block or definition list that it is or is in; 0 if none. */
export function findUnits(page: ParsedPage): Int32Array {
  const { parents, elements } = page.containers;
  const { tableOf, rowsOf } = findDataTables(page);
  // A table with its caption.
  const figures = new Set(
    [...rowsOf.keys()].map((table) => parents[table] as number).filter((c) => elements[c] === FIGURE),
  );
  const lists = definitionLists(page);
  const units = int32Array(parents.length);
  const isUnit = (c: number): boolean =>
    (tableOf[c] as number) === c || elements[c] === PRE || lists.has(c) || figures.has(c);
  for (let c = 1; c < parents.length; c++) {
    const outer = units[parents[c] as number] as number;
    units[c] = outer !== 0 ? outer : isUnit(c) ? c : 0;
  }
  return units;
}

/** Returns the definition lists of several terms without `PARTS` in them. */
function definitionLists(page: ParsedPage): ReadonlySet<number> {
  const terms = termsOfLists(page);
  if (terms.size === 0) return NO_LISTS;
  const { elements } = page.containers;
  const hasParts = containersWithParts(page);
  const lists = new Set<number>();
  for (const [list, count] of terms)
    if (elements[list] === DL && hasParts[list] === 0 && count >= MIN_TERMS) lists.add(list);
  return lists;
}

const NO_LISTS: ReadonlySet<number> = new Set();

/** Returns the number of terms of each definition list. */
function termsOfLists({ items: { containers, elements } }: ParsedPage): ReadonlyMap<number, number> {
  const terms = new Map<number, number>();
  for (const [k, list] of containers.entries()) if (elements[k] === DT) terms.set(list, (terms.get(list) ?? 0) + 1);
  return terms;
}

/** Returns 1 by container if there is one of `PARTS` in it. */
function containersWithParts({ containers: { parents, elements } }: ParsedPage): Uint8Array {
  const hasParts = uint8Array(parents.length);
  for (let c = parents.length - 1; c > 0; c--)
    if (hasParts[c] === 1 || PARTS.has(elements[c] as number)) hasParts[parents[c] as number] = 1;
  return hasParts;
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

/** Gives the name at the start of a quotation the score of the quoted text, so that neither is text without the other. Changes the scores in place. */
export function joinAttributions({ attributions }: ParsedPage, scores: Float32Array): void {
  for (const i of attributions) if (i + 1 < scores.length) scores[i] = scores[i + 1] as number;
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

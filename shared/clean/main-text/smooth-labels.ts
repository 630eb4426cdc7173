/**
 * Strings of a page that stand together are text together, or are not: what each tells by itself (`scores`) is weighed against
 * what its neighbours tell. Of all ways to part a page into text and the rest, the one is taken that goes best with the scores,
 * where every change between neighbours costs something. That is a hidden Markov chain of two states, and its best path
 * (Viterbi's) takes one walk over the page.
 *
 * A list, a table of data or an example has one voice, however many strings it has: it is text as a whole.
 */

import { findDataTables } from '../html/data-tables.ts';
import { BLOCK_KINDS, elementId, groupBit } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

/** What a change between neighbours costs. Logarithms of odds. */
const TRANSITION = 0.7;
/** Between a heading and what follows it in the same element. */
const AFTER_HEADING = 2;
/** Between two lines of one paragraph. */
const WITHIN_PARAGRAPH = 2.5;
/** A score says no more than this for or against a string. */
const MAX_SCORE = 2.5;
/** What a string of a list has to say grows with its letters, up to so many. */
const MAX_WEIGHT_LENGTH = 200;

/** Strings from one index to the other (not included): one, or those of a list; and what they say together. */
type Groups = { froms: Int32Array; tos: Int32Array; scores: Float64Array; count: number };

/**
 * @param scores of the strings: above 0 it is text rather than not. `-Infinity`: it is none, whatever stands around it.
 * @param units by container, see `unitsOf`. @returns 1 for each string that is text.
 */
export function smoothLabels(page: ParsedPage, scores: Float32Array, units: Int32Array): Uint8Array {
  const voices = groupBlocks(page, scores, units);
  const { froms, tos, scores: says, count } = voices;
  const chosen = new Uint8Array(page.blocks.length);
  /** By voice: whether the best path to it changes there, if it is out, and if it is in. */
  const turnsOut = new Uint8Array(count);
  const turnsIn = new Uint8Array(count);
  let out = 0;
  let inside = 0;
  for (let k = 0; k < count; k++) {
    const cost = k === 0 ? 0 : transitionCost(page, (tos[k - 1] as number) - 1, froms[k] as number);
    turnsOut[k] = inside - cost > out ? 1 : 0;
    turnsIn[k] = out - cost > inside ? 1 : 0;
    const before = out;
    out = turnsOut[k] ? inside - cost : out;
    inside = (turnsIn[k] ? before - cost : inside) + (says[k] as number);
  }
  let isIn = inside > out;
  for (let k = count - 1; k >= 0; k--) {
    if (isIn) chosen.fill(1, froms[k], tos[k]);
    if ((isIn ? turnsIn : turnsOut)[k] === 1) isIn = !isIn;
  }
  for (let i = 0; i < chosen.length; i++) if (scores[i] === Number.NEGATIVE_INFINITY) chosen[i] = 0;
  return chosen;
}

function groupBlocks({ blocks }: ParsedPage, scores: Float32Array, units: Int32Array): Groups {
  const froms = new Int32Array(blocks.length);
  const tos = new Int32Array(blocks.length);
  const says = new Float64Array(blocks.length);
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
    says[count++] = sum / weights;
  }
  return { froms, tos, scores: says, count };
}

function transitionCost({ blocks }: ParsedPage, i: number, k: number): number {
  const before = blocks[i] as Block;
  const after = blocks[k] as Block;
  if (before.container !== after.container) return TRANSITION;
  if (!after.paragraph && before.item === after.item && before.element === after.element) return WITHIN_PARAGRAPH;
  return BLOCK_KINDS.heading.has(before.element) ? AFTER_HEADING : TRANSITION;
}

const LISTS = groupBit(elementId('ul'));
const PRE = elementId('pre');

/** Elements that hold anything: a list of them is a list of things that may differ, as threads and teasers are. */
const GENERIC_CONTAINERS = new Set(['div', 'section', 'article', 'form', 'table', 'details', 'main'].map(elementId));

/** By container: the outermost list, table of data or example that it is in, or is; 0: none. */
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

/**
 * What the elements of a page hold, each with all that is in it. An outer element has the smaller index, so one walk
 * backwards hands everything up, and one forwards hands down what is inherited.
 */

import { ASIDE, groupBit } from '../html/elements.ts';
import { COMMENT_HINT } from '../html/hints/class-id-hints.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { unlinkedLength } from '../html/unlinked-length.ts';

export type ContainerSums = {
  /** Characters that are not text of links. */
  unlinked: Float64Array;
  linked: Float64Array;
  blocks: Float64Array;
  /** Characters of running text: long strings that are hardly links, outside of comments and what is marked as aside. */
  runningText: Float64Array;
  /** What stands closest counts most, as in Readability: a paragraph counts whole for its element and half for the next. */
  scores: Float64Array;
  /** Hints of the three innermost elements, and of all. */
  nearHints: Int32Array;
  allHints: Int32Array;
  groups: Int32Array;
  depths: Int32Array;
  /** The innermost elements that hold half, three quarters, nine tenths of the running text. */
  cores: [half: number, most: number, nearly: number];
  /** The element with the best score. */
  best: number;
};

/** A string of fewer characters is no running text. */
const MIN_RUNNING_TEXT = 80;
const MIN_SCORED_LENGTH = 25;
const CORE_SHARES = [0.5, 0.75, 0.9] as const;

export function sumContainers({ blocks, containers }: ParsedPage): ContainerSums {
  const { parents } = containers;
  const n = parents.length;
  const sums = inheritFeatures(containers);
  const { unlinked: own, linked, runningText: running, scores } = sums;
  for (const block of blocks) {
    const c = block.container;
    const free = unlinkedLength(block);
    own[c] = (own[c] as number) + free;
    linked[c] = (linked[c] as number) + Math.min(block.linked, block.text.length);
    sums.blocks[c] = (sums.blocks[c] as number) + 1;
    const outside = (block.roles & ASIDE) !== 0 || (((sums.allHints[c] as number) | block.hints) & COMMENT_HINT) !== 0;
    if (!outside && free >= MIN_RUNNING_TEXT && block.linked * 3 < block.text.length)
      running[c] = (running[c] as number) + free;
    if (free < MIN_SCORED_LENGTH || outside) continue;
    const score = 1 + Math.min(free / 100, 3);
    const parent = parents[c] as number;
    scores[c] = (scores[c] as number) + score;
    if (parent !== c) scores[parent] = (scores[parent] as number) + score / 2;
  }
  for (let c = n - 1; c > 0; c--) {
    const parent = parents[c] as number;
    own[parent] = (own[parent] as number) + (own[c] as number);
    linked[parent] = (linked[parent] as number) + (linked[c] as number);
    sums.blocks[parent] = (sums.blocks[parent] as number) + (sums.blocks[c] as number);
    running[parent] = (running[parent] as number) + (running[c] as number);
  }
  for (let c = 0; c < n; c++) {
    const text = (own[c] as number) + (linked[c] as number);
    if (text > 0) scores[c] = ((scores[c] as number) * (own[c] as number)) / text;
    if ((scores[c] as number) > (scores[sums.best] as number)) sums.best = c;
  }
  findCores(sums);
  return sums;
}

function inheritFeatures({ parents, elements, hints }: ParsedPage['containers']): ContainerSums {
  const n = parents.length;
  const numbers = () => new Float64Array(n);
  const near = new Int32Array(n);
  const all = new Int32Array(n);
  const groups = new Int32Array(n);
  const depths = new Int32Array(n);
  for (let c = 1; c < n; c++) {
    const parent = parents[c] as number;
    const own = hints[c] as number;
    near[c] = own | (hints[parent] as number) | (hints[parents[parent] as number] as number);
    all[c] = own | (all[parent] as number);
    groups[c] = groupBit(elements[c] as number) | (groups[parent] as number);
    depths[c] = (depths[parent] as number) + 1;
  }
  return {
    ...{ unlinked: numbers(), linked: numbers(), blocks: numbers(), runningText: numbers(), scores: numbers() },
    ...{ nearHints: near, allHints: all, groups, depths, cores: [0, 0, 0], best: 0 },
  };
}

/** An element that holds such a share comes after all that hold it around it, so the last one is the innermost. */
function findCores({ runningText: running, cores }: ContainerSums): void {
  const total = running[0] as number;
  if (total === 0) return;
  for (let c = 0; c < running.length; c++)
    for (let k = 0; k < CORE_SHARES.length; k++)
      if ((running[c] as number) > total * (CORE_SHARES[k] as number)) cores[k as 0 | 1 | 2] = c;
}

/** Whether `inner` is `outer` or lies in it, by ranges. @returns for each element, the index after the last in it. */
export function subtreeEnds(parents: readonly number[]): Int32Array {
  const ends = new Int32Array(parents.length);
  for (let c = parents.length - 1; c >= 0; c--) {
    if ((ends[c] as number) <= c) ends[c] = c + 1;
    const parent = parents[c] as number;
    if ((ends[parent] as number) < (ends[c] as number)) ends[parent] = ends[c] as number;
  }
  return ends;
}

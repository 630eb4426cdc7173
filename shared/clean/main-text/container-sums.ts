/**
 * Sums over the containers of a page, each including everything in it. An outer container has a smaller index, so one backward
 * pass adds children to parents, and one forward pass inherits from parents to children.
 */

import { ASIDE, groupBit } from '../html/elements.ts';
import { COMMENT_HINT } from '../html/hints/class-id-hints.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { unlinkedLength } from '../html/unlinked-length.ts';

export type ContainerSums = {
  /** Unlinked length: UTF-16 units that are not link text. */
  unlinked: Float64Array;
  linked: Float64Array;
  blocks: Float64Array;
  /** Length of running text: long blocks with little link text, outside of comments and navigation. */
  runningText: Float64Array;
  /** Readability's score: a paragraph counts fully for its container and half for the next one outwards. */
  scores: Float64Array;
  /** Hints of the three innermost containers, and of all around. */
  nearHints: Int32Array;
  allHints: Int32Array;
  groups: Int32Array;
  depths: Int32Array;
  /** Innermost containers with more than half, three quarters and nine tenths of the running text. */
  cores: [half: number, most: number, nearly: number];
  /** Container with the best score. */
  best: number;
};

/** Minimum unlinked length of a block of running text, in UTF-16 units. */
const MIN_RUNNING_TEXT = 80;
const MIN_SCORED_LENGTH = 25;
const CORE_SHARES = [0.5, 0.75, 0.9] as const;

/** Computes the sums of a page. */
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

/** Finds the cores. Inner containers come after outer ones, so the last one with enough text is the innermost. */
function findCores({ runningText: running, cores }: ContainerSums): void {
  const total = running[0] as number;
  if (total === 0) return;
  for (let c = 0; c < running.length; c++)
    for (let k = 0; k < CORE_SHARES.length; k++)
      if ((running[c] as number) > total * (CORE_SHARES[k] as number)) cores[k as 0 | 1 | 2] = c;
}

/** Returns the index after the last descendant of each container, so that a range of indices is a subtree. */
export function subtreeEnds(parents: readonly number[]): Int32Array {
  const ends = new Int32Array(parents.length);
  for (let c = parents.length - 1; c >= 0; c--) {
    if ((ends[c] as number) <= c) ends[c] = c + 1;
    const parent = parents[c] as number;
    if ((ends[parent] as number) < (ends[c] as number)) ends[parent] = ends[c] as number;
  }
  return ends;
}

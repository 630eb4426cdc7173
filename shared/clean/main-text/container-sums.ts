/**
 * Sums over the containers of a page, each including everything in it. An outer container has a smaller index, so one backward
 * pass adds children to parents, and one forward pass inherits from parents to children.
 */

import { unlinkedLength } from '../html/block-lengths.ts';
import { ASIDE, groupBit } from '../html/elements.ts';
import { COMMENT_HINT } from '../html/hints/class-id-hints.ts';
import { float64Array, int32Array } from '../html/page-arrays.ts';
import type { ParsedPage } from '../html/parsed-page.ts';

/** Sums by container. */
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
/** Minimum unlinked length of a block that adds to the score, in UTF-16 units, as in Readability. */
const MIN_SCORED_LENGTH = 25;
/** Shares of the running text that define the cores. */
const CORE_SHARES = [0.5, 0.75, 0.9] as const;

/** Computes the sums of a page. */
export function sumContainers({ blocks, containers }: ParsedPage): ContainerSums {
  const { parents } = containers;
  const n = parents.length;
  const sums = inheritFeatures(containers);
  const { unlinked, linked, runningText, scores } = sums;
  for (const block of blocks) {
    const c = block.container;
    const length = unlinkedLength(block);
    unlinked[c] = (unlinked[c] as number) + length;
    linked[c] = (linked[c] as number) + Math.min(block.linked, block.text.length);
    sums.blocks[c] = (sums.blocks[c] as number) + 1;
    const outside = (block.roles & ASIDE) !== 0 || (((sums.allHints[c] as number) | block.hints) & COMMENT_HINT) !== 0;
    if (!outside && length >= MIN_RUNNING_TEXT && block.linked * 3 < block.text.length)
      runningText[c] = (runningText[c] as number) + length;
    if (length < MIN_SCORED_LENGTH || outside) continue;
    const score = 1 + Math.min(length / 100, 3);
    const parent = parents[c] as number;
    scores[c] = (scores[c] as number) + score;
    if (parent !== c) scores[parent] = (scores[parent] as number) + score / 2;
  }
  for (let c = n - 1; c > 0; c--) {
    const parent = parents[c] as number;
    unlinked[parent] = (unlinked[parent] as number) + (unlinked[c] as number);
    linked[parent] = (linked[parent] as number) + (linked[c] as number);
    sums.blocks[parent] = (sums.blocks[parent] as number) + (sums.blocks[c] as number);
    runningText[parent] = (runningText[parent] as number) + (runningText[c] as number);
  }
  for (let c = 0; c < n; c++) {
    const text = (unlinked[c] as number) + (linked[c] as number);
    if (text > 0) scores[c] = ((scores[c] as number) * (unlinked[c] as number)) / text;
    if ((scores[c] as number) > (scores[sums.best] as number)) sums.best = c;
  }
  findCores(sums);
  return sums;
}

function inheritFeatures({ parents, elements, hints }: ParsedPage['containers']): ContainerSums {
  const n = parents.length;
  const numbers = () => float64Array(n);
  const nearHints = int32Array(n);
  const allHints = int32Array(n);
  const groups = int32Array(n);
  const depths = int32Array(n);
  for (let c = 1; c < n; c++) {
    const parent = parents[c] as number;
    const own = hints[c] as number;
    nearHints[c] = own | (hints[parent] as number) | (hints[parents[parent] as number] as number);
    allHints[c] = own | (allHints[parent] as number);
    groups[c] = groupBit(elements[c] as number) | (groups[parent] as number);
    depths[c] = (depths[parent] as number) + 1;
  }
  return {
    ...{ unlinked: numbers(), linked: numbers(), blocks: numbers(), runningText: numbers(), scores: numbers() },
    ...{ nearHints, allHints, groups, depths, cores: [0, 0, 0], best: 0 },
  };
}

/** Finds the cores. Inner containers come after outer ones, so the last one with enough text is the innermost. */
function findCores({ runningText, cores }: ContainerSums): void {
  const total = runningText[0] as number;
  if (total === 0) return;
  for (let c = 0; c < runningText.length; c++)
    for (let k = 0; k < CORE_SHARES.length; k++)
      if ((runningText[c] as number) > total * (CORE_SHARES[k] as number)) cores[k as 0 | 1 | 2] = c;
}

/** Returns the index after the last descendant of each container, so that a range of indices is a subtree. */
export function subtreeEnds(parents: readonly number[]): Int32Array {
  const ends = int32Array(parents.length);
  for (let c = parents.length - 1; c >= 0; c--) {
    if ((ends[c] as number) <= c) ends[c] = c + 1;
    const parent = parents[c] as number;
    if ((ends[parent] as number) < (ends[c] as number)) ends[parent] = ends[c] as number;
  }
  return ends;
}

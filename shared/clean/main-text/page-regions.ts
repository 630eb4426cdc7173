/** Finds where the content of a page most likely is: containers with most running text, the longest block, the headline. */

import { float64Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { type ContainerSums, subtreeEnds } from './container-sums.ts';
import { IS_HEADING, IS_HEADLINE, OWN_FEATURE_COUNT, TITLE_SHARE, UNLINKED } from './own-features.ts';

/**
 * A container (`core`, subtree until `end`) with the first and last block of running text in it (`from`, `to`) and its share of
 * the unlinked text of the page.
 */
export type Region = { core: number; end: number; from: number; to: number; share: number };

/** Minimum unlinked length of a block of running text, in UTF-16 units. */
const MIN_RUNNING_TEXT = 80;

/** Returns the regions of the three cores and of the container with the best score. */
export function findRegions(page: ParsedPage, rows: Float32Array, sums: ContainerSums): Region[] {
  const ends = subtreeEnds(page.containers.parents);
  return [...sums.cores, sums.best].map((core) => findRegion(core, ends[core] as number, page, rows));
}

/** Returns the subtree range of the parent of a container. */
export function parentRange(core: number, { parents }: ParsedPage['containers']): { from: number; end: number } {
  const from = parents[core] as number;
  return { from, end: subtreeEnds(parents)[from] as number };
}

function findRegion(core: number, end: number, { blocks }: ParsedPage, rows: Float32Array): Region {
  let from = -1;
  let to = -1;
  let share = 0;
  let all = 1;
  for (let i = 0; i < blocks.length; i++) {
    const { container } = blocks[i] as Block;
    const length = rows[i * OWN_FEATURE_COUNT + UNLINKED] as number;
    all += length;
    if (container < core || container >= end) continue;
    share += length;
    if (length < MIN_RUNNING_TEXT) continue;
    if (from === -1) from = i;
    to = i;
  }
  return { core, end, from: Math.max(0, from), to: Math.max(0, to), share: share / all };
}

/** Returns the index of the block with the most unlinked text. */
export function longestBlock(rows: Float32Array, count: number): number {
  let longest = 0;
  for (let i = 1; i < count; i++)
    if ((rows[i * OWN_FEATURE_COUNT + UNLINKED] as number) > (rows[longest * OWN_FEATURE_COUNT + UNLINKED] as number))
      longest = i;
  return longest;
}

/** Minimum share of a headline's words that are also in the title. */
const MIN_TITLE_SHARE = 0.6;

/** Returns the first heading that shares most words with the title, else the first h1, else -1. */
export function findHeadline(rows: Float32Array, count: number): number {
  let first = -1;
  for (let i = 0; i < count; i++) {
    const at = i * OWN_FEATURE_COUNT;
    const level = (rows[at + IS_HEADLINE] as number) * 2 + (rows[at + IS_HEADING] as number);
    if (level === 0) continue;
    if ((rows[at + TITLE_SHARE] as number) >= MIN_TITLE_SHARE) return i;
    if (first === -1 && level === 2) first = i;
  }
  return first;
}

/** Returns, for each index, the sum of the values up to `reach` indices away. */
export function windowSums(values: Float64Array, reach: number): Float64Array {
  const sums = float64Array(values.length);
  let sum = 0;
  for (let i = -reach; i < values.length; i++) {
    if (i + reach < values.length) sum += values[i + reach] as number;
    if (i - reach - 1 >= 0) sum -= values[i - reach - 1] as number;
    if (i >= 0) sums[i] = sum;
  }
  return sums;
}

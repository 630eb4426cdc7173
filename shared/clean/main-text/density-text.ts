/**
 * Chooses the main text by density: content has long paragraphs with few structural tags between them, navigation has short ones
 * with many. The method is independent of language and linear in time.
 *
 * The longest paragraph is content. A paragraph longer than a fifth of it joins if it is less than four paragraphs away from one
 * that has joined. The text is everything from the first joined paragraph to the last. A paragraph includes its lines, items or
 * cells; link text does not count towards its length. Empty paragraphs do not count, because nested tags make many of them.
 *
 * Blocks that the page marks as navigation are no candidates. If the page marks its main content, only that is a candidate. If the
 * dense region is a smaller part of it, all of it is the text: references and manuals have many short entries and one long listing.
 */

import { unlinkedLength } from '../html/block-lengths.ts';
import { ASIDE, MAIN } from '../html/elements.ts';
import type { Block } from '../html/parsed-page.ts';

/** Share of the longest paragraph that a paragraph must exceed to join. */
const MIN_LENGTH_SHARE = 1 / 5;
/** Joined paragraphs must be less than this number of paragraphs apart. */
const MAX_DISTANCE = 4;
/** Minimum length of the longest paragraph, in UTF-16 units. Pages below it have no running text: forms, lists, home pages. */
const MIN_RUNNING_TEXT = 80;

/** Minimum share of the marked content that the densest region must have to be the text. */
const MIN_REGION_SHARE = 1 / 2;

/** Returns the blocks of the main text, in their order. */
export function densestBlocks(blocks: readonly Block[]): Block[] {
  const own = blocks.filter((block) => (block.roles & ASIDE) === 0);
  const marked = own.filter((block) => (block.roles & MAIN) !== 0);
  const candidates = marked.length > 0 ? marked : own.length > 0 ? own : [...blocks];
  const { starts, lengths } = groupParagraphs(candidates);
  const region = densestRegion(lengths);
  if (!region || (lengths[region.peak] as number) < MIN_RUNNING_TEXT) return candidates;
  if (candidates === marked && regionShare(lengths, region) < MIN_REGION_SHARE) return marked;
  return candidates.slice(starts[region.from], starts[region.to + 1]);
}

/** Returns the index of the first block of each paragraph, and the unlinked length of all its blocks. */
function groupParagraphs(blocks: readonly Block[]): { starts: number[]; lengths: number[] } {
  const starts: number[] = [];
  const lengths: number[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.paragraph || i === 0) {
      starts.push(i);
      lengths.push(0);
    }
    lengths[lengths.length - 1] = (lengths.at(-1) as number) + unlinkedLength(block);
  }
  return { starts, lengths };
}

/** Paragraphs from one to another, both inclusive. `peak`: the one from which the region has grown. */
type Region = { from: number; to: number; peak: number };

/** Returns the densest region, or undefined if all lengths are 0. It grows from the first of the longest paragraphs. */
export function densestRegion(lengths: readonly number[]): Region | undefined {
  let peak = 0;
  for (let i = 1; i < lengths.length; i++) if ((lengths[i] as number) > (lengths[peak] as number)) peak = i;
  const cutoff = (lengths[peak] ?? 0) * MIN_LENGTH_SHARE;
  return cutoff === 0 ? undefined : growRegion(lengths, peak, cutoff);
}

/** Returns the region around the longest or the second longest paragraph that has more text, or undefined if all lengths are 0. */
export function denserOfTwoRegions(lengths: readonly number[]): Region | undefined {
  const first = densestRegion(lengths);
  if (!first) return undefined;
  let second = first.peak === 0 ? 1 : 0;
  for (let i = second + 1; i < lengths.length; i++)
    if (i !== first.peak && (lengths[i] as number) > (lengths[second] as number)) second = i;
  if (!lengths[second] || (second >= first.from && second <= first.to)) return first;
  const other = growRegion(lengths, second, (lengths[first.peak] as number) * MIN_LENGTH_SHARE);
  return regionShare(lengths, other) > regionShare(lengths, first) ? other : first;
}

/** Adds paragraphs longer than `cutoff` to a peak, as long as they are near enough. */
function growRegion(lengths: readonly number[], peak: number, cutoff: number): Region {
  const joined = (at: number): boolean => (lengths[at] ?? 0) > cutoff;
  let from = peak;
  for (let i = peak - 1; i > from - MAX_DISTANCE && i >= 0; i--) if (joined(i)) from = i;
  let to = peak;
  for (let i = peak + 1; i < to + MAX_DISTANCE && i < lengths.length; i++) if (joined(i)) to = i;
  return { from, to, peak };
}

function regionShare(lengths: readonly number[], { from, to }: Region): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return sum(lengths.slice(from, to + 1)) / sum(lengths);
}

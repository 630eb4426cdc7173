/**
 * The main text of a page by the density of its strings: content comes in long strings with few structural tags between
 * them, navigation in short ones with many. Language does not matter, and the time is linear.
 *
 * The longest string is content. A string longer than a fifth of it is joined when it is less than four positions away from
 * one that is joined already; the text is everything from the first joined to the last. A position is a paragraph with
 * its lines, items or cells, and only those with text in them count (counting the empty ones between nested tags loses
 * most pages, and counting each line loses lists). What the page itself marks as navigation is no candidate, and what
 * is text of links has no length.
 *
 * Where a page marks its main content, nothing else is a candidate; and where the density finds only a smaller part of
 * that (references and manuals: many short entries, and one long example that outdoes them all), the whole of it is the text.
 */
import { ASIDE, MAIN } from '../html/elements.ts';
import type { Block } from '../html/parsed-page.ts';
import { unlinkedLength } from '../html/unlinked-length.ts';

/** A string must be longer than this share of the longest. */
const MIN_LENGTH_SHARE = 1 / 5;
/** Positions between two joined strings. */
const MAX_DISTANCE = 4;
/** Pages without a paragraph of this length have no running text: forms, lists, home pages. Characters. */
const MIN_RUNNING_TEXT = 80;

/** The densest region is the text of marked content if it holds more than this share of it. */
const MIN_REGION_SHARE = 1 / 2;

/** @returns the strings of the main text, in their order. */
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

/** Index of the first block of each paragraph, and how long it is with all its blocks. */
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

/** Both ends belong to it; `peak` is the longest, the first of equals. Nothing where no string has a length. */
export function densestRegion(lengths: readonly number[]): { from: number; to: number; peak: number } | undefined {
  let peak = 0;
  for (let i = 1; i < lengths.length; i++) if ((lengths[i] as number) > (lengths[peak] as number)) peak = i;
  const cutoff = (lengths[peak] ?? 0) * MIN_LENGTH_SHARE;
  if (cutoff === 0) return undefined;
  const joined = (at: number): boolean => (lengths[at] ?? 0) > cutoff;
  let from = peak;
  for (let i = peak - 1; i > from - MAX_DISTANCE && i >= 0; i--) if (joined(i)) from = i;
  let to = peak;
  for (let i = peak + 1; i < to + MAX_DISTANCE && i < lengths.length; i++) if (joined(i)) to = i;
  return { from, to, peak };
}

function regionShare(lengths: readonly number[], { from, to }: { from: number; to: number }): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return sum(lengths.slice(from, to + 1)) / sum(lengths);
}

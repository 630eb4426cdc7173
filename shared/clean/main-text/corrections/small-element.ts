/** The small element that a label begins: a question with its answers, a filter with its options. */
import type { Block, ParsedPage } from '../../html/parsed-page.ts';

/** Maximum number of blocks and of nested elements of such an element. */
const MAX_BLOCKS = 30;
const MAX_DEPTH = 8;

/**
 * Returns the index after the last block of the element that a block begins; after the block itself, if it does not begin its element or that has
 * more than `maxWords` words or `MAX_BLOCKS` blocks after it.
 *
 * @param words number of words of each block
 * @param outer number of elements around that one which may be returned instead, if the block begins them, too
 */
export function endOfSmallElement(
  page: ParsedPage,
  words: Float32Array,
  first: number,
  maxWords: number,
  outer = 0,
): number {
  const { parents } = page.containers;
  let { container } = page.blocks[first] as Block;
  let end = first + 1;
  for (let left = outer; left >= 0 && container !== 0; left--, container = parents[container] as number) {
    const next = endOfElement(page, words, first, container, maxWords);
    if (next === undefined) break;
    end = next;
  }
  return end;
}

function endOfElement(
  page: ParsedPage,
  words: Float32Array,
  first: number,
  container: number,
  maxWords: number,
): number | undefined {
  if (isWithin(page, first - 1, container)) return undefined;
  let count = 0;
  for (let i = first; i <= first + MAX_BLOCKS; i++) {
    if (!isWithin(page, i, container)) return i;
    count += words[i] as number;
    if (count > maxWords) return undefined;
  }
  return undefined;
}

/** Returns whether a block is in an element, at most `MAX_DEPTH` elements deep. False if there is no such block. */
export function isWithin({ blocks, containers: { parents } }: ParsedPage, i: number, container: number): boolean {
  let c = blocks[i]?.container ?? -1;
  for (let left = MAX_DEPTH; c > container && left > 0; left--) c = parents[c] as number;
  return c === container;
}

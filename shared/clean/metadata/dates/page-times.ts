/** Chooses the `time` element that dates a page. */
import { BLOCK_KINDS } from '../../html/elements.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';
import { isDiscussion } from './dated-lines.ts';

/**
 * Returns the `datetime` of the page's own time element, or undefined if there is none. It is the one nearest to the headline, because
 * lists of other pages have times too. Without a headline, and in a discussion, it is the first.
 */
export function timeOfPage(page: ParsedPage): string | undefined {
  const { times, timeBlocks, userContentTimes, blocks } = page;
  if (isDiscussion(page)) return times[0] ?? userContentTimes[0];
  const headline = blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element));
  if (headline < 0) return times[0];
  const distances = timeBlocks.map((block) => distanceFrom(headline, block));
  return times[distances.indexOf(Math.min(...distances))];
}

/** Returns the number of blocks between. At the same distance, a time after the headline is nearer. */
function distanceFrom(headline: number, block: number): number {
  return block >= headline ? block - headline : headline - block + 0.5;
}

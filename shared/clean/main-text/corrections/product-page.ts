import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';

/** Minimum probability from which the corrections of product pages apply. */
const MIN_LIKELY_KIND = 0.3;

/**
 * Returns the probability that a page is that of a product; 0 if it is too low for a correction.
 *
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function productProbability(kinds: Float32Array): number {
  const likely = kinds[PAGE_KINDS.indexOf('product')] as number;
  return likely < MIN_LIKELY_KIND ? 0 : likely;
}

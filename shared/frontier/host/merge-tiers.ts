/** Number of bundles of one kind and tier that are merged into one. Each tier holds 4 times the entries of the one below. */
const BUNDLES_PER_TIER = 4;
/** Maximum number of entries of a bundle in tier 0. */
const FIRST_TIER_ENTRIES = 64;
/** Queue and page bundles with more entries are not merged: rewriting them costs more than their word in the manifest. */
export const MAX_MERGE_ENTRIES = 65_536;

/**
 * Selects the bundles to merge into a new bundle, as a log-structured merge tree does. If the new bundle is the fourth of
 * its tier, it absorbs the others and the check repeats in the tier it has grown into.
 *
 * @param added number of entries of the new bundle. @param largest maximum number of entries of a bundle to merge.
 */
export function selectMerges<T>(
  bundles: readonly T[],
  added: number,
  largest: number,
  countOf: (bundle: T) => number,
): { merged: T[]; left: T[] } {
  let left = [...bundles];
  const merged: T[] = [];
  for (let count = added; ; ) {
    const same = left.filter((one) => tierOf(countOf(one)) <= tierOf(count) && countOf(one) <= largest);
    if (same.length < BUNDLES_PER_TIER - 1) return { merged, left };
    merged.push(...same);
    left = left.filter((one) => !same.includes(one));
    count += same.reduce((sum, one) => sum + countOf(one), 0);
  }
}

function tierOf(count: number): number {
  return count <= FIRST_TIER_ENTRIES
    ? 0
    : 1 + Math.floor(Math.log(count / FIRST_TIER_ENTRIES) / Math.log(BUNDLES_PER_TIER));
}

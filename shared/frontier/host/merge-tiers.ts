/** So many bundles of a kind and tier are merged into one; each tier holds four times as many entries as the last. */
const BUNDLES_PER_TIER = 4;
const FIRST_TIER_ENTRIES = 64;
/** Queue and page bundles of more entries are left alone: rewriting them would cost more than a word in the manifest. */
export const MAX_MERGE_ENTRIES = 65_536;

/**
 * Which bundles are merged with what is added: as long as the new bundle would be the fourth of its tier, it takes the
 * others of that tier in, and is then looked at in the tier that it has grown into.
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

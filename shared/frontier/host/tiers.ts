/** So many bundles of a kind and tier are merged into one; each tier holds four times as many entries as the last. */
const FAN = 4;
const FIRST_TIER = 64;
/** Queue and page bundles of more entries are left alone: rewriting them would cost more than a word in the manifest. */
export const LARGEST_MERGE = 65_536;

/**
 * Which bundles are merged with what is added: as long as the new bundle would be the fourth of its tier, it takes the
 * others of that tier in, and is then looked at in the tier that it has grown into.
 */
export function tiers<T>(
  bundles: readonly T[],
  added: number,
  largest: number,
  countOf: (bundle: T) => number,
): { merged: T[]; left: T[] } {
  let left = [...bundles];
  const merged: T[] = [];
  for (let count = added; ; ) {
    const same = left.filter((one) => tier(countOf(one)) <= tier(count) && countOf(one) <= largest);
    if (same.length < FAN - 1) return { merged, left };
    merged.push(...same);
    left = left.filter((one) => !same.includes(one));
    count += same.reduce((sum, one) => sum + countOf(one), 0);
  }
}

function tier(count: number): number {
  return count <= FIRST_TIER ? 0 : 1 + Math.floor(Math.log(count / FIRST_TIER) / Math.log(FAN));
}

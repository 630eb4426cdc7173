/** Maximum distance of near-duplicates, in bits. Keys (`text/duplicate-keys.ts`) miss too many fingerprints beyond it. */
export const MAX_NEAR_BITS = 6;

/** Returns the number of bits in which two fingerprints of 16 hexadecimal digits differ: 0 to 64. */
export function hammingDistance(one: string, other: string): number {
  return countOnes(halfOf(one, 0) ^ halfOf(other, 0)) + countOnes(halfOf(one, 8) ^ halfOf(other, 8));
}

/** Returns 32 bits of a fingerprint or digest. @param from index of the first of eight hexadecimal digits */
export const halfOf = (fingerprint: string, from: number): number =>
  Number.parseInt(fingerprint.slice(from, from + 8), 16) | 0;

/** Counts the set bits of a 32-bit integer (population count; Hacker's Delight, 5-1). */
export function countOnes(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

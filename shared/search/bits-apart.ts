/** Of fingerprints that differ in more bits too few are found by their keys (`ports/near-keys.ts`). */
export const MOST_BITS_APART = 6;

/** In how many bits two fingerprints of 16 hexadecimal digits differ: 0 to 64. */
export function bitsApart(one: string, other: string): number {
  return onesIn(halfOf(one, 0) ^ halfOf(other, 0)) + onesIn(halfOf(one, 8) ^ halfOf(other, 8));
}

const halfOf = (fingerprint: string, from: number) => Number.parseInt(fingerprint.slice(from, from + 8), 16) | 0;

/** Hacker's Delight, 5-1: pairs of bits, then of fours, then of eights, are added up beside each other. */
function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

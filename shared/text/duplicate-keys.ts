import { fnv1a } from './fnv1a.ts';

/**
 * Keys by which search engines find near-duplicates without comparing all fingerprints. A 64-bit fingerprint is cut into five
 * pieces; each piece with its position is a key. Fingerprints that differ in up to 4 bits share at least one key. 96 of 100 that
 * differ in 5 bits do, and 88 of 100 that differ in 6. Both search engines use the same keys.
 *
 * More keys find more but cost more: the 28 pairs of eight bytes find all that differ in 6 bits, and made writing a record on one
 * machine a fifth slower. Four longer keys find only 62 of 100 that differ in 6 bits.
 */

const PIECES = 5n;
/** Bits of the first four pieces. The last has 12. */
const PIECE_BITS = 13n;

/**
 * @param fingerprint 16 hexadecimal digits.
 * @returns five 16-bit numbers.
 */
export function nearKeys(fingerprint: string): number[] {
  const bits = BigInt(`0x${fingerprint}`);
  const keys: number[] = [];
  for (let piece = 0n; piece < PIECES; piece++)
    keys.push(Number((piece << PIECE_BITS) | BigInt.asUintN(13, bits >> (piece * PIECE_BITS))));
  return keys;
}

/** First key of URL stems. Keys of fingerprints are lower. */
const FIRST_STEM_KEY = 2 ** 16;

/**
 * Returns the key by which other formats of a document are found. Their URLs differ only in the extension.
 *
 * @param stem URL without its extension (`url/stem.ts`).
 * @returns a 33-bit number (FNV-1a). Records with equal keys have to be compared.
 */
export function stemKey(stem: string): number {
  return FIRST_STEM_KEY + fnv1a(stem);
}

/** Returns all keys of a record. Absent values have no keys. */
export function duplicateKeys({
  simhash,
  stem,
}: {
  simhash?: string | undefined;
  stem?: string | undefined;
}): number[] {
  return [...(simhash === undefined ? [] : nearKeys(simhash)), ...(stem === undefined ? [] : [stemKey(stem)])];
}

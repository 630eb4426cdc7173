/**
 * How a fingerprint of 64 bits is found by those near to it without reading all of them: it is cut into five pieces, and each
 * piece, with its place, is a key. Where two fingerprints differ in up to 4 bits, one piece is the same for certain; in 96 of
 * 100 where they differ in 5, and in 88 where they differ in 6. Both search engines are given the same keys.
 *
 * More keys find more and cost more: the 28 pairs of eight bytes find all that differ in 6, and made the writing of a record
 * on one machine a fifth dearer. Fewer and longer ones miss more: four find 62 of 100 that differ in 6.
 */

const PIECES = 5n;
/** Of the first pieces; the last has 12. */
const PIECE_BITS = 13n;

/** @param fingerprint 16 hexadecimal digits. @returns five numbers of 16 bits. */
export function nearKeys(fingerprint: string): number[] {
  const bits = BigInt(`0x${fingerprint}`);
  const keys: number[] = [];
  for (let piece = 0n; piece < PIECES; piece++)
    keys.push(Number((piece << PIECE_BITS) | BigInt.asUintN(13, bits >> (piece * PIECE_BITS))));
  return keys;
}

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

/** Keys of fingerprints are below. */
const ABOVE = 2 ** 16;

/**
 * The same documents in other formats lie among them, above: their addresses are the same but for the extension.
 *
 * @param stem the address without it (`url/stem.ts`).
 * @returns a number of 33 bits (FNV-1a): where two have the same, they are to be compared.
 */
export function stemKey(stem: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193);
  return ABOVE + (hash >>> 0);
}

/** All keys of a record; what is not known has none. */
export function duplicateKeys({ simhash, stem }: { simhash?: string | undefined; stem?: string | undefined }): number[] {
  return [...(simhash === undefined ? [] : nearKeys(simhash)), ...(stem === undefined ? [] : [stemKey(stem)])];
}

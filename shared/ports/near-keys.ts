/**
 * How a fingerprint of 64 bits is found by those near to it without reading all of them. Of its 8 bytes at least two are the
 * same in every fingerprint that differs in at most 6 bits. So each pair of bytes, with its place, is a key, and whoever is
 * that near shares one of the 28. (Four keys of 16 bits would miss more than
 * a third of those that differ in 6.) Both search engines are given the same keys.
 */

/** @param fingerprint 16 hexadecimal digits. @returns 28 numbers of 21 bits: place of the pair, and its two bytes. */
export function nearKeys(fingerprint: string): number[] {
  const bytes = Array.from({ length: 8 }, (_, i) => Number.parseInt(fingerprint.slice(2 * i, 2 * i + 2), 16));
  const keys: number[] = [];
  for (const [i, first] of bytes.entries())
    for (const second of bytes.slice(i + 1)) keys.push((keys.length << 16) | (first << 8) | second);
  return keys;
}

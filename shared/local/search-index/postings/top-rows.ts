/** Numbers of the upper and lower half of 32 bits. */
const HALF = 1 << 16;

/**
 * Returns the rows with the largest values above 0, largest first, of equal ones the first rows. Selects by radix: the bits of positive
 * floating-point numbers are in the order of the numbers.
 */
export function topRows(values: Float32Array, size: number): number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const least = leastOfTop(bits, size);
  const above: number[] = [];
  const equal: number[] = [];
  for (let row = 0; row < bits.length; row++) {
    const value = bits[row]!;
    if (value > least) above.push(row);
    else if (value === least && equal.length < size) equal.push(row);
  }
  if (least === 0) equal.length = 0;
  return [...above.sort((a, b) => bits[b]! - bits[a]! || a - b), ...equal].slice(0, size);
}

/** Returns the value of the last of the largest values; 0 if fewer are above 0. */
function leastOfTop(bits: Uint32Array, size: number): number {
  const counts = new Uint32Array(HALF);
  for (let row = 0; row < bits.length; row++) counts[bits[row]! >>> 16]!++;
  const upper = cutOf(counts, size);
  if (upper.place === 0) return 0;
  counts.fill(0);
  for (let row = 0; row < bits.length; row++) if (bits[row]! >>> 16 === upper.place) counts[bits[row]! & (HALF - 1)]!++;
  return upper.place * HALF + cutOf(counts, size - upper.above).place;
}

/** Returns the place where the sum of counts from the end reaches a number, and the sum above it. */
function cutOf(counts: Uint32Array, size: number): { place: number; above: number } {
  let above = 0;
  for (let place = counts.length - 1; place > 0; place--) {
    if (above + counts[place]! >= size) return { place, above };
    above += counts[place]!;
  }
  return { place: 0, above };
}

/**
 * Finds equal elements with a hash table of indices (open addressing), without creating keys.
 *
 * @param count number of elements
 * @param hashOf returns an integer for an index, equal for equal elements
 * @param isSame compares the elements at two indices
 * @returns for each index, the first index with an equal element
 */
export function firstEqualIndices(
  count: number,
  hashOf: (i: number) => number,
  isSame: (i: number, k: number) => boolean,
): Int32Array {
  const firsts = new Int32Array(count);
  // At least twice as many slots as elements, a power of two. A slot holds an index plus 1; 0 is free.
  const slots = new Int32Array(2 ** (33 - Math.clz32(count)));
  const last = slots.length - 1;
  for (let i = 0; i < count; i++) {
    const hash = Math.imul(hashOf(i), 0x9e3779b1);
    let at = (hash ^ (hash >>> 15)) & last;
    while (slots[at] !== 0 && !isSame((slots[at] as number) - 1, i)) at = (at + 1) & last;
    if (slots[at] === 0) slots[at] = i + 1;
    firsts[i] = (slots[at] as number) - 1;
  }
  return firsts;
}

/** Returns the number of occurrences of each value. */
export function countValues(numbers: Int32Array): Int32Array {
  const counts = new Int32Array(numbers.length);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}

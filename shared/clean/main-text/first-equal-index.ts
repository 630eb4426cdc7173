import { int32Array } from '../html/page-arrays.ts';

/** Returns for each index the first index with an equal integer: a hash table of indices (open addressing). */
export function firstEqualIndices(numbers: Int32Array | Float64Array): Int32Array {
  const count = numbers.length;
  const firsts = int32Array(count);
  // At least twice as many slots as elements, a power of two. A slot holds an index plus 1; 0 is free.
  const slots = int32Array(2 ** (33 - Math.clz32(count)));
  const last = slots.length - 1;
  for (let i = 0; i < count; i++) {
    const number = numbers[i] as number;
    const hash = Math.imul(number, 0x9e3779b1);
    let at = (hash ^ (hash >>> 15)) & last;
    let first = slots[at] as number;
    while (first !== 0 && numbers[first - 1] !== number) {
      at = (at + 1) & last;
      first = slots[at] as number;
    }
    if (first === 0) {
      first = i + 1;
      slots[at] = first;
    }
    firsts[i] = first - 1;
  }
  return firsts;
}

/** Returns the number of occurrences of each value. */
export function countValues(numbers: Int32Array): Int32Array {
  const counts = int32Array(numbers.length);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}

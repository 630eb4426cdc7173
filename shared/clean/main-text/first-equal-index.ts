/**
 * Which of many things are the same, in a table of numbers: what a map would tell of texts or numbers made of them, without making
 * any.
 *
 * @param hashOf any whole number, the same for the same things. @param isSame of two indices.
 * @returns for each index up to `count` the first of those that are the same.
 */
export function firstEqualIndices(
  count: number,
  hashOf: (i: number) => number,
  isSame: (i: number, k: number) => boolean,
): Int32Array {
  const firsts = new Int32Array(count);
  // Twice as many places as things, and a power of two. A place holds an index and one more; 0: none.
  const places = new Int32Array(2 ** (33 - Math.clz32(count)));
  const last = places.length - 1;
  for (let i = 0; i < count; i++) {
    const hash = Math.imul(hashOf(i), 0x9e3779b1);
    let at = (hash ^ (hash >>> 15)) & last;
    while (places[at] !== 0 && !isSame((places[at] as number) - 1, i)) at = (at + 1) & last;
    if (places[at] === 0) places[at] = i + 1;
    firsts[i] = (places[at] as number) - 1;
  }
  return firsts;
}

/** @returns how often each number comes. */
export function countValues(numbers: Int32Array): Int32Array {
  const counts = new Int32Array(numbers.length);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}

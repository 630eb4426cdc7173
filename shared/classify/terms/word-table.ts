/** Returns the id of the word from `start` to `end` (UTF-16 units) of a text; -1 if it is not in the table. */
export type WordTable = (text: string, start: number, end: number) => number;

/**
 * Creates a hash table with linear probing over two integers per slot. A look-up costs the same for ten words and for ten
 * thousand: most words of a text end at an empty slot or at another hash, and no string is built.
 *
 * @param words id of each word
 */
export function createWordTable(words: ReadonlyMap<string, number>): WordTable {
  const list = [...words];
  let size = 16;
  while (size < list.length * 4) size *= 2;
  const mask = size - 1;
  /** Hash, and index in `list` plus 1; 0: empty. */
  const slots = new Int32Array(size * 2);
  for (const [i, [word]] of list.entries()) {
    const hash = hashOf(word, 0, word.length);
    let slot = hash & mask;
    while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
    slots[slot * 2] = hash;
    slots[slot * 2 + 1] = i + 1;
  }
  return (text, start, end) => {
    const hash = hashOf(text, start, end);
    for (let slot = hash & mask; slots[slot * 2 + 1] !== 0; slot = (slot + 1) & mask) {
      if (slots[slot * 2] !== hash) continue;
      const [word, id] = list[slots[slot * 2 + 1]! - 1]!;
      if (word.length === end - start && text.startsWith(word, start)) return id;
    }
    return -1;
  };
}

/** FNV-1a over UTF-16 units, with the high bits mixed into the low ones. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

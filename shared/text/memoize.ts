/**
 * Memoizes a function of text pieces in a table of fixed size. It is a two-way set-associative cache: a key's hash selects a
 * pair of slots with the most recent value first, and a new value replaces the second. Memory is bounded and nothing has to be
 * cleared. A map that is discarded when full took three times as long on the words of pages, because most words are rare.
 *
 * A 64-bit hash identifies a key. To compare texts, each of them would have to be fetched from memory, which took twice as long. So about one key in 10¹⁸ gets the value of another: good enough for words of texts, not for security.
 *
 * @param limit minimum capacity; at most four times as many values are kept.
 * @param compute computes the value. The value must not reference the key, which may be a slice that keeps a whole page in memory.
 * @returns a function of the piece of a text from `start` to `end` (UTF-16 units), or of the whole text. A cached piece is not even
 * sliced.
 */
export function memoizeText<T extends {}>(
  limit: number,
  compute: (piece: string) => T,
): (text: string, start?: number, end?: number) => T {
  const bits = Math.max(1, Math.ceil(Math.log2(limit)) + 1);
  // The hashes of both slots of a pair are adjacent, so one memory access loads them.
  const hashes = new Int32Array(2 ** (bits + 1));
  const values = new Array<T | undefined>(2 ** bits).fill(undefined);
  return (text, start = 0, end = text.length) => {
    // Two multiplicative hashes. The second mixes high bits down, so that the hashes are independent.
    let one = end - start;
    let two = FNV_BASIS ^ one;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      one = Math.imul(one ^ unit, GOLDEN);
      two = Math.imul(two + unit, FNV_PRIME) ^ (two >>> 15);
    }
    one = Math.imul(one ^ (one >>> 15), 0x85ebca6b);
    two = Math.imul(two ^ (two >>> 16), 0xc2b2ae35);

    // The upper bits of a product are mixed best.
    const first = (one >>> (32 - bits)) & ~1;
    const cached = values[first];
    if (cached !== undefined && hashes[2 * first] === one && hashes[2 * first + 1] === two) return cached;
    const second = first + 1;
    const isSecond = hashes[2 * second] === one && hashes[2 * second + 1] === two;
    const value = (isSecond ? values[second] : undefined) ?? compute(text.slice(start, end));
    hashes[2 * second] = hashes[2 * first]!;
    hashes[2 * second + 1] = hashes[2 * first + 1]!;
    values[second] = cached;
    hashes[2 * first] = one;
    hashes[2 * first + 1] = two;
    values[first] = value;
    return value;
  };
}

const GOLDEN = 0x9e3779b1;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Copies a string, because a long slice keeps the whole page that it was cut from in memory. */
export function detachedCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

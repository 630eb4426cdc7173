/**
 * Remembers answers in a table of fixed size: pairs of places, a pair by the question's hash, and in it the answer that
 * was wanted last stands first. A new answer takes the place of the pair's second, so what is in use stays, nothing
 * ever grows, and nothing has to be cleared away. (A map that is thrown away when it is full took three times as long on
 * the words of pages: most of them are rare, and come and go.)
 *
 * A question is known by 64 bits of hash instead of by its text, which would have to be fetched from all over memory for
 * each comparison (that took twice the time). So one question in some 10¹⁸ gets another one's answer: for the words of
 * texts, not for anything that has to be safe.
 *
 * @param answer what it gives must not hold on to its question, which may be a slice that keeps a whole page in memory.
 * @param limit at least so many answers can be kept, at most four times as many.
 * @returns asked for a piece of a text, from `start` to `end` (UTF-16 units), or the whole: a question that is known is
 * not even cut out.
 */
export function memoizeText<T extends {}>(
  limit: number,
  answer: (question: string) => T,
): (text: string, start?: number, end?: number) => T {
  const bits = Math.max(1, Math.ceil(Math.log2(limit)) + 1);
  // The two hashes of a place side by side, and so the two places of a pair: one look into memory for both.
  const hashes = new Int32Array(2 ** (bits + 1));
  const answers = new Array<T | undefined>(2 ** bits).fill(undefined);
  return (text, start = 0, end = text.length) => {
    // Two multiplicative hashes; the second mixes the high bits down, so that they do not fall together.
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
    const known = answers[first];
    if (known !== undefined && hashes[2 * first] === one && hashes[2 * first + 1] === two) return known;
    const second = first + 1;
    const isSecond = hashes[2 * second] === one && hashes[2 * second + 1] === two;
    const found = (isSecond ? answers[second] : undefined) ?? answer(text.slice(start, end));
    hashes[2 * second] = hashes[2 * first]!;
    hashes[2 * second + 1] = hashes[2 * first + 1]!;
    answers[second] = known;
    hashes[2 * first] = one;
    hashes[2 * first + 1] = two;
    answers[first] = found;
    return found;
  };
}

const GOLDEN = 0x9e3779b1;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A string of its own: a long slice keeps the whole page that it was cut from in memory. */
export function detachedCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

/**
 * Remembers answers in a table of fixed size: pairs of places, a pair by the question's hash, and in it the answer that
 * was wanted last stands first. A new answer takes the place of the pair's second, so what is in use stays, nothing
 * ever grows, and nothing has to be cleared away. (A map that is thrown away when it is full took three times as long on
 * the words of pages: most of them are rare, and come and go.)
 *
 * @param limit at least so many answers can be kept, at most four times as many.
 * @returns asked for a piece of a text, from `start` to `end` (UTF-16 units), or the whole: a question that is known is
 * not even cut out.
 */
export function remember<T>(
  limit: number,
  answer: (question: string) => T,
): (text: string, start?: number, end?: number) => T {
  const bits = Math.max(1, Math.ceil(Math.log2(limit)) + 1);
  // A question and its answer stand side by side, and so do the two pairs: one look into memory for all four.
  const table = new Array<string | T | undefined>(2 ** (bits + 1)).fill(undefined);
  return (text, start = 0, end = text.length) => {
    const first = 2 * (hashOf(text, start, end, bits) & ~1);
    if (isPiece(table[first] as string | undefined, text, start, end)) return table[first + 1] as T;
    const second = first + 2;
    const isSecond = isPiece(table[second] as string | undefined, text, start, end);
    const key = isSecond ? (table[second] as string) : ownCopy(text.slice(start, end));
    const known = isSecond ? (table[second + 1] as T) : answer(key);
    table[second] = table[first];
    table[second + 1] = table[first + 1];
    table[first] = key;
    table[first + 1] = known;
    return known;
  };
}

function isPiece(question: string | undefined, text: string, start: number, end: number): boolean {
  if (question === undefined || question.length !== end - start) return false;
  for (let i = start; i < end; i++) if (text.charCodeAt(i) !== question.charCodeAt(i - start)) return false;
  return true;
}

/** `bits` bits: products with the golden ratio, of which the upper ones are mixed best. */
function hashOf(text: string, start: number, end: number, bits: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> (32 - bits);
}

/** A string of its own: a long slice keeps the whole page that it was cut from in memory. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

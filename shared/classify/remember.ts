/**
 * Remembers answers in two generations: when the young one is full it becomes the old one, and what is asked for again
 * moves up. Bounded, and what is in use stays.
 *
 * @param limit answers in each generation.
 */
export function remember<T>(limit: number, answer: (question: string) => T): (question: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (question) => {
    let known = young.get(question);
    if (known !== undefined) return known;
    const key = ownCopy(question);
    known = old.get(question) ?? answer(key);
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, known);
    return known;
  };
}

/** A string of its own: a long slice keeps the whole page that it was cut from in memory. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

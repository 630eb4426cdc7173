/** Compares titles and headings by their words. */

/** Returns the distinct words of a text in lower case. */
export function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  return new Set(lower.match(BEYOND_ASCII.test(lower) ? WORD : ASCII_WORD) ?? []);
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A faster pattern for texts without letters beyond ASCII. */
const ASCII_WORD = /[a-z0-9]+/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Returns the distinct words of a text in lower case, joined by spaces. */
export const joinedWords = (text: string): string => [...wordsOf(text)].join(' ');

/** Returns the mean of the Jaccard index and the overlap coefficient, 0 to 1: a title may lack half of a headline. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  if (common === 0) return 0;
  const union = a.size + b.size - common;
  const smaller = Math.min(a.size, b.size);
  return (common / union + (smaller > 1 ? common / smaller : common / union)) / 2;
}

/**
 * Returns whether a text matches a pattern as a whole: `*` stands for any characters, `?` for one (a code point), all others for
 * themselves. Takes time in proportion to the product of both lengths at most; a regular expression with many stars takes
 * exponential time.
 */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  /** Position behind the last star, and the text that the rest of the pattern is tried from. */
  let afterStar = -1;
  let from = 0;
  while (t < text.length) {
    const sign = pattern[p];
    if (sign === '*') {
      afterStar = ++p;
      from = t;
    } else if (sign === '?') {
      p++;
      t += unitsAt(text, t);
    } else if (sign === text[t]) {
      p++;
      t++;
    } else if (afterStar >= 0) {
      p = afterStar;
      from += unitsAt(text, from);
      t = from;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Returns the number of UTF-16 units of the code point at a position. */
const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Maximum number of values of a file, such as 50,000 entries of 40 values. Each takes up to 200 bytes of the heap. */
const MAX_VALUES = 2_000_000;
/** Maximum depth of nested values. A parser keeps some 70 bytes of each open one outside of the heap. */
const MAX_DEPTH = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{` differ in one bit, as do `]` and `}`. */
const CASE_BIT = 0x20;
const OPENING_BRACKET = 0x7b;
const CLOSING_BRACKET = 0x7d;

/**
 * Returns whether JSON has so many or so deeply nested values that parsing it could take gigabytes: 50 MB of `[` take 2.8 GB. Time is linear in
 * the length of the text, which need not be valid JSON.
 */
export function exceedsJsonLimits(text: string, maxValues = MAX_VALUES, maxDepth = MAX_DEPTH): boolean {
  let values = 1;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) {
      i = endOfString(text, i);
      continue;
    }
    const bracket = char | CASE_BIT;
    if (char === COMMA) values++;
    else if (bracket === OPENING_BRACKET) {
      values++;
      depth++;
    } else if (bracket === CLOSING_BRACKET) depth--;
    else continue;
    if (values > maxValues || depth > maxDepth) return true;
  }
  return false;
}

/** Returns the index of the quote that ends a string, or the length of the text. @param start index of its first quote */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

/** Returns the URLs of a `srcset` such as `a.jpg, b.jpg 2x, c.jpg 800w` (HTML standard, 4.8.4.2.2). A URL may contain commas. */
export function parseSrcset(srcset: string): string[] {
  const found: string[] = [];
  for (let at = 0; ; ) {
    while (at < srcset.length && (srcset.charCodeAt(at) === COMMA || isSpace(srcset.charCodeAt(at)))) at++;
    if (at >= srcset.length) return found;
    const from = at;
    while (at < srcset.length && !isSpace(srcset.charCodeAt(at))) at++;
    let to = at;
    while (srcset.charCodeAt(to - 1) === COMMA) to--;
    found.push(srcset.slice(from, to));
    // A comma at the end of a URL means that it has no descriptors.
    if (to === at) at = endOfDescriptors(srcset, at);
  }
}

const COMMA = 0x2c;
const OPENING = 0x28;
const CLOSING = 0x29;

/** Whether a code unit is white space of the HTML standard: tab, line feed, form feed, carriage return, space. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}

/** Returns the index of the next comma outside of parentheses, or the length of the string. */
function endOfDescriptors(srcset: string, from: number): number {
  let depth = 0;
  for (let at = from; at < srcset.length; at++) {
    const sign = srcset.charCodeAt(at);
    if (sign === OPENING) depth++;
    else if (sign === CLOSING) depth = 0;
    else if (sign === COMMA && depth === 0) return at;
  }
  return srcset.length;
}

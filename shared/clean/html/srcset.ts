/** Returns the URLs of a `srcset` such as `a.jpg, b.jpg 2x, c.jpg 800w` (HTML standard, 4.8.4.2.2). A URL may contain commas. */
export function parseSrcset(srcset: string): string[] {
  const found: string[] = [];
  for (let at = 0; ; ) {
    while (at < srcset.length && SEPARATOR.test(srcset[at] as string)) at++;
    if (at >= srcset.length) return found;
    const from = at;
    while (at < srcset.length && !SPACE.test(srcset[at] as string)) at++;
    let to = at;
    while (srcset[to - 1] === ',') to--;
    found.push(srcset.slice(from, to));
    // A comma at the end of a URL means that it has no descriptors.
    if (to === at) at = endOfDescriptors(srcset, at);
  }
}

const SPACE = /[\t\n\f\r ]/;
const SEPARATOR = /[\t\n\f\r ,]/;

/** Returns the index of the next comma outside of parentheses, or the length of the string. */
function endOfDescriptors(srcset: string, from: number): number {
  let depth = 0;
  for (let at = from; at < srcset.length; at++) {
    const sign = srcset[at];
    if (sign === '(') depth++;
    else if (sign === ')') depth = 0;
    else if (sign === ',' && depth === 0) return at;
  }
  return srcset.length;
}

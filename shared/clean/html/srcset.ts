/** The addresses of `a.jpg, b.jpg 2x, c.jpg 800w` (HTML standard, 4.8.4.2.2). A comma within an address is part of it. */
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
    // A comma right behind it says that it has no sizes.
    if (to === at) at = endOfDescriptors(srcset, at);
  }
}

const SPACE = /[\t\n\f\r ]/;
const SEPARATOR = /[\t\n\f\r ,]/;

/** The next comma that is in no brackets, or the end. */
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

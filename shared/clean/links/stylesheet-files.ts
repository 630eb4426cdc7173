/** A comment, which may be unterminated, `@import "…"`, or `url(…)`. No part can match again from within, so the time is linear. */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')|\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|((?:\\[^\n]|[^\s"'()\\])+))\s*\)/gi;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const MAX_CODE_POINT = 0x10ffff;

/** Returns the URLs that a stylesheet, or the `style` of an element, loads: imports, fonts and images, as written. */
export function stylesheetFiles(css: string): string[] {
  const found: string[] = [];
  for (const [, ...hrefs] of css.matchAll(TOKEN)) {
    const href = hrefs.find((one) => one !== undefined);
    if (href) found.push(href.includes('\\') ? unescapeCss(href) : href);
  }
  return found;
}

function unescapeCss(text: string): string {
  return text.replace(ESCAPE, (_all, code: string | undefined, sign: string) => {
    if (code === undefined) return sign;
    const point = Number.parseInt(code, 16);
    return point > MAX_CODE_POINT ? '\ufffd' : String.fromCodePoint(point);
  });
}

/**
 * A comment, which may be unterminated, `@import "…"`, or `url(…)`. No part can match again from within, so the time is linear. The bound of a
 * URL without quotes keeps V8 from running out of stack: it stores each step, and a `data:` URL can be megabytes long.
 */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')|\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|((?:\\[^\n]|[^\s"'()\\]){1,20000}))\s*\)/gi;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const MAX_CODE_POINT = 0x10ffff;

/** Yields the URLs that a stylesheet, or the `style` of an element, loads: imports, fonts and images, as written. */
export function* stylesheetFiles(css: string): Generator<string> {
  for (const [, ...hrefs] of css.matchAll(TOKEN)) {
    const href = hrefs.find((one) => one !== undefined);
    if (href) yield href.includes('\\') ? unescapeCss(href) : href;
  }
}

function unescapeCss(text: string): string {
  return text.replace(ESCAPE, (_all, code: string | undefined, sign: string) => {
    if (code === undefined) return sign;
    const point = Number.parseInt(code, 16);
    return point > MAX_CODE_POINT ? '\ufffd' : String.fromCodePoint(point);
  });
}

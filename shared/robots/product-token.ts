/**
 * A product token, by which robots.txt names an agent. RFC 9309 (2.2.1) allows letters, `-` and `_`. Older crawlers also use
 * digits and dots (MJ12bot, Mail.RU_Bot).
 */
export const PRODUCT_TOKEN = /^[a-z0-9_.-]+$/;

/** The first token of every browser. robots.txt never names a crawler by it. */
export const BROWSER_TOKEN = 'mozilla';

/** Matches `(compatible; Bogbot/1.0; …)`, also inside the browsers' comment `(KHTML, like Gecko; compatible; Bogbot/1.0)`. */
const COMPATIBLE = /[(;]\s*compatible\s*;\s*([^\s;/)]+)/i;
const COMMENT = /\([^()]*\)/g;
/** Product tokens of browsers. */
const BROWSERS: ReadonlySet<string> = new Set([
  ...[
    BROWSER_TOKEN,
    'applewebkit',
    'khtml',
    'like',
    'gecko',
    'chrome',
    'chromium',
    'headlesschrome',
    'safari',
    'version',
  ],
  ...['mobile', 'firefox', 'fxios', 'crios', 'edg', 'edge', 'edga', 'edgios', 'opr', 'opera', 'msie', 'trident'],
  ...['presto', 'samsungbrowser'],
]);

/**
 * @param userAgent whole: `Bogbot/1.0 (+https://…)` is `bogbot`. In the disguise of a browser it is whoever asks within, or
 * the first product that is no browser's.
 * @returns in lower case; to be held against PRODUCT_TOKEN where anybody may have written it. DISGUISE: there is no name in it.
 */
export function productToken(userAgent: string): string {
  const text = userAgent.trim().toLowerCase();
  const first = nameOf(text);
  return first === BROWSER_TOKEN ? (crawlerName(text) ?? BROWSER_TOKEN) : first;
}

/** Finds the name of a crawler in a browser-like user agent. */
function crawlerName(userAgent: string): string | undefined {
  const names = [COMPATIBLE.exec(userAgent)?.[1] ?? '', ...userAgent.replace(COMMENT, ' ').split(/\s+/).map(nameOf)];
  return names.find((name) => PRODUCT_TOKEN.test(name) && !BROWSERS.has(name));
}

function nameOf(product: string): string {
  return /^[^\s/]*/.exec(product)![0];
}

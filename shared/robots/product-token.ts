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
 * Returns the product token of a user agent, in lower case: `bogbot` for `Bogbot/1.0 (+https://…)`. In a browser-like user agent
 * it is the product after `compatible;`, or the first product that is not a browser's.
 *
 * @returns the token, not necessarily a valid `PRODUCT_TOKEN`, or `BROWSER_TOKEN` if there are only names of browsers.
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

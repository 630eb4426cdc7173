/**
 * The name by which a robots.txt speaks to an agent. RFC 9309 (2.2.1) has it of letters, `-` and `_`; crawlers that are named
 * with digits and dots (MJ12bot, Mail.RU_Bot) are older than that and are named so in files.
 */
export const PRODUCT_TOKEN = /^[a-z0-9_.-]+$/;

/** What every browser calls itself, and no robots.txt means a crawler by. */
export const BROWSER_TOKEN = 'mozilla';

/** `(compatible; Bogbot/1.0; …)`, or within the browsers' own comment `(KHTML, like Gecko; compatible; Bogbot/1.0)`. */
const COMPATIBLE = /[(;]\s*compatible\s*;\s*([^\s;/)]+)/i;
const COMMENT = /\([^()]*\)/g;
/** Products that browsers name themselves by, each of them several. */
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
  const said = userAgent.trim().toLowerCase();
  const first = nameOf(said);
  return first === BROWSER_TOKEN ? (underneath(said) ?? BROWSER_TOKEN) : first;
}

function underneath(said: string): string | undefined {
  const names = [COMPATIBLE.exec(said)?.[1] ?? '', ...said.replace(COMMENT, ' ').split(/\s+/).map(nameOf)];
  return names.find((name) => PRODUCT_TOKEN.test(name) && !BROWSERS.has(name));
}

function nameOf(product: string): string {
  return /^[^\s/]*/.exec(product)![0];
}

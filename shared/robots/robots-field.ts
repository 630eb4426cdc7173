import type { PreferenceField } from './usage-preferences.ts';

/** A line of robots.txt that has a meaning here. */
export type RobotsField = {
  name:
    | 'user-agent'
    | 'allow'
    | 'disallow'
    | 'crawl-delay'
    | 'request-rate'
    | 'visit-time'
    | 'sitemap'
    | PreferenceField;
  value: string;
};

/** Field names in lower case, with common misspellings. */
const FIELD_NAMES: Record<string, RobotsField['name']> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  crawldelay: 'crawl-delay',
  'request-rate': 'request-rate',
  'visit-time': 'visit-time',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
  'content-signal': 'content-signal',
  'content-signals': 'content-signal',
  'content-usage': 'content-usage',
};

const WITHOUT_COLON = /^([a-z-]+)[ \t]+([^ \t]+)$/i;

/** Maximum length of a line, in characters: eight times the longest URL, as in Google's parser (google/robotstxt). */
const MAX_LINE_LENGTH = 2083 * 8 - 1;

/**
 * Parses a line. Accepts white space instead of the colon.
 *
 * @returns `undefined` for a comment or an unknown field.
 */
export function parseRobotsField(fullLine: string): RobotsField | undefined {
  const line = fullLine.slice(0, MAX_LINE_LENGTH);
  const comment = line.indexOf('#');
  const text = trimAscii(comment < 0 ? line : line.slice(0, comment));
  const colon = text.indexOf(':');
  const pair = colon < 0 ? WITHOUT_COLON.exec(text) : null;
  const key = trimAscii(pair ? pair[1]! : text.slice(0, Math.max(colon, 0))).toLowerCase();
  if (!Object.hasOwn(FIELD_NAMES, key)) return undefined;
  return { name: FIELD_NAMES[key]!, value: pair ? pair[2]! : trimAscii(text.slice(colon + 1)) };
}

/** Trims ASCII white space only, because a byte order mark inside the file makes its line unknown. Linear, unlike a regex. */
function trimAscii(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isAsciiSpace(text.charCodeAt(from))) from++;
  while (to > from && isAsciiSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isAsciiSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

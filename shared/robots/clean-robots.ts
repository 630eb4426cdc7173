/**
 * Prepares a robots.txt for `robots-parser`, which matches paths well but groups lines otherwise than RFC 9309 and the
 * parsers of the large engines do. What is left is the file as it concerns one agent, a line of it for each that was there:
 *
 * - an agent line counts up to the end of its token (`Foo/1.2`, `Foo Bar` speak to `foo`), and only if it is ours or `*`;
 * - between agent lines only a rule ends the group; delays and unknown lines do not. A delay is for the agents named right
 *   above it, as where each agent has nothing but a delay;
 * - a group without any rule is a group all the same: who is named there is not bound by `*`;
 * - the usual misspellings count, and a blank instead of the colon;
 * - who allows a directory's index page allows the directory, by either of its names;
 * - paths are brought into one form of percent-encoding (2.2.2).
 */
import { escapePattern } from './escape-path.ts';
import { parseCrawlDelay, parseRequestRate, type VisitTime, parseVisitTime } from './visit-time.ts';

/** The name under which the lines for the agent are found in the cleaned text. */
export const AGENT = 'agent';

/** RFC 9309, 2.5: at least so much is parsed; here also at most. Bytes of UTF-8, and never fewer characters. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/**
 * Matching costs the length of all rules with wildcards times that of the address: 500 KiB of them, made for it, take
 * seconds for one address. Past this many characters a Disallow ends before its first wildcard, and an Allow is dropped.
 */
const MAX_WILDCARD_SIGNS = 32 * 1024;

export type CleanedRobots = {
  /** The original lines, some twice: what is decided by line n of `text` was said in line n of these. */
  lines: string[];
  text: string;
  sitemaps: string[];
  /** The longest that the agent's groups ask for (of those for `*` where none speaks to it). Seconds. */
  crawlDelayS: number | null;
  /** The same of Request-rate, between two requests. Seconds. */
  requestRateS: number | null;
  /** When the agent may come. */
  visitTime: VisitTime | null;
};

/** @param agentToken as in the settings, `thresher`; what follows a `/` or a blank is ignored, case as well. */
export function cleanRobots(robotsTxt: string, agentToken: string): CleanedRobots {
  const agent = /^[^/\s]*/.exec(agentToken.trim().toLowerCase())![0];
  const said = withinLimit(robotsTxt).split(/\r\n|\r|\n/);
  /** Where an index page is allowed, the line in which it was counts twice. */
  const lines: string[] = [];
  const delays: Record<Addressee, number | null> = { ours: null, all: null };
  const rates: Record<Addressee, number | null> = { ours: null, all: null };
  const visits: Record<Addressee, VisitTime | null> = { ours: null, all: null };
  const sitemaps: string[] = [];
  let group: Set<Addressee> = new Set();
  let inRules = false;
  /** To whom delays are told: agents named since the last line that was no agent line. */
  let block: Set<Addressee> = new Set();
  let inBlock = false;
  let named = false;
  const wildcards = { signsLeft: MAX_WILDCARD_SIGNS };

  const clean = (field: Field): string => {
    switch (field.name) {
      case 'user-agent': {
        if (inRules) group = new Set();
        if (!inBlock) block = new Set();
        inRules = false;
        inBlock = true;
        const to = addressee(field.value, agent);
        if (to) group.add(to);
        if (to) block.add(to);
        named ||= to === 'ours';
        // An agent line without a name opens a group that concerns nobody.
        return to === 'ours' ? `user-agent: ${AGENT}` : to === 'all' ? 'user-agent: *' : 'user-agent:';
      }
      case 'request-rate':
      case 'crawl-delay': {
        inBlock = false;
        const delay = secondsOf(field);
        const of = field.name === 'crawl-delay' ? delays : rates;
        for (const to of block) if (delay !== undefined) of[to] = Math.max(of[to] ?? 0, delay);
        return '';
      }
      case 'visit-time':
        for (const to of block) visits[to] = parseVisitTime(field.value) ?? visits[to];
        return '';
      case 'sitemap':
        if (field.value !== '') sitemaps.push(field.value);
        return '';
      default:
        inRules = true;
        inBlock = false;
        // Rules for others would be parsed for nothing.
        return group.size === 0 ? `${field.name}:` : plainRule(field, wildcards);
    }
  };
  const cleaned = said.flatMap((line) => {
    const field = readField(line);
    const plain = field ? clean(field) : '';
    const directory = INDEX_PAGE.exec(plain)?.[1];
    const both = directory === undefined ? [plain] : [plain, `allow: ${directory}$`];
    for (const _ of both) lines.push(line);
    return both;
  });
  if (named) cleaned.push(`user-agent: ${AGENT}`, 'disallow:');
  const to = named ? 'ours' : 'all';
  const text = cleaned.join('\n');
  return {
    lines,
    text,
    sitemaps,
    crawlDelayS: delays[to],
    requestRateS: rates[to],
    visitTime: visits[to],
  };
}

/** Google's parser and crawler-commons read it so; RFC 9309 is silent. */
const INDEX_PAGE = /^allow: (.*\/)index\.html?$/;

function secondsOf({ name, value }: Field): number | undefined {
  return name === 'request-rate' ? parseRequestRate(value) : parseCrawlDelay(value);
}

function plainRule({ name, value }: Field, wildcards: { signsLeft: number }): string {
  // Half a sign is in no address.
  const pattern = value.isWellFormed() ? escapePattern(value) : '';
  const wildcard = pattern.indexOf('*');
  if (wildcard < 0) return `${name}: ${pattern}`;
  wildcards.signsLeft -= pattern.length;
  if (wildcards.signsLeft >= 0) return `${name}: ${pattern}`;
  return name === 'allow' ? 'allow:' : `disallow: ${pattern.slice(0, wildcard) || '/'}`;
}

type Addressee = 'ours' | 'all';
type Field = {
  name: 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'request-rate' | 'visit-time' | 'sitemap';
  value: string;
};

const FIELDS: Record<string, Field['name']> = {
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
};

const WITHOUT_COLON = /^([a-z-]+)[ \t]+([^ \t]+)$/i;

/** What the parser of the largest engine reads of a line (google/robotstxt: eight times the longest URL). Characters. */
const MAX_LINE = 2083 * 8 - 1;

function readField(whole: string): Field | undefined {
  const line = whole.slice(0, MAX_LINE);
  const comment = line.indexOf('#');
  const said = trimBlanks(comment < 0 ? line : line.slice(0, comment));
  const colon = said.indexOf(':');
  const two = colon < 0 ? WITHOUT_COLON.exec(said) : null;
  const key = trimBlanks(two ? two[1]! : said.slice(0, Math.max(colon, 0))).toLowerCase();
  if (!Object.hasOwn(FIELDS, key)) return undefined;
  return { name: FIELDS[key]!, value: two ? two[2]! : trimBlanks(said.slice(colon + 1)) };
}

/** Blanks of ASCII only: a byte order mark inside the file makes its line an unknown one. Linear, unlike a regex. */
function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function addressee(value: string, agent: string): Addressee | undefined {
  if (/^\*(?:\s|$)/.test(value)) return 'all';
  const said = value.toLowerCase();
  // A token has letters, `_` and `-` (RFC 9309, 2.2.1); agents with a number in their names are taken at their word.
  const spokenTo = agent !== '' && (/^[a-z_-]*/.exec(said)![0] === agent || /^[^/\s]*/.exec(said)![0] === agent);
  return spokenTo ? 'ours' : undefined;
}

/** Without the mark of its encoding, and up to the last line that is whole: half a path would forbid far more than meant. */
function withinLimit(robotsTxt: string): string {
  const text = robotsTxt.startsWith('\ufeff') ? robotsTxt.slice(1) : robotsTxt;
  if (text.length <= MAX_ROBOTS_BYTES) return text;
  const cut = text.slice(0, MAX_ROBOTS_BYTES);
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1);
}

import robotsParserModule from 'robots-parser';
import type { Url } from '../url/url.ts';
import { originOf } from '../url/url.ts';
import { AGENT, cleanRobots } from './clean-robots.ts';
import { escapePath } from './escape-path.ts';
import type { VisitTime } from './visit-time.ts';

// The package's types tell of a default export; the module is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

/** What a robots.txt says to one agent. It is only to be asked for addresses of its own origin. */
export type RobotsRules = {
  allowed(url: Url): boolean;
  /** The line that decided, as it stands in the file; null: none, so it is allowed. */
  rule(url: Url): string | null;
  /** Of Crawl-delay and Request-rate the longer: what is to be obeyed. */
  crawlDelayS: number | null;
  /** What a Crawl-delay says by itself. */
  declaredCrawlDelayS: number | null;
  /** When this agent may come; null: at any time. */
  visitTime: VisitTime | null;
  /** As written, made absolute where they are not. */
  sitemaps: string[];
};

/** Any origin will do: paths are all that is compared. */
const SOMEWHERE = 'http://robots.invalid';
/** Whether the file itself may be read cannot be asked before it is read (RFC 9309, 2.2.2). */
const ROBOTS_TXT = `${SOMEWHERE}/robots.txt`;

/**
 * @param robotsTxt the file's text; any text is one, '' allows everything. Read up to 500 KiB.
 * @param agentToken the agent's own name, as in `User-agent: thresher`.
 * @param origin where the file was asked for.
 */
export function parseRobots(robotsTxt: string, agentToken: string, origin: string): RobotsRules {
  const cleaned = cleanRobots(robotsTxt, agentToken);
  const parser = robotsParser(ROBOTS_TXT, cleaned.text);
  // A query that is empty gets lost on the way through the parser's own URL; there another sign stands for the mark.
  let marked: typeof parser | undefined;

  const ask = (url: Url): { file: typeof parser; address: string } => {
    const path = escapePath(url.slice(originOf(url).length));
    if (!path.endsWith('?') || path.indexOf('?') !== path.length - 1)
      return { file: parser, address: SOMEWHERE + path };
    marked ??= robotsParser(ROBOTS_TXT, cleaned.text.replaceAll('?', "'"));
    return { file: marked, address: SOMEWHERE + path.replace('?', "'") };
  };
  return {
    allowed: (url) => {
      const { file, address } = ask(url);
      return address === ROBOTS_TXT || file.isAllowed(address, AGENT) !== false;
    },
    rule: (url) => {
      const { file, address } = ask(url);
      const line = address === ROBOTS_TXT ? -1 : file.getMatchingLineNumber(address, AGENT);
      return line < 1 ? null : cleaned.lines[line - 1]!.trim();
    },
    crawlDelayS: longer(cleaned.crawlDelayS, cleaned.requestRateS),
    declaredCrawlDelayS: cleaned.crawlDelayS,
    visitTime: cleaned.visitTime,
    sitemaps: cleaned.sitemaps.flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? []),
  };
}

function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

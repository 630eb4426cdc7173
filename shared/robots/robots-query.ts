import { originOf, type Url } from '../url/url.ts';
import { robotsText } from './robots-text.ts';
import { parseRobots } from './rules.ts';

/** A line of `thresher robots --jsonl`: the file as text, or as bytes. */
export type RobotsQuery = {
  id: unknown;
  robotsTxt?: string | undefined;
  robotsTxtBase64?: string | undefined;
  userAgent: string;
  url: string;
};

export type RobotsResult = {
  id: unknown;
  allowed: boolean;
  /** Seconds. */
  crawlDelay: number | null;
  /** The line that decided. */
  rule: string | null;
};

/** The address is taken as it is, not as the crawl would spell it; what is none is not disallowed by any rule. */
export function evaluateRobotsQuery({ id, robotsTxt, robotsTxtBase64, userAgent, url }: RobotsQuery): RobotsResult {
  const parsed = URL.parse(url, 'http://localhost/');
  if (parsed) parsed.hash = '';
  const address = (parsed?.href ?? 'http://localhost/') as Url;
  const text = robotsTxtBase64 === undefined ? (robotsTxt ?? '') : robotsText(Buffer.from(robotsTxtBase64, 'base64'));
  const rules = parseRobots(text, userAgent, originOf(address));
  return { id, allowed: rules.allowed(address), crawlDelay: rules.declaredCrawlDelayS, rule: rules.rule(address) };
}

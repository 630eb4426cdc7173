import { originOf, type Url } from '../url/url.ts';
import { productToken } from './product-token.ts';
import { robotsText } from './robots-text.ts';
import { parseRobots } from './rules.ts';
import type { UsagePreferences } from './usage-preferences.ts';

/** An input line of `thresher robots --jsonl`, with the file as text or as bytes. */
export type RobotsQuery = {
  id: unknown;
  robotsTxt?: string | undefined;
  robotsTxtBase64?: string | undefined;
  userAgent: string;
  url: string;
};

/** An output line of `thresher robots --jsonl`. */
export type RobotsResult = {
  id: unknown;
  allowed: boolean;
  /** Crawl-delay, in seconds. */
  crawlDelay: number | null;
  /** The deciding line, or `null` if no rule matches. */
  rule: string | null;
  /** Usage preferences for the URL; empty if the file states none. */
  preferences: UsagePreferences;
};

/**
 * Evaluates a query. The URL is not normalised by the rules of a crawl. Rules are applied to `/` if it is invalid. `userAgent` is a
 * product token or a whole user agent.
 */
export function evaluateRobotsQuery({ id, robotsTxt, robotsTxtBase64, userAgent, url }: RobotsQuery): RobotsResult {
  const parsed = URL.parse(url, 'http://localhost/');
  if (parsed) parsed.hash = '';
  const href = (parsed?.href ?? 'http://localhost/') as Url;
  const text = robotsTxtBase64 === undefined ? (robotsTxt ?? '') : robotsText(Buffer.from(robotsTxtBase64, 'base64'));
  const rules = parseRobots(text, productToken(userAgent), originOf(href));
  return {
    id,
    allowed: rules.allowed(href),
    crawlDelay: rules.declaredCrawlDelayS,
    rule: rules.rule(href),
    preferences: rules.preferences(href),
  };
}

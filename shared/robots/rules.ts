import type { Url } from '../url/url.ts';
import { type ParsedRule, parseRobotsFile } from './parse-robots.ts';
import { compilePattern, pathOf } from './path-pattern.ts';
import { joinPreferences, type PreferenceLine, type UsagePreferences } from './usage-preferences.ts';
import type { VisitTime } from './visit-time.ts';

/** The rules of a robots.txt for one agent. Use them only for URLs of the origin of the file. */
export type RobotsRules = {
  allowed(url: Url): boolean;
  /** Returns the deciding line as it is in the file, or `null` if no rule matches, which allows the URL. */
  rule(url: Url): string | null;
  /** The longer of Crawl-delay and Request-rate, in seconds: the delay to obey. `null`: none. */
  crawlDelayS: number | null;
  /** Crawl-delay alone, in seconds. `null`: none. */
  declaredCrawlDelayS: number | null;
  /** Time of day at which the agent may visit. `null`: at any time. */
  visitTime: VisitTime | null;
  /** Returns the usage preferences for a URL; empty if the file states none. */
  preferences(url: Url): UsagePreferences;
  /** Absolute URLs of the sitemaps. */
  sitemaps: string[];
};

/**
 * @param robotsTxt text of the file. Any text is valid; '' allows everything. At most 500 KiB are read.
 * @param agentToken name of the agent, as in `User-agent: thresher`.
 * @param origin origin of the file.
 */
export function parseRobots(robotsTxt: string, agentToken: string, origin: string): RobotsRules {
  const { rules, crawlDelayS, requestRateS, visitTime, preferences, sitemaps } = parseRobotsFile(robotsTxt, agentToken);
  const findRule = compileRules(rules);
  const deciding = (url: Url): ParsedRule | undefined => {
    const path = pathOf(url);
    // The file itself is always allowed (RFC 9309, 2.2.2).
    return path === '/robots.txt' ? undefined : findRule(path);
  };
  return {
    allowed: (url) => deciding(url)?.isAllow ?? true,
    rule: (url) => deciding(url)?.line.trim() ?? null,
    crawlDelayS: maxOrNull(crawlDelayS, requestRateS),
    declaredCrawlDelayS: crawlDelayS,
    visitTime,
    preferences: compilePreferences(preferences),
    sitemaps: sitemaps.flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? []),
  };
}

/** For each field the lines with the longest matching path count; several with one path are joined by commas, as headers are. */
function compilePreferences(lines: readonly PreferenceLine[]): RobotsRules['preferences'] {
  const compiled = lines.map((line) => ({ ...line, matches: compilePattern(line.path) }));
  return (url) => {
    const found: UsagePreferences = {};
    const longest = { 'content-signal': 0, 'content-usage': 0 };
    const path = compiled.length > 0 ? pathOf(url) : '';
    for (const { field, path: pattern, value, matches } of compiled) {
      if (pattern.length < longest[field] || !matches(path)) continue;
      found[field] = joinPreferences(pattern.length === longest[field] ? found[field] : undefined, value);
      longest[field] = pattern.length;
    }
    return found;
  };
}

/** Returns a function that finds the longest matching rule; Allow wins over a Disallow of equal length (RFC 9309, 2.2.2). */
function compileRules(rules: readonly ParsedRule[]): (path: string) => ParsedRule | undefined {
  const compiled = rules.map((rule) => ({ rule, length: rule.pattern.length, matches: compilePattern(rule.pattern) }));
  compiled.sort((a, b) => b.length - a.length || Number(b.rule.isAllow) - Number(a.rule.isAllow));
  return (path) => compiled.find(({ matches }) => matches(path))?.rule;
}

function maxOrNull(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

import type { Host, RobotsRules } from './page.ts';

/** Returns the host's robots.txt, with a group for another robot and a comment. */
export function robotsText(host: Host, rules: RobotsRules): string {
  const lines = [`# robots.txt of ${host.name}`, 'User-agent: BadBot', 'Disallow: /', '', 'User-agent: *'];
  for (const path of rules.disallow) lines.push(`Disallow: ${path}`);
  for (const path of rules.allow ?? []) lines.push(`Allow: ${path}`);
  if (rules.crawlDelayS !== undefined) lines.push(`Crawl-delay: ${rules.crawlDelayS}`);
  return `${lines.join('\n')}\n`;
}

/** Applies RFC 9309 to this web's rules: the longest match decides, allow wins ties. Independent of the product, to test it. */
export function robotsAllow(rules: RobotsRules | 503 | undefined, path: string): boolean {
  if (rules === 503) return path === '/robots.txt';
  if (!rules || path === '/robots.txt') return true;
  const longest = (patterns: string[]) =>
    Math.max(-1, ...patterns.filter((p) => matches(p, path)).map((p) => p.length));
  return longest(rules.allow ?? []) >= longest(rules.disallow);
}

function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/[.+?^{}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/\$(?!$)/g, '\\$');
  return new RegExp(`^${source}`).test(path);
}

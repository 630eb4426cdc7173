import type { Reason } from '../../url/reason.ts';

/** Limits of settings that refuse links; null or absent: no such limit. */
export type LinkLimits = {
  maxDepth?: number | null;
  maxPathDepth?: number | null;
  maxPagesPerHost?: number | null;
  maxHostsPerDomain?: number | null;
  maxPagesPerTemplate?: number | null;
};

const LIMIT_REASONS: Readonly<Record<keyof LinkLimits, Reason>> = {
  maxDepth: 'too-deep',
  maxPathDepth: 'path-depth',
  maxPagesPerHost: 'host-budget',
  maxHostsPerDomain: 'domain-budget',
  maxPagesPerTemplate: 'template-budget',
};

/**
 * Counts the links that limits have refused since the start of the crawl, by setting (`limits.maxDepth`). They count after the limit was raised and
 * the links were followed, too. A limit that is not set has none: it was removed since.
 *
 * @param links number of links per reason
 */
export function countLimitedLinks(limits: LinkLimits, links: Readonly<Record<string, number>>): Record<string, number> {
  const names = (Object.keys(LIMIT_REASONS) as (keyof LinkLimits)[]).filter((name) => (limits[name] ?? null) !== null);
  const counts = names.map((name): [string, number] => [`limits.${name}`, links[LIMIT_REASONS[name]] ?? 0]);
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

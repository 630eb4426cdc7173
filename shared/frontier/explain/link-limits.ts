import type { Reason } from '../../url/reason.ts';

/** Limits of settings that refuse links; null or absent: no such limit. */
export type LinkLimits = {
  maxDepth?: number | null;
  maxPathDepth?: number | null;
  maxPagesPerHost?: number | null;
  maxPagesPerTemplate?: number | null;
};

const LIMIT_REASONS: Readonly<Record<keyof LinkLimits, Reason>> = {
  maxDepth: 'too-deep',
  maxPathDepth: 'path-depth',
  maxPagesPerHost: 'host-budget',
  maxPagesPerTemplate: 'template-budget',
};

/**
 * Counts the links that limits refused, by setting (`limits.maxDepth`). A limit that is not set refused none, whatever the counts: other rules
 * share its reason, or it was removed since.
 *
 * @param links number of links per reason
 */
export function countLimitedLinks(limits: LinkLimits, links: Readonly<Record<string, number>>): Record<string, number> {
  const names = (Object.keys(LIMIT_REASONS) as (keyof LinkLimits)[]).filter((name) => (limits[name] ?? null) !== null);
  const counts = names.map((name): [string, number] => [`limits.${name}`, links[LIMIT_REASONS[name]] ?? 0]);
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

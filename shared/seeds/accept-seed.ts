import type { OfferedLink } from '../frontier/offer.ts';
import { normalize } from '../url/normalize.ts';
import type { Reason } from '../url/reason.ts';
import type { UrlFilter } from '../url/scope.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { FoundSeed } from './found-seed.ts';

/** Rules of a crawl for its seeds. */
export type SeedRules = {
  urls: UrlRules;
  scope: UrlFilter;
  /** Priority class of seeds without one of their own, from 0 (first) to 7 (last). */
  priority: number;
  /** Maps the priority of a seed to its class in the frontier. */
  classOf: (given: number) => number;
};

/** Converts a seed to a link for the frontier, or returns the reason to refuse it. */
export function acceptSeed(
  found: FoundSeed,
  { urls, scope, priority, classOf }: SeedRules,
): OfferedLink | { refused: Reason } {
  const normalized = normalize(found.url, undefined, urls);
  if (normalized.kind === 'refused') return { refused: normalized.reason };
  const { kind = 'page', about, lastModified } = found;
  const discovered = kind === 'page' ? 'seed' : 'list';
  const reason = discovered === 'list' ? undefined : scope({ url: normalized.url, depth: 0, discovered });
  if (reason !== undefined) return { refused: reason };
  return {
    url: normalized.url,
    kind,
    class: classOf(found.priority ?? priority),
    depth: 0,
    parent: null,
    score: 1,
    ...(about && { about }),
    ...(lastModified !== undefined && { lastModified }),
  };
}

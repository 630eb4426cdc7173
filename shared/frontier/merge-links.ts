import type { OfferedLink } from './offer.ts';

/** Merges two links to the same URL: keeps the better priority, the smaller depth and the hints of both. */
export function mergeLinks(one: OfferedLink, other: OfferedLink): OfferedLink {
  const order = one.class - other.class || other.score - one.score;
  // The usual case, since pages of a site repeat their links.
  if (order <= 0 && one.depth <= other.depth && !hasHints(other)) return one;
  const about = one.about ?? other.about;
  const extractRule = one.extractRule ?? other.extractRule;
  const lastModified = Math.max(
    one.lastModified ?? Number.NEGATIVE_INFINITY,
    other.lastModified ?? Number.NEGATIVE_INFINITY,
  );
  return {
    ...(order <= 0 ? one : other),
    depth: Math.min(one.depth, other.depth),
    ...(about && { about }),
    ...(extractRule !== undefined && { extractRule }),
    ...(Number.isFinite(lastModified) && { lastModified }),
    ...((one.listed || other.listed) && { listed: true }),
  };
}

function hasHints({ about, extractRule, lastModified, listed }: OfferedLink): boolean {
  return about !== undefined || extractRule !== undefined || lastModified !== undefined || listed === true;
}

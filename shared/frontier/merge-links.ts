import { isCindiEvidence, mergeCindiEvidence } from '../focus/cindi/cindi-evidence.ts';
import type { LinkEvidence } from '../focus/link-evidence.ts';
import { mergeEvidence } from '../focus/merge-evidence.ts';
import { type AnchorTexts, mergeAnchorTexts } from './anchor-texts.ts';
import type { OfferedLink } from './offer.ts';

/** Merges two links to the same URL: keeps the better priority, the smaller depth and the hints of both. */
export function mergeLinks(one: OfferedLink, other: OfferedLink): OfferedLink {
  return merge(one, other, false);
}

/** Like `mergeLinks`, but may change the first link. Returns it, or a new one if the other ranks higher. Pages of a site repeat their links. */
export function mergeIntoLink(one: OfferedLink, other: OfferedLink): OfferedLink {
  return merge(one, other, true);
}

function merge(one: OfferedLink, other: OfferedLink, mayChangeOne: boolean): OfferedLink {
  const order = one.class - other.class || other.score - one.score;
  // The usual case: pages of a site repeat their links.
  const anchors = mergeAnchorTexts(one.anchors, other.anchors);
  const isUsual = order <= 0 && one.depth <= other.depth && one.redirects === undefined;
  if (isUsual && !hasHints(other)) return withAnchors(one, anchors, mayChangeOne);
  const about = one.about ?? other.about;
  const extractRule = one.extractRule ?? other.extractRule;
  const lastModified = Math.max(
    one.lastModified ?? Number.NEGATIVE_INFINITY,
    other.lastModified ?? Number.NEGATIVE_INFINITY,
  );
  const forcedAt = Math.max(one.forcedAt ?? 0, other.forcedAt ?? 0);
  const evidence = joinEvidence(one.evidence, other.evidence);
  const depth = Math.min(one.depth, other.depth);
  const isListed = one.listed || other.listed;
  const isEmbedded = one.embedded || other.embedded;
  const merged = mayChangeOne && order <= 0 ? one : { ...(order <= 0 ? one : other) };
  merged.depth = depth;
  const redirects = fewestRedirects(one, other);
  if (redirects !== undefined) merged.redirects = redirects;
  else if (merged.redirects !== undefined) delete merged.redirects;
  if (about) merged.about = about;
  if (extractRule !== undefined) merged.extractRule = extractRule;
  if (Number.isFinite(lastModified)) merged.lastModified = lastModified;
  if (isListed) merged.listed = true;
  if (isEmbedded) merged.embedded = true;
  if (forcedAt > 0) merged.forcedAt = forcedAt;
  if (evidence !== undefined) merged.evidence = evidence;
  if (anchors !== undefined) merged.anchors = anchors;
  return merged;
}

function withAnchors(link: OfferedLink, anchors: AnchorTexts | undefined, mayChange: boolean): OfferedLink {
  if (anchors === undefined || anchors === link.anchors) return link;
  const changed = mayChange ? link : { ...link };
  changed.anchors = anchors;
  return changed;
}

/** @returns undefined if a link leads to the URL */
function fewestRedirects({ redirects: one }: OfferedLink, { redirects: other }: OfferedLink): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.min(one, other);
}

function joinEvidence(one: LinkEvidence | undefined, other: LinkEvidence | undefined): LinkEvidence | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isCindiEvidence(one) || isCindiEvidence(other) ? mergeCindiEvidence(one, other) : mergeEvidence(one, other);
}

function hasHints({ about, extractRule, lastModified, listed, embedded, forcedAt, evidence }: OfferedLink): boolean {
  const values = about ?? extractRule ?? lastModified ?? forcedAt ?? evidence;
  return listed === true || embedded === true || values !== undefined;
}

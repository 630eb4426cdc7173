import type { ForcedUrl, OfferedLink } from './offer.ts';

/** Returns the request that a forced seed makes. @param forcedAt time of the request, epoch ms */
export function forcedUrlOf({ class: class_, about }: OfferedLink, forcedAt: number): ForcedUrl {
  return { forcedAt, class: class_, ...(about && { about, aboutAt: forcedAt }) };
}

/**
 * Merges two requests for one URL. The result does not depend on their order, because the inbox of a host is not ordered by time: the
 * latest metadata win. Of two at the same time, those of the second request win. A request without metadata keeps those of the other.
 *
 * @param one absent: there is no earlier request
 */
export function mergeForcedUrls(one: ForcedUrl | undefined, other: ForcedUrl): ForcedUrl {
  if (!one) return other;
  const isOtherLater = timeOfMetadata(other) >= timeOfMetadata(one);
  return {
    ...(isOtherLater ? other : one),
    forcedAt: Math.max(one.forcedAt, other.forcedAt),
    class: Math.min(one.class, other.class),
  };
}

const timeOfMetadata = ({ aboutAt }: ForcedUrl) => aboutAt ?? Number.NEGATIVE_INFINITY;

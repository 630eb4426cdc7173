import { longestRenderMs } from '../../shared/fetch/render/render-time.ts';
import { heldMsOf } from '../../shared/settings/fetch-options.ts';
import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/text/time-units.ts';

/** Shortest lease of a visit. Milliseconds. */
const MIN_LEASE_MS = 4 * MINUTE_MS;
/** Time of a visit besides its requests: it stores its pages and commits. Milliseconds. */
const COMMIT_MS = MINUTE_MS;

/** Longest wait of a request for the limit of bandwidth. Milliseconds. */
export const MAX_HELD_MS = DAY_MS;

/** Limits of visits on one machine. It has one clock, so no skew, and one process that holds all leases. */
export const LOCAL_LIMITS = {
  // A killed process fetches the pages of its uncommitted visits again, so visits are short. A commit costs little here.
  visitMs: MINUTE_MS / 4,
  maxPagesPerVisit: 60,
  // With a learned ranking: before the next five pages are chosen, the links of earlier ones are ranked.
  learned: { pagesPerVisit: 60, pagesPerRank: 5, maxRanked: 1_000 },
  skewMs: 0,
  maxInboxItems: 200,
};

/**
 * Returns the lease duration of visits, in milliseconds: long enough for the last request, however long its response may take. A lease
 * that outlives its process costs nothing, because the next one releases it.
 */
export function leaseMsOf(settings: Pick<Settings, 'limits' | 'politeness' | 'fetch' | 'rendering'>): number {
  const { limits, politeness, rendering } = settings;
  const requestMs = limits.fetchTimeoutMs + heldMsOf(settings, MAX_HELD_MS);
  const pauseMs = limits.fetchTimeoutMs * politeness.answerTimeFactor;
  const visitMs = LOCAL_LIMITS.visitMs + requestMs + pauseMs + COMMIT_MS;
  return Math.max(MIN_LEASE_MS, visitMs) + (rendersPages(rendering) ? longestRenderMs(rendering.timeoutMs) : 0);
}

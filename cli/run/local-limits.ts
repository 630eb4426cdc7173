import { longestRenderMs } from '../../shared/fetch/render/render-time.ts';
import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { MINUTE_MS } from '../../shared/text/time-units.ts';

/** Limits of visits on one machine. It has one clock, so no skew, and one process that holds all leases. */
export const LOCAL_LIMITS = {
  leaseMs: 4 * MINUTE_MS,
  // A killed process fetches the pages of its uncommitted visits again, so visits are short. A commit costs little here.
  visitMs: MINUTE_MS / 4,
  maxPagesPerVisit: 60,
  // With a learned ranking: before the next five pages are chosen, the links of earlier ones are ranked.
  learned: { pagesPerVisit: 60, pagesPerRank: 5, maxRanked: 1_000 },
  skewMs: 0,
  maxInboxItems: 200,
};

/** Returns the lease duration of visits, in milliseconds. Rendering a page may take longer than fetching it. */
export const leaseMsOf = ({ rendering }: Pick<Settings, 'rendering'>): number =>
  LOCAL_LIMITS.leaseMs + (rendersPages(rendering) ? longestRenderMs(rendering.timeoutMs) : 0);

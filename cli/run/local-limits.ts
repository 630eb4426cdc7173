const MINUTE_MS = 60_000;

/** Limits of visits on one machine. It has one clock, so no skew, and one process that holds all leases. */
export const LOCAL_LIMITS = {
  leaseMs: 4 * MINUTE_MS,
  visitMs: MINUTE_MS,
  maxPagesPerVisit: 60,
  skewMs: 0,
  maxInboxItems: 200,
};

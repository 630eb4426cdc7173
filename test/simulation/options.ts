import { compileFilters } from '../../shared/classify/judge.ts';
import type { ClassifyOptions } from '../../shared/classify/judge-lines.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { VisitOptions } from '../../shared/fetch/visit-options.ts';
import type { DispatchOptions } from '../../shared/frontier/dispatch/dispatch.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { groupOf } from '../../shared/url/group.ts';

/** Small limits, so that leases expire, inboxes exceed one read, and bundles are merged within a run. */
export const LEASE_S = 120;
export const TIMEOUT_S = 10;
export const VISIBILITY_S = { visits: 450, captures: 150, documents: 150, records: 150 };

export const VISIT: Omit<VisitOptions, 'cache'> = {
  agent: 'simulation',
  hostPauseMs: 2_000,
  crawlDelayCapMs: 300_000,
  answerTimeFactor: 0,
  revisit: fixedRevisitRules(20_000_000),
  maxRedirects: 5,
  leaseMs: LEASE_S * 1000,
  visitMs: 90_000,
  maxPagesPerVisit: 2,
  fetchTimeoutMs: TIMEOUT_S * 1000,
  maxPageBytes: 1 << 20,
  maxSitemapBytes: 1 << 22,
  skewMs: 1_000,
  maxInboxItems: 3,
  maxPagesPerHost: null,
  followRedirects: true,
  urlRules: { maxUrlLength: 2048, trackingParameters: [], sessionIds: [], aliases: {} },
  groupOf: (host) => groupOf(host, 'domain'),
  refuseLink: () => undefined,
};

export const DISPATCH: DispatchOptions = {
  slots: 12,
  hostsPerMessage: 3,
  rememberMs: 240_000,
  budgetPages: null,
  pagesPerVisit: 2,
  reservationMs: 600_000,
};

export const CLEAN = DEFAULT_CLEAN_OPTIONS;
export const CLASSIFY: ClassifyOptions = {
  judge: compileFilters([]),
  scope: () => undefined,
  grouping: 'domain',
};

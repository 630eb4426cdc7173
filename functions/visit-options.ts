import type { VisitOptions } from '../shared/fetch/visit.ts';
import type { BundleCache } from '../shared/frontier/bundle-reader.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from '../shared/settings/rules.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { agentToken } from '../shared/settings/stages.ts';
import { type Grouping, groupOf } from '../shared/url/group.ts';
import { compileScope } from '../shared/url/scope.ts';

/*
 * How a call of the fetch function divides its time, in milliseconds, so that a visit ends in order: it begins no request
 * any more, its captures are kept and told, and it commits, all before the function is cut off.
 */

/** The function's own time-out, as the stack sets it. */
export const FUNCTION_MS = 300_000;

/** A visit begins no request after so long; one (a minute at most), the wait for its object (15 s) and a commit follow. */
const VISIT_MS = 180_000;

/** So long before it is cut off, a call aborts what it still asks for. */
export const ABORT_RESERVE_MS = 25_000;

/** The right to a group outlasts the call that holds it. */
const LEASE_MS = FUNCTION_MS + 10_000;

/** Clocks of workers may be so far apart. */
const SKEW_MS = 1_000;

export const PAGES_A_VISIT = 60;

/** Inbox items one visit reads: a few megabytes at worst. */
const INBOX_ITEMS = 1_000;

const DAY_MS = 86_400_000;

/** @param cache kept from call to call: no bundle's name ever comes twice. */
export function visitOptionsOf(settings: Settings, grouping: Grouping, cache: BundleCache): VisitOptions {
  const { userAgent, politeness, limits, revisit } = settings;
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  const objection = compileScope(scopeRulesOf(settings, seeds));
  return {
    hostPauseMs: politeness.hostPauseMs,
    crawlDelayCapMs: politeness.crawlDelayCapS * 1_000,
    // A server that is slow to answer is left alone as long as it took.
    answerTimeFactor: 1,
    revisitMs: revisit.days === null ? null : revisit.days * DAY_MS,
    maxRedirects: limits.maxRedirects,
    agent: agentToken(userAgent),
    leaseMs: LEASE_MS,
    visitMs: VISIT_MS,
    pagesAVisit: PAGES_A_VISIT,
    fetchTimeoutMs: limits.fetchTimeoutMs,
    maxPageBytes: limits.maxPageBytes,
    skewMs: SKEW_MS,
    inboxItems: INBOX_ITEMS,
    maxPagesPerHost: limits.maxPagesPerHost,
    followRedirects: true,
    urlRules: urlRulesOf(settings),
    groupOf: (host) => groupOf(host, grouping),
    refuse: ({ url, depth }) => objection({ url, depth, discovered: depth === 0 ? 'seed' : 'link' }),
    cache,
  };
}

import { type StoreRests, storeRests } from '../shared/fetch/storage-backoff.ts';
import type { VisitOptions } from '../shared/fetch/visit-message.ts';
import { type BundleCache, bundleCache } from '../shared/frontier/host/bundle-reader.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { visitOptionsOf } from '../shared/settings/visits.ts';
import type { Grouping } from '../shared/url/group.ts';

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

/** A host whose visits a store makes fail comes again at least so often. */
const STORE_REST_MS = 900_000;

/** What is kept from call to call: no bundle's name ever comes twice, and an outage lasts longer than a call. */
export type KeptForVisits = { cache: BundleCache; storeRests: StoreRests };

export const keptForVisits = (cacheBytes: number): KeptForVisits => ({
  cache: bundleCache(cacheBytes),
  storeRests: storeRests(STORE_REST_MS),
});

export function visitOptionsOfFunction(settings: Settings, grouping: Grouping, kept: KeptForVisits): VisitOptions {
  return visitOptionsOf(settings, {
    grouping,
    ...kept,
    leaseMs: LEASE_MS,
    visitMs: VISIT_MS,
    pagesAVisit: PAGES_A_VISIT,
    skewMs: SKEW_MS,
    inboxItems: INBOX_ITEMS,
  });
}

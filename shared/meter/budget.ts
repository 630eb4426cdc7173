import type { Control } from '../ports/control.ts';
import { billOf } from './bill.ts';
import { usageFromCounts } from './usage.ts';

/** Total limits of a crawl; `null` is no limit. The page limit is enforced separately, by reservations. */
export type Budget = {
  /** Metered cost of paid services, in US dollars. */
  usd: number | null;
  requests: number | null;
  /** Bytes received in response bodies. */
  bytes: number | null;
  /** Days since the crawl was created. */
  days: number | null;
};

type CrawlUsage = Pick<Control, 'counts' | 'createdAt'>;

const DAY_MS = 86_400_000;

/** Returns how much of each limit a crawl has used. */
export function budgetSpent({ counts, createdAt }: CrawlUsage, now: number): Record<keyof Budget, number> {
  return {
    usd: billOf(usageFromCounts(counts)).usd,
    requests: counts['requests'] ?? 0,
    bytes: counts['bytes'] ?? 0,
    days: Math.max(0, now - createdAt) / DAY_MS,
  };
}

/** Returns the first limit that is reached, or `undefined`. @param now epoch milliseconds. */
export function reachedLimit(budget: Budget, control: CrawlUsage, now: number): keyof Budget | undefined {
  const spent = budgetSpent(control, now);
  return LIMITS.find((name) => budget[name] !== null && spent[name] >= budget[name]);
}

const LIMITS = ['usd', 'requests', 'bytes', 'days'] as const;

/** Assumed use per page before the first page. High, so that a small limit is not exceeded at once. */
const ASSUMED_PER_PAGE = { usd: 0.00001, requests: 1, bytes: 100_000 };

/**
 * Returns how many more pages the limits allow at the average use per page so far: 0 if a limit is reached, otherwise at least 1.
 *
 * @param now epoch milliseconds.
 * @param requestsPerPage number of requests that a page may need: pages so far may have needed fewer
 */
export function affordablePages(budget: Budget, control: CrawlUsage, now: number, requestsPerPage = 1): number {
  if (reachedLimit(budget, control, now)) return 0;
  const spent = budgetSpent(control, now);
  const pages = control.counts['pages'] ?? 0;
  const allowed = (['usd', 'requests', 'bytes'] as const).map((name) => {
    const limit = budget[name];
    if (limit === null) return Number.POSITIVE_INFINITY;
    const average = pages > 0 && spent[name] > 0 ? spent[name] / pages : ASSUMED_PER_PAGE[name];
    const perPage = name === 'requests' ? Math.max(average, requestsPerPage) : average;
    return Math.max(1, Math.floor((limit - spent[name]) / perPage));
  });
  return Math.min(...allowed);
}

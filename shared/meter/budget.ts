import type { Control } from '../ports/control.ts';
import { billOf } from './bill.ts';
import { usageFromCounts } from './usage.ts';

/** What a crawl may use in all; null: as much as it takes. Its limit of pages is shared out beforehand, and kept apart. */
export type Budget = {
  /** US dollars of paid services, as the meter counts them. */
  usd: number | null;
  requests: number | null;
  /** Received in bodies. */
  bytes: number | null;
  /** Since the crawl was made. */
  days: number | null;
};

type Spender = Pick<Control, 'counts' | 'createdAt'>;

const DAY_MS = 86_400_000;

/** How much of each a crawl has used. */
export function budgetSpent({ counts, createdAt }: Spender, now: number): Record<keyof Budget, number> {
  return {
    usd: billOf(usageFromCounts(counts)).usd,
    requests: counts['requests'] ?? 0,
    bytes: counts['bytes'] ?? 0,
    days: Math.max(0, now - createdAt) / DAY_MS,
  };
}

/** The first limit that is reached, or undefined. @param now epoch milliseconds. */
export function reachedLimit(budget: Budget, control: Spender, now: number): keyof Budget | undefined {
  const spent = budgetSpent(control, now);
  return LIMITS.find((name) => budget[name] !== null && spent[name] >= budget[name]);
}

const LIMITS = ['usd', 'requests', 'bytes', 'days'] as const;

/** What a page takes before the first one has told: on the dear side, so that a small limit is not passed at once. */
const FIRST_GUESS = { usd: 0.00001, requests: 1, bytes: 100_000 };

/**
 * How many pages the limits allow from now on, by what the pages so far have taken on the average: so many are shared out,
 * and no more. 0 when a limit is reached; at least 1 before.
 *
 * @param now epoch milliseconds.
 */
export function affordablePages(budget: Budget, control: Spender, now: number): number {
  if (reachedLimit(budget, control, now)) return 0;
  const spent = budgetSpent(control, now);
  const pages = control.counts['pages'] ?? 0;
  const allowed = (['usd', 'requests', 'bytes'] as const).map((name) => {
    const limit = budget[name];
    if (limit === null) return Number.POSITIVE_INFINITY;
    const aPage = pages > 0 && spent[name] > 0 ? spent[name] / pages : FIRST_GUESS[name];
    return Math.max(1, Math.floor((limit - spent[name]) / aPage));
  });
  return Math.min(...allowed);
}

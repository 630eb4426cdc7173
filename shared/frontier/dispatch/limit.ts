import { forecastUsd } from '../../meter/bill.ts';
import { type Budget, budgetSpent, reachedLimit } from '../../meter/budget.ts';
import type { Control } from '../../ports/control.ts';

/** Name of a limit that ends a crawl: `limits.pages`, or one of its `budget`. */
export type CrawlLimit = 'pages' | keyof Budget;

export const CRAWL_LIMITS = ['pages', 'usd', 'requests', 'bytes', 'days'] as const satisfies readonly CrawlLimit[];

/** Settings that can end a crawl; null: no such limit. */
export type CrawlLimits = { limits: { pages: number | null }; budget: Budget };

type Spender = Pick<Control, 'counts' | 'createdAt'>;

/** Returns the limit that stops dispatch; undefined if none is reached. @param now epoch milliseconds. */
export function reachedCrawlLimit(
  { limits, budget }: CrawlLimits,
  control: Spender,
  now: number,
): CrawlLimit | undefined {
  const pages = control.counts['pages'] ?? 0;
  if (limits.pages !== null && pages >= limits.pages) return 'pages';
  return reachedLimit(budget, control, now);
}

/** Projects the cost of a crawl at its page limit, in US dollars; undefined without a page limit or before the first page. */
export function projectCost({ limits }: CrawlLimits, control: Spender, now: number): number | undefined {
  return forecastUsd(budgetSpent(control, now).usd, control.counts['pages'] ?? 0, limits.pages);
}

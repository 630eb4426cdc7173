import { forecastUsd } from '../../meter/bill.ts';
import { type Budget, budgetSpent, reachedLimit } from '../../meter/budget.ts';
import type { Control } from '../../ports/control.ts';

/** Which limit of a crawl: `limits.pages`, or one of its `budget`. */
export type CrawlLimit = 'pages' | keyof Budget;

/** What of the settings may end a crawl; null: no such limit. */
export type CrawlLimits = { limits: { pages: number | null }; budget: Budget };

type Spender = Pick<Control, 'counts' | 'createdAt'>;

/** The limit for which dispatch sends nothing any more; undefined: none is reached. @param now epoch milliseconds. */
export function reachedCrawlLimit(
  { limits, budget }: CrawlLimits,
  control: Spender,
  now: number,
): CrawlLimit | undefined {
  const pages = control.counts['pages'] ?? 0;
  if (limits.pages !== null && pages >= limits.pages) return 'pages';
  return reachedLimit(budget, control, now);
}

/** What a crawl will have cost at its limit of pages, in US dollars; undefined without one, and before the first page. */
export function projectCost({ limits }: CrawlLimits, control: Spender, now: number): number | undefined {
  return forecastUsd(budgetSpent(control, now).usd, control.counts['pages'] ?? 0, limits.pages);
}

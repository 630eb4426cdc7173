import { PRICES } from './prices.ts';
import { mergeUsage, serviceOf, sumByUnit, type Usage } from './usage.ts';

export type BillRow = { service: string; unit: string; n: number; usd: number; what: string };

export type Bill = {
  /** Rows by descending cost. Units without a price are omitted. */
  rows: BillRow[];
  byService: Record<string, number>;
  usd: number;
};

/** Computes the cost of usage, counted by operation or by unit. */
export function billOf(usage: Usage): Bill {
  const rows = Object.entries(sumByUnit(usage)).flatMap(([name, n]) => {
    const price = PRICES[name];
    if (!price) return [];
    return [{ service: serviceOf(name), unit: name, n, usd: (n * price.usd) / price.per, what: price.what }];
  });
  rows.sort((a, b) => b.usd - a.usd || (a.unit < b.unit ? -1 : 1));
  const byService: Record<string, number> = {};
  for (const { service, usd } of rows) mergeUsage(byService, { [service]: usd });
  return { rows, byService, usd: rows.reduce((sum, { usd }) => sum + usd, 0) };
}

/** Scales the usage of `pages` pages to `to` pages. Returns no usage if `pages` is 0. */
export function scaleUsage(usage: Usage, pages: number, to: number): Usage {
  if (pages <= 0) return {};
  return Object.fromEntries(Object.entries(usage).map(([name, n]) => [name, (n * to) / pages]));
}

/** Number of pages from which the cost of a page varies little: the first ones pay for the start of functions and small objects. */
const SOUND_SAMPLE = 1_000;

/**
 * Estimates the cost of `to` pages in US dollars from the cost of the pages so far.
 *
 * @returns undefined while the pages are too few: below 1,000, and below a tenth of `to`
 */
export function estimateUsd(to: number, usd: number, pages: number): number | undefined {
  return pages > 0 && pages >= Math.min(SOUND_SAMPLE, to / 10) ? (usd * to) / pages : undefined;
}

/**
 * Forecasts the total cost of a crawl in US dollars.
 *
 * @param budgetPages page limit of the crawl. Without a limit (`null`) there is no forecast.
 */
export function forecastUsd(usd: number, pages: number, budgetPages: number | null): number | undefined {
  return budgetPages === null ? undefined : estimateUsd(Math.max(pages, budgetPages), usd, pages);
}

/** Formats a price with two to six decimals, more for smaller amounts. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : usd >= 0.01 ? 3 : 6)}`;
}

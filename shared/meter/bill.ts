import { PRICES } from './prices.ts';
import { mergeUsage, sumByUnit, serviceOf, type Usage } from './usage.ts';

export type BillRow = { service: string; unit: string; n: number; usd: number; what: string };

export type Bill = {
  /** What costs most comes first. Units without a price are left out. */
  rows: BillRow[];
  byService: Record<string, number>;
  usd: number;
};

/** @param usage by operation or by unit. */
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

/** The same for so many pages as if they had been `pages`; nothing without pages. */
export function scaleUsage(usage: Usage, pages: number, to: number): Usage {
  if (pages <= 0) return {};
  return Object.fromEntries(Object.entries(usage).map(([name, n]) => [name, (n * to) / pages]));
}

/** US dollars for `to` pages, at what the pages so far have cost; undefined before the first one. */
export function estimateUsd(to: number, usd: number, pages: number): number | undefined {
  return pages > 0 ? (usd * to) / pages : undefined;
}

/**
 * What a crawl will have cost when it has fetched all that it may.
 *
 * @param budgetPages its limit of pages; null: there is none, so nothing can be said.
 */
export function forecastUsd(usd: number, pages: number, budgetPages: number | null): number | undefined {
  return budgetPages === null ? undefined : estimateUsd(Math.max(pages, budgetPages), usd, pages);
}

/** `$0.0000`, with as many digits as say something. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : usd >= 0.01 ? 3 : 6)}`;
}

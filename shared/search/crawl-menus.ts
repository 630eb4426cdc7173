import type { FacetName } from '../index/facets.ts';
import type { SearchAnswer, SearchRequest } from './answer.ts';
import type { MenuFilter, Menus } from './menus.ts';

/** Facets that become menus unless the settings list the entries. Hosts, authors and fields have too many values. */
const COUNTED = ['language', 'class'] as const satisfies readonly (MenuFilter & FacetName)[];

/** Maximum number of values of a counted menu. A filter with more of them is no menu. */
const MAX_COUNTED = 25;

/** Time for which counted menus are kept: they need a search of their own. Milliseconds. */
const KEPT_MS = 300_000;

/**
 * Creates a function that finds the menus of a crawl: those that its settings list, and the languages and classes of its pages.
 *
 * @param listed returns the menus that the settings of a crawl list
 * @param now returns the time in epoch milliseconds
 */
export function createCrawlMenus(
  search: (request: SearchRequest) => Promise<SearchAnswer>,
  listed: (crawl: string) => Promise<Menus>,
  now: () => number,
): (crawl: string) => Promise<Menus> {
  const kept = new Map<string, { until: number; menus: Promise<Menus> }>();
  const counted = (crawl: string): Promise<Menus> => {
    const known = kept.get(crawl);
    if (known && now() < known.until) return known.menus;
    const menus = countMenus(crawl, search);
    kept.set(crawl, { until: now() + KEPT_MS, menus });
    // The next page tries again.
    menus.catch(() => kept.delete(crawl));
    return menus;
  };
  return async (crawl) => {
    const [values, own] = await Promise.all([counted(crawl), listed(crawl)]);
    return { ...values, ...own };
  };
}

async function countMenus(crawl: string, search: (request: SearchRequest) => Promise<SearchAnswer>): Promise<Menus> {
  const { facets } = await search({ crawl, q: '', size: 1, facets: COUNTED, facetSize: MAX_COUNTED + 1 });
  const menus: Menus = {};
  for (const name of COUNTED) {
    const values = (facets[name] ?? []).map(({ value }) => value).sort();
    if (values.length > 0 && values.length <= MAX_COUNTED) menus[name] = values.map((value) => ({ value }));
  }
  return menus;
}

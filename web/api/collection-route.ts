import type { Context } from 'hono';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import type { FetchTimes } from '../../shared/ports/search-index.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { COLLECTION_FORMATS } from './search-formats.ts';

/** Answers `/collection`: how many records a crawl has, their values by facet, and when they were fetched. */
export async function collectionRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, COLLECTION_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { crawl } = site;
  if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const { collectionPage, MAX_VALUES } = await import('../pages/collection-page.ts');
  const [{ total: records, facets }, times] = await Promise.all([
    ports.search({ crawl, q: '', size: 1, facets: FACET_NAMES, facetSize: MAX_VALUES }),
    ports.fetchTimes?.(crawl),
  ]);
  if (format === 'html') return c.html(collectionPage(site, { records, facets, times }));
  return respondWith(c, 'json', JSON.stringify({ crawl, records, ...datesOf(times), facets }));
}

function datesOf(times: FetchTimes | undefined) {
  const [firstFetch, lastFetch] = times
    ? [times.first, times.last].map((at) => new Date(at).toISOString())
    : [null, null];
  return { firstFetch, lastFetch, fetches: times?.counts ?? [] };
}

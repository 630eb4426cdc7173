import type { Context } from 'hono';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, searchSite, siteContext } from '../site.ts';
import { invalidParameters } from './problem.ts';
import { FACETS_FORMATS } from './search-formats.ts';
import { parseSearchQuery } from './search-query.ts';

/** Answers `/facets`: how often each value occurs among all hits of a search, without the hits. */
export async function facetsRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports, { several: true });
  const format = formatFor(c, FACETS_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { from: _, size: __, sort: ___, collapse: ____, ...given } = c.req.query();
  const { query, faults } = parseSearchQuery(given);
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const counted = { ...query, facets: query.facets ?? FACET_NAMES, size: 1 };
  const { query: q, total, facets } = await searchSite(site.crawl, counted, ports);
  c.header('x-robots-tag', 'noindex');
  return respondWith(c, format, JSON.stringify({ query: q, total, facets }));
}

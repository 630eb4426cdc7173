import type { Context } from 'hono';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import type { SearchAnswer } from '../../shared/search/answer.ts';
import { MAX_COMBINED } from '../../shared/search/search-crawls.ts';
import { entriesOf, type Listing } from '../formats/entry.ts';
import type { FormatName } from '../formats/formats.ts';
import { findMenus } from '../menus.ts';
import { PAGE_FACET_VALUES } from '../pages/facets.ts';
import type { SiteContext } from '../pages/layout.ts';
import { resultsPage } from '../pages/search-page.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { crawlList, missingCrawl, originOf, searchSite, siteContext } from '../site.ts';
import { changedHref } from './changed-query.ts';
import { logSearch } from './log-search.ts';
import { invalidParameters } from './problem.ts';
import { FEED_FORMATS, FEED_SIZE, SEARCH_FORMATS } from './search-formats.ts';
import { parseSearchQuery, type SearchQuery, searchHref } from './search-query.ts';

/** How long a feed reader need not ask again. Seconds. */
const FEED_MAX_AGE_S = 300;

/** Answers `/search` in the format that the client asks for. A request with `change` is redirected to the changed query. */
export async function searchRoute(c: Context, ports: WebPorts): Promise<Response> {
  const changed = changedHref(c.req.query());
  if (changed !== undefined) return c.redirect(changed);
  return answerSearch(c, ports, SEARCH_FORMATS, parseSearchQuery(c.req.query()), logSearch);
}

/** Answers `/feed`: any search as a feed, the pages that were fetched last first. */
export function feedRoute(c: Context, ports: WebPorts): Promise<Response> {
  const { query, faults } = parseSearchQuery({ ...c.req.query(), size: c.req.query('size')?.trim() || `${FEED_SIZE}` });
  // The order of relevance is that of a search without `sort`.
  const order = c.req.query('sort')?.trim() ? {} : { sort: '-fetched' as const };
  return answerSearch(c, ports, FEED_FORMATS, { query: { ...query, ...order }, faults });
}

async function answerSearch(
  c: Context,
  ports: WebPorts,
  offered: readonly [FormatName, ...FormatName[]],
  { query, faults }: ReturnType<typeof parseSearchQuery>,
  log?: typeof logSearch,
): Promise<Response> {
  const site = await siteContext(c, ports, { several: true });
  const format = formatFor(c, offered);
  if (typeof format === 'object') return respondWithProblem(c, format, site, query);
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site, query);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  if (site.crawl.includes(',') && query.from + query.size > MAX_COMBINED)
    return respondWithProblem(c, invalidParameters([tooDeep(query)]), site, query);
  const facets = format === 'html' ? { facets: FACET_NAMES, facetSize: PAGE_FACET_VALUES } : {};
  const abstracts = format === 'ris' || format === 'bibtex' ? { abstracts: true } : {};
  const [menus, answer] = await Promise.all([
    format === 'html' ? findMenus(site.crawl, ports) : {},
    searchSite(site.crawl, { ...query, ...facets, ...abstracts }, ports),
  ]);
  log?.(ports, site.crawl, query, answer, format);
  c.header('x-robots-tag', 'noindex');
  if (format === 'html') return c.html(resultsPage({ ...site, menus }, query, answer));
  const origin = originOf(c);
  if (answer.next !== null) c.header('link', `<${origin}${nextPath(c, answer.next)}>; rel="next"`);
  return respondWith(
    c,
    format,
    await write(c, format, listingOf(c, origin, { ...site, crawl: site.crawl }, query, answer)),
  );
}

const tooDeep = ({ size }: SearchQuery) => ({
  parameter: 'from',
  detail: `must be a whole number from 0 to ${MAX_COMBINED - size}`,
});

/** Writes a listing in a format. Each format but JSON is loaded on first use, because few searches ask for one. */
async function write(c: Context, format: Exclude<FormatName, 'html'>, listing: Listing): Promise<string> {
  switch (format) {
    case 'json':
      return JSON.stringify({ ...listing.answer, hits: listing.entries });
    case 'csv':
      c.header('content-disposition', 'attachment; filename="search.csv"');
      return (await import('../formats/csv.ts')).csv(listing);
    case 'ris':
      c.header('content-disposition', 'attachment; filename="search.ris"');
      return (await import('../formats/ris.ts')).ris(listing);
    case 'bibtex':
      c.header('content-disposition', 'attachment; filename="search.bib"');
      return (await import('../formats/bibtex.ts')).bibtex(listing);
    case 'rss':
    case 'atom':
      c.header('cache-control', `max-age=${FEED_MAX_AGE_S}`);
      return format === 'rss'
        ? (await import('../formats/rss.ts')).rss(listing)
        : (await import('../formats/atom.ts')).atom(listing);
  }
}

function listingOf(
  c: Context,
  origin: string,
  { crawl, brand }: SiteContext & { crawl: string },
  query: SearchQuery,
  answer: SearchAnswer,
): Listing {
  const { pathname, search } = new URL(c.req.url);
  return {
    answer,
    entries: entriesOf(answer, origin, crawl),
    site: brand.name,
    title: `${query.q === '' ? 'Newest pages' : query.q} – ${crawl} – ${brand.name}`,
    links: {
      self: `${origin}${pathname}${search}`,
      page: `${origin}${searchHref(crawl, query)}`,
      description: `${origin}/opensearch.xml?${new URLSearchParams({ crawl: crawlList(crawl)[0]! })}`,
    },
    size: query.size,
  };
}

/** Returns path and parameters of the request with another `from`. */
function nextPath(c: Context, from: number): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('from', `${from}`);
  return `${pathname}?${searchParams}`;
}

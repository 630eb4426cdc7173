import type { Context, MiddlewareHandler } from 'hono';
import type { SearchRequest } from '../shared/search/answer.ts';
import { MAX_CRAWLS, searchCrawls } from '../shared/search/search-crawls.ts';
import { noSuchCrawl, nothingCrawled, type Problem } from './api/problem.ts';
import { DEFAULT_BRAND } from './brand.ts';
import { requestLocale } from './language/choose-language.ts';
import type { SiteContext } from './pages/layout.ts';
import type { WebPorts } from './ports.ts';

/**
 * Returns the public crawls, the requested one, if it is public (default: the first), and the language of the pages.
 *
 * @param options.several the request may name several crawls, joined by commas
 * @param options.otherwise the crawl of a request that names none. Default: the first
 */
export async function siteContext(
  c: Context,
  ports: Pick<WebPorts, 'crawls' | 'language' | 'brand'>,
  { several = false, otherwise }: { several?: boolean; otherwise?: string | undefined } = {},
): Promise<SiteContext> {
  const [crawls, page] = await Promise.all([ports.crawls(), pageContext(c, ports)]);
  const crawl = namedCrawls(c).join(',') || (otherwise ?? crawls[0]);
  const isKnown = crawl !== undefined && (crawls.includes(crawl) || (several && isCrawlList(crawl, crawls)));
  return isKnown ? { ...page, crawls, crawl } : { ...page, crawls };
}

/** Returns the crawls that a request names. `['']`: none. */
export const namedCrawls = (c: Context): string[] => crawlList(c.req.query('crawl') ?? '');

type Presentation = Pick<WebPorts, 'language' | 'brand'>;

/** Name of the variable of a request that has its `Presentation`. */
const PRESENTATION = 'presentation';

/** Sets language and brand of the pages with which guards refuse a request: guards have no ports. */
export function presentPages(presentation: Presentation): MiddlewareHandler {
  return (c, next) => {
    c.set(PRESENTATION, presentation);
    return next();
  };
}

/**
 * What a page knows that needs no crawl.
 *
 * @param presentation default: that of `presentPages`
 */
export async function pageContext(
  c: Context,
  presentation: Presentation = (c.get(PRESENTATION) as Presentation | undefined) ?? {},
): Promise<Pick<SiteContext, 'locale' | 'brand' | 'here'>> {
  const { language, brand = DEFAULT_BRAND } = presentation;
  const { pathname, search } = new URL(c.req.url);
  return { locale: await requestLocale(c, language), brand, here: `${pathname}${search}` };
}

/** Whether a text names public crawls, joined by commas: `plants,moss`. */
export function isCrawlList(text: string, crawls: readonly string[]): boolean {
  const names = crawlList(text);
  return (
    names.length <= MAX_CRAWLS && new Set(names).size === names.length && names.every((one) => crawls.includes(one))
  );
}

/** Returns the crawls that a value of `crawl` names. */
export const crawlList = (text: string): string[] => text.split(',').map((name) => name.trim());

/** Searches the crawls of a site context: one, or several together. */
export function searchSite(crawl: string, query: Omit<SearchRequest, 'crawl'>, ports: Pick<WebPorts, 'search'>) {
  const crawls = crawlList(crawl);
  return crawls.length === 1 ? ports.search({ ...query, crawl }) : searchCrawls(crawls, query, ports.search);
}

/** Returns why no crawl is shown. */
export function missingCrawl({ crawls, here }: SiteContext): Problem {
  if (crawls.length === 0) return nothingCrawled;
  const named = crawlList(new URL(here, 'http://localhost').searchParams.get('crawl') ?? '');
  return noSuchCrawl(named.filter((one) => one !== '' && !crawls.includes(one)));
}

/**
 * Returns scheme and host of the server as the client sees it, such as `https://search.example.org`. A reverse proxy that
 * terminates TLS says so in `X-Forwarded-Proto`.
 */
export function requestOrigin({ url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const { protocol, host } = new URL(url);
  return `${headers.get('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`;
}

/** Returns the origin under which the client sees this server, for absolute links. */
export const originOf = (c: Context): string => requestOrigin(c.req.raw);

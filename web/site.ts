import type { Context } from 'hono';
import { noSuchCrawl, nothingCrawled, type Problem } from './api/problem.ts';
import type { SiteContext } from './pages/layout.ts';
import type { WebPorts } from './ports.ts';

/** Returns the public crawls and the requested one, if it is public. Default: the first. */
export async function siteContext(c: Context, { crawls: list }: Pick<WebPorts, 'crawls'>): Promise<SiteContext> {
  const crawls = await list();
  const crawl = c.req.query('crawl')?.trim() || crawls[0];
  return crawl !== undefined && crawls.includes(crawl) ? { crawls, crawl } : { crawls };
}

export const missingCrawl = (site: SiteContext): Problem => (site.crawls.length === 0 ? nothingCrawled : noSuchCrawl);

/**
 * Returns scheme and host of the server as the client sees it, such as `https://search.example.org`. A reverse proxy that
 * terminates TLS says so in `X-Forwarded-Proto`.
 */
export function requestOrigin({ url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const { protocol, host } = new URL(url);
  return `${headers.get('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`;
}

export const originOf = (c: Context): string => requestOrigin(c.req.raw);

import type { Reason } from '../../url/reason.ts';
import { readSitemap, type SitemapFile, type SitemapRef, type SitemapUrl } from './sitemap.ts';

/** A line of `thresher sitemap --jsonl`. */
export type SitemapQuery = SitemapFile & { id: unknown };

export type SitemapResult = {
  id: unknown;
  urls: SitemapUrl[];
  sitemaps: string[];
  /** Why it was not read, or not to its end. */
  reason?: Reason;
};

export function evaluateSitemapQuery({ id, ...file }: SitemapQuery): SitemapResult {
  const { urls, sitemaps, reason } = collectSitemap(file);
  return { id, urls, sitemaps: sitemaps.map(({ url }) => url), ...(reason ? { reason } : {}) };
}

/** All of a sitemap at once, for who can hold fifty thousand addresses. */
export function collectSitemap(file: SitemapFile): {
  urls: SitemapUrl[];
  sitemaps: SitemapRef[];
  reason: Reason | undefined;
} {
  const urls: SitemapUrl[] = [];
  const sitemaps: SitemapRef[] = [];
  const reason = readSitemap(file, { url: (found) => urls.push(found), sitemap: (found) => sitemaps.push(found) });
  return { urls, sitemaps, reason };
}

import type { Reason } from '../../url/reason.ts';
import { readSitemap } from './sitemap.ts';
import type { SitemapFile, SitemapRef, SitemapUrl } from './sitemap-types.ts';

/** An input line of `thresher sitemap --jsonl`. */
export type SitemapQuery = SitemapFile & { id: unknown };

/** An output line of `thresher sitemap --jsonl`. */
export type SitemapResult = {
  id: unknown;
  urls: SitemapUrl[];
  sitemaps: string[];
  /** Why the file was not read completely. Absent if it was. */
  reason?: Reason;
};

/** Reads one file and lists its URLs and sitemaps. Follows none of them. */
export function evaluateSitemapQuery({ id, ...file }: SitemapQuery): SitemapResult {
  const { urls, sitemaps, reason } = collectSitemap(file);
  return { id, urls, sitemaps: sitemaps.map(({ url }) => url), ...(reason ? { reason } : {}) };
}

/** Reads a sitemap into arrays of up to fifty thousand entries. */
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

import type { SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { resolveSitemapUrl } from '../robots/sitemap/sitemap-url.ts';
import { toIsoDate } from '../text/iso-date.ts';

/**
 * Reads the items of a JSON Feed (https://www.jsonfeed.org/version/1.1/), and its next page as another list.
 *
 * @returns false if the text is not a JSON Feed.
 */
export function readJsonFeed(url: string, text: string, sink: SitemapSink): boolean {
  const feed = parseObject(text);
  if (!Array.isArray(feed?.['items'])) return false;
  for (const item of feed['items'] as unknown[]) {
    const itemUrl = urlOfItem(item, url);
    if (itemUrl === undefined) continue;
    const { date_modified, date_published } = item as Record<string, unknown>;
    const lastModified = toIsoDate(String(date_modified ?? date_published ?? ''));
    sink.url({ url: itemUrl, ...(lastModified && { lastModified }) });
  }
  const next = typeof feed['next_url'] === 'string' ? resolveSitemapUrl(feed['next_url'], url) : undefined;
  if (next !== undefined && next !== url) sink.sitemap({ url: next });
  return true;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the page of an item, otherwise the external page, otherwise its id if that is a URL. */
function urlOfItem(item: unknown, base: string): string | undefined {
  if (item === null || typeof item !== 'object') return undefined;
  const { url, external_url, id } = item as Record<string, unknown>;
  for (const candidate of [url, external_url]) {
    const resolved = typeof candidate === 'string' ? resolveSitemapUrl(candidate, base) : undefined;
    if (resolved !== undefined) return resolved;
  }
  return typeof id === 'string' ? resolveSitemapUrl(id, undefined) : undefined;
}

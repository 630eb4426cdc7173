import type { SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { resolveSitemapUrl } from '../robots/sitemap/sitemap-url.ts';
import { toIsoDate } from '../text/iso-date.ts';

/** JSON Feed (https://www.jsonfeed.org/version/1.1/): its items, and the next part of the feed as a list of its own. */
export function readJsonFeed(url: string, text: string, sink: SitemapSink): boolean {
  const feed = objectOf(text);
  if (!Array.isArray(feed?.['items'])) return false;
  for (const item of feed['items'] as unknown[]) {
    const address = addressOf(item, url);
    if (address === undefined) continue;
    const { date_modified, date_published } = item as Record<string, unknown>;
    const lastModified = toIsoDate(String(date_modified ?? date_published ?? ''));
    sink.url({ url: address, ...(lastModified && { lastModified }) });
  }
  const next = typeof feed['next_url'] === 'string' ? resolveSitemapUrl(feed['next_url'], url) : undefined;
  if (next !== undefined && next !== url) sink.sitemap({ url: next });
  return true;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The item's own page; what it only points at is the page where it has none. Identifiers are addresses often enough. */
function addressOf(item: unknown, base: string): string | undefined {
  if (item === null || typeof item !== 'object') return undefined;
  const { url, external_url, id } = item as Record<string, unknown>;
  for (const said of [url, external_url]) {
    const address = typeof said === 'string' ? resolveSitemapUrl(said, base) : undefined;
    if (address !== undefined) return address;
  }
  return typeof id === 'string' ? resolveSitemapUrl(id, undefined) : undefined;
}

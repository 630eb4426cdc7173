/**
 * Whatever lists addresses: sitemaps of every kind, RSS, Atom, JSON Feed, OPML. Which one it is its first signs tell.
 */
import { readSitemap, SITEMAP_LIMITS } from '../robots/sitemap/sitemap.ts';
import type { SitemapFile, SitemapLimits, SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { unpackGzip } from '../robots/sitemap/unpack.ts';
import type { Reason } from '../url/reason.ts';
import { readJsonFeed } from './json-feed.ts';
import { opmlReader } from './opml.ts';

const BEGINNING = 2_048;

/** @returns why it was not read, or not to its end; undefined: read whole. Never throws for what it is given to read. */
export function readList(
  file: SitemapFile,
  sink: SitemapSink,
  limits: SitemapLimits = SITEMAP_LIMITS,
): Reason | undefined {
  const { bytes, reason } = unpackGzip(file.body, limits.maxBytes);
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING)).trimStart();
  if (beginning.startsWith('{')) {
    const isFeed = readJsonFeed(file.url, new TextDecoder().decode(bytes), sink);
    return isFeed ? reason : (reason ?? 'not-a-sitemap');
  }
  if (!/<opml[\s>]/i.test(beginning)) return readSitemap({ ...file, body: bytes }, sink, limits) ?? reason;
  const reader = opmlReader({
    seed: ({ url, kind }) => (kind ? sink.sitemap({ url }) : sink.url({ url })),
    fault: () => undefined,
  });
  reader.write(bytes);
  reader.end();
  return reason;
}

const ROOT = /^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<\?[^>]*>|\s)*<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]/i;

/** Whether a page is a sitemap by its first signs, whoever led to it. */
export function looksLikeSitemap(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return false;
  return ROOT.test(new TextDecoder().decode(bytes.subarray(0, BEGINNING)).replace(/^\ufeff/, ''));
}

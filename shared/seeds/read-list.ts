/** Reads lists of URLs: sitemaps of every kind, RSS, Atom, JSON Feed and OPML. The first characters decide the format. */
import { readSitemap, SITEMAP_LIMITS } from '../robots/sitemap/sitemap.ts';
import type { SitemapFile, SitemapLimits, SitemapSink } from '../robots/sitemap/sitemap-types.ts';
import { unpackGzip } from '../robots/sitemap/unpack.ts';
import type { Reason } from '../url/reason.ts';
import { readJsonFeed } from './json-feed.ts';
import { exceedsJsonLimits } from './json-limits.ts';
import { opmlReader } from './opml.ts';

/** Number of bytes at the start of a file that decide its format. */
const SNIFFED_BYTES = 2_048;

/** @returns why the file was not read completely, or `undefined` if it was. Never throws because of the content. */
export function readList(
  file: SitemapFile,
  sink: SitemapSink,
  limits: SitemapLimits = SITEMAP_LIMITS,
): Reason | undefined {
  const { bytes, reason } = unpackGzip(file.body, limits.maxBytes);
  const start = new TextDecoder().decode(bytes.subarray(0, SNIFFED_BYTES)).trimStart();
  if (start.startsWith('{')) {
    const text = new TextDecoder().decode(bytes);
    if (exceedsJsonLimits(text)) return 'too-large';
    const isFeed = readJsonFeed(file.url, text, sink);
    return isFeed ? reason : (reason ?? 'not-a-sitemap');
  }
  if (!/<opml[\s>]/i.test(start)) return readSitemap({ ...file, body: bytes }, sink, limits) ?? reason;
  const reader = opmlReader({
    seed: ({ url, kind }) => (kind ? sink.sitemap({ url }) : sink.url({ url })),
    fault: () => undefined,
  });
  reader.write(bytes);
  reader.end();
  return reason;
}

import type { SeedSetting, SeedSource } from '../seeds.ts';

const HTTP_URL = /^https?:\/\//i;

/**
 * @returns the URL of a sitemap, feed or OPML list on the web, or `undefined` for other entries. The crawl fetches these lists
 * itself, like any page.
 */
export function webListUrl(seed: SeedSetting): string | undefined {
  if (typeof seed === 'string') return undefined;
  const location = 'sitemap' in seed ? seed.sitemap : 'feed' in seed ? seed.feed : 'opml' in seed ? seed.opml : '';
  return HTTP_URL.test(location) ? location : undefined;
}

/** Tells whether seeds have to be gathered from this entry before the crawl can start. */
export function isSeedSource(seed: SeedSetting): seed is SeedSource {
  return typeof seed !== 'string' && !('url' in seed) && !('gathered' in seed) && webListUrl(seed) === undefined;
}

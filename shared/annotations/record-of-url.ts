import type { SearchIndex } from '../ports/search-index.ts';

/** Returns the id of the record with a URL, as it is given or in its normal form; undefined if the crawl has no such page. */
export async function recordOfUrl(
  crawl: string,
  url: string,
  index: Pick<SearchIndex, 'findByUrl'>,
): Promise<string | undefined> {
  const normal = URL.parse(url)?.href;
  const found =
    (await index.findByUrl(crawl, url)) ?? (normal === undefined ? undefined : await index.findByUrl(crawl, normal));
  return found?.id;
}

import type { SearchIndex } from '../../ports/search-index.ts';
import type { Url } from '../../url/url.ts';

/** How many known pages on topic a crawl has found. Their share estimates its recall. */
export type TargetRecall = {
  targets: number;
  found: number;
  /** Targets without a record, in the order of the settings. As many as a report lists. */
  missing: Url[];
};

/**
 * Counts the targets that have a record.
 *
 * @param targets at most 5,000
 * @param listed maximum length of `missing`
 */
export async function targetRecall(
  crawl: string,
  targets: readonly Url[],
  index: Pick<SearchIndex, 'idsOfUrls'>,
  listed: number,
): Promise<TargetRecall> {
  const found = await index.idsOfUrls(crawl, targets);
  const missing = targets.filter((url) => !found.has(url));
  return { targets: targets.length, found: targets.length - missing.length, missing: missing.slice(0, listed) };
}

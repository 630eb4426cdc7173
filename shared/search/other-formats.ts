import type { SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { stemOf } from '../url/stem.ts';

/** Of each address so many at most. */
const MOST = 10;

/**
 * The same documents in other formats: records whose addresses differ in the extension alone.
 *
 * @param isShown records that may be told of.
 * @returns a function from an address of `urls` to those of the others, in alphabetical order.
 */
export async function otherFormats(
  crawl: string,
  urls: readonly string[],
  index: Pick<SearchIndex, 'search'>,
  isShown: (record: SearchRecord) => boolean = () => true,
): Promise<(url: string) => string[]> {
  const stems = [...new Set(urls.flatMap((url) => stemOf(url) ?? []))];
  if (stems.length === 0) return () => [];
  const size = stems.length * MOST;
  const { hits } = await index.search(crawl, { words: [], filters: {}, stems, from: 0, size });
  const found = hits.flatMap(({ record }) => (isShown(record) ? [record.url] : []));
  const byStem = Map.groupBy(found, stemOf);
  return (url) => {
    const stem = stemOf(url);
    const same = stem === undefined ? [] : (byStem.get(stem) ?? []);
    return same.filter((other) => other !== url).sort();
  };
}

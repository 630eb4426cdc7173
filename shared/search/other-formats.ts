import type { SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { stemOf } from '../url/stem.ts';

/** Maximum number of other formats per URL. */
const MAX_FORMATS = 10;

/**
 * Finds the same documents in other formats: records whose URLs differ only in the extension.
 *
 * @param isShown whether a record may be shown
 * @returns a function that maps one of `urls` to the URLs of its other formats, in alphabetical order
 */
export async function findOtherFormats(
  crawl: string,
  urls: readonly string[],
  index: Pick<SearchIndex, 'search'>,
  isShown: (record: SearchRecord) => boolean = () => true,
): Promise<(url: string) => string[]> {
  const stems = [...new Set(urls.flatMap((url) => stemOf(url) ?? []))];
  if (stems.length === 0) return () => [];
  const size = stems.length * MAX_FORMATS;
  const { hits } = await index.search(crawl, { words: [], filters: {}, stems, from: 0, size });
  const found = hits.flatMap(({ record }) => (isShown(record) ? [record.url] : []));
  const byStem = Map.groupBy(found, stemOf);
  return (url) => {
    const stem = stemOf(url);
    const same = stem === undefined ? [] : (byStem.get(stem) ?? []);
    return same.filter((other) => other !== url).sort();
  };
}

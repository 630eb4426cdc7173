import type { SearchIndex } from '../ports/search-index.ts';

/** Records that are read at a time. */
const IDS_AT_ONCE = 1_000;

/** Returns the URLs of those records that the index has, by id. */
export async function urlsOfRecords(
  crawl: string,
  ids: readonly string[],
  index: Pick<SearchIndex, 'search'>,
): Promise<Map<string, Readonly<Record<string, number>>>> {
  const urls = new Map<string, Readonly<Record<string, number>>>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const part = ids.slice(from, from + IDS_AT_ONCE);
    const query = { words: [], filters: {}, ids: part, withoutText: true, from: 0, size: part.length };
    for (const { record } of (await index.search(crawl, query)).hits) urls.set(record.id, record.urls);
  }
  return urls;
}

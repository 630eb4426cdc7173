import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import { type SimilarPage, similarPages } from '../../shared/search/similar-pages.ts';
import type { Stores } from '../run/wiring.ts';
import { createCrawlSearch, createCrawlSuggest } from '../search-crawl.ts';

/** Methods of the index that answer with one message. */
const INDEX_CALLS = ['get', 'count', 'statistics', 'titleWords', 'countMatches'] as const;
type IndexCalls = Pick<SearchIndex, (typeof INDEX_CALLS)[number]>;

/**
 * What a search thread runs: everything behind `thresher serve` that reads the index. Arguments and results are plain data, because they are
 * posted between threads.
 */
export type SearchCalls = IndexCalls & {
  search: ReturnType<typeof createCrawlSearch>;
  suggest: ReturnType<typeof createCrawlSuggest>;
  similar(crawl: string, record: SearchRecord, size: number): Promise<SimilarPage[]>;
  searchIndex: SearchIndex['search'];
};

export const CALL_NAMES: readonly (keyof SearchCalls)[] = [
  ...INDEX_CALLS,
  ...(['search', 'suggest', 'similar', 'searchIndex'] as const),
];

export function searchCalls(stores: Stores): SearchCalls {
  const { index } = stores;
  return {
    ...(Object.fromEntries(INDEX_CALLS.map((name) => [name, index[name]])) as IndexCalls),
    search: createCrawlSearch(stores),
    suggest: createCrawlSuggest(stores),
    similar: (crawl, record, size) => similarPages(crawl, record, index, { size, nowMs: Date.now() }),
    searchIndex: index.search,
  };
}

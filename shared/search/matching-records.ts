import type { SearchIndex } from '../ports/search-index.ts';
import type { IgnoredOperator } from '../query/compile/resolved-query.ts';
import type { SearchRequest } from './answer.ts';
import { expandSimilarWords } from './expand-similar-words.ts';
import { type SearchOptions, toIndexQuery } from './search.ts';

/** Returns which of the records match. At most 1,000 ids. */
export type MatchRecords = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Prepares a query in the web syntax that is sent for some records at a time, so that no list of all matching records is in memory.
 *
 * @param request `q` and filters by their names, which override those in `q`
 * @param options languages of queries that name none, grammars of mapped fields, and synonyms
 * @param onLimited called once for each pattern that stands for more words than are searched for: some records are not found by it
 */
export async function recordMatcher(
  crawl: string,
  request: Pick<SearchRequest, 'q' | 'changed'>,
  index: SearchIndex,
  options: Pick<SearchOptions, 'languages' | 'grammars' | 'synonyms'>,
  onLimited: (pattern: IgnoredOperator) => void,
): Promise<MatchRecords> {
  const { query, limited } = await expandSimilarWords(crawl, toIndexQuery({ crawl, ...request }, options), index);
  for (const pattern of limited) onLimited(pattern);
  const met = new Set<string>();
  return async (ids) => {
    const ofPart = { ...query, ids, withoutText: true, from: 0, size: ids.length };
    const { hits, limited: patterns = [] } = await index.search(crawl, ofPart);
    for (const operator of patterns.filter((one) => !met.has(one))) {
      met.add(operator);
      onLimited({ operator, detail: 'it matches too many words, so only some of them are searched for' });
    }
    return new Set(hits.map(({ record }) => record.id));
  };
}

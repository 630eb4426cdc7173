import type { Client } from '@opensearch-project/opensearch';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Analyze } from '../../text/analysis/analyze.ts';
import { checkSearchPrefix, searchAlias } from '../../text/search-names.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { asUnavailable } from './opensearch-errors.ts';
import { facetAggregations, facetCountsOf } from './opensearch-fields.ts';
import { recordCalls } from './opensearch-record-calls.ts';
import { indexHitsOf, LIVE, RECORD_SOURCE, sendCollapsed, sendSearch } from './opensearch-requests.ts';
import { searchBody } from './opensearch-search-body.ts';
import { ensureWritable } from './opensearch-setup.ts';
import { similarWordsOf } from './opensearch-similar-words.ts';
import { statisticsCalls } from './opensearch-statistics-calls.ts';
import { sendSimilarWords } from './opensearch-text-versions.ts';
import { titleWordsBody, titleWordsOf } from './opensearch-vocabulary.ts';

/**
 * The search index in OpenSearch: one index per crawl behind an alias (`text/search-names.ts`). The first write creates both.
 * It never refreshes, reads back a write or updates by query, because OpenSearch Serverless supports none of these.
 *
 * @param analyze returns the words of a text, joined by blanks (`text/analysis/analyze.ts`). Words of queries must come from the
 * same analysis.
 * @param now the time in epoch milliseconds, which changes of records get
 */
export function openSearchIndex(
  client: Client,
  prefix: string,
  analyze: Analyze,
  now: () => number = Date.now,
): SearchIndex {
  checkSearchPrefix(prefix);
  const aliasOf = (crawl: string) => searchAlias(prefix, crawl);
  const ensured = new Map<string, Promise<void>>();

  /** Creates the index of a crawl if it does not exist; checked once per crawl and process. */
  const ensureOnce = (crawl: string): Promise<void> => {
    const creation = ensured.get(crawl) ?? ensureWritable(client, prefix, crawl);
    ensured.set(crawl, creation);
    return creation;
  };

  return {
    ...recordCalls(client, aliasOf),
    ...statisticsCalls(client, aliasOf),

    async write(crawl, changes) {
      if (changes.length === 0) return;
      try {
        await ensureOnce(crawl);
        await writeBulk(client, aliasOf(crawl), changes, analyze, { now });
      } catch (error) {
        // The index may have been deleted: the next write checks again.
        ensured.delete(crawl);
        throw asUnavailable(error);
      }
    },

    async search(crawl, query) {
      const { from, size, near, stems, withoutText, facets, collapse } = query;
      const source = near || stems || withoutText ? { _source: RECORD_SOURCE.filter((field) => field !== 'text') } : {};
      const counted = facets ? { aggs: facetAggregations(facets) } : {};
      const body = { ...searchBody(query), ...source, ...counted, from, size };
      const { hits, aggregations, notCollapsed } = collapse
        ? await sendCollapsed(client, aliasOf(crawl), body, collapse)
        : await sendSearch(client, aliasOf(crawl), body);
      return {
        ...indexHitsOf(hits),
        ...(notCollapsed && { notCollapsed }),
        ...(facets && { facets: facetCountsOf(aggregations ?? {}) }),
      };
    },

    async titleWords(crawl, query, size) {
      const { aggregations } = await sendSearch(client, aliasOf(crawl), titleWordsBody(query, size, LIVE));
      return titleWordsOf(aggregations ?? {}, query, size);
    },

    async similarWords(crawl, query, limit) {
      // Without edits there is nothing to ask for, and the suggester refuses it.
      if (query.words.length === 0 || query.maxEdits === 0) return [];
      const { suggest = {} } = await sendSimilarWords(client, aliasOf(crawl), query, limit);
      return similarWordsOf(suggest, query, limit);
    },
  };
}

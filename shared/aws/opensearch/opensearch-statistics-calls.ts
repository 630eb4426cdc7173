import type { Client } from '@opensearch-project/opensearch';
import type { SearchIndex } from '../../ports/search-index.ts';
import { wordQuery } from '../../query/compile/opensearch.ts';
import { timeRanges } from '../../text/time-ranges.ts';
import { type Ends, endsBody, rangeCountsBody } from './opensearch-fetch-times.ts';
import { facetAggregations, facetCountsOf } from './opensearch-fields.ts';
import { LIVE, searchHits, sendSearch } from './opensearch-requests.ts';
import { findLackingTexts, hasOldWords, lacksField } from './opensearch-text-versions.ts';
import { countMatchesBody, matchCountsOf } from './opensearch-vocabulary.ts';

type StatisticsCalls = Pick<
  SearchIndex,
  'count' | 'statistics' | 'countMatches' | 'languages' | 'fetchTimes' | 'lacksValues' | 'lackingTexts' | 'hasOldWords'
>;

/** Maximum number of languages that are read: more than there are codes of two letters. */
const MAX_LANGUAGES = 1_000;

/** Calls of the index that count records, or say what it lacks. @param aliasOf returns the alias of a crawl's index */
export const statisticsCalls = (client: Client, aliasOf: (crawl: string) => string): StatisticsCalls => ({
  async lacksValues(crawl, field) {
    // Most records have no licence, so only the index tells whether it has the field.
    if (field === 'licence') return lacksField(client, aliasOf(crawl), field);
    const { total } = await searchHits(client, aliasOf(crawl), {
      query: { bool: { filter: [LIVE], must_not: [{ exists: { field } }] } },
      size: 0,
      track_total_hits: 1,
    });
    return total.value > 0;
  },

  lackingTexts: (crawl) => findLackingTexts(client, aliasOf(crawl)),

  hasOldWords: (crawl) => hasOldWords(client, aliasOf(crawl)),

  async languages(crawl) {
    const { aggregations = {} } = await sendSearch(client, aliasOf(crawl), {
      query: { bool: { filter: [LIVE] } },
      size: 0,
      aggs: facetAggregations({ names: ['language'], size: MAX_LANGUAGES }),
    });
    return (facetCountsOf(aggregations).language ?? []).map(({ value }) => value);
  },

  async statistics(crawl, words) {
    const different = [...new Set(words)];
    const filters = different.map(wordQuery);
    const { hits, aggregations } = await sendSearch(client, aliasOf(crawl), {
      query: { bool: { filter: [LIVE] } },
      size: 0,
      ...(filters.length > 0 && { aggs: { words: { filters: { filters } } } }),
    });
    const buckets = aggregations?.['words']?.buckets ?? [];
    const counts = different.map((word, i) => [word, buckets[i]?.doc_count ?? 0] as const);
    return { documents: hits.total.value, matching: new Map(counts) };
  },

  async count(crawl) {
    const { total } = await searchHits(client, aliasOf(crawl), { query: { bool: { filter: [LIVE] } }, size: 0 });
    return total.value;
  },

  async fetchTimes(crawl, parts) {
    const ends = await sendSearch(client, aliasOf(crawl), endsBody(LIVE));
    const { first, last } = (ends.aggregations ?? {}) as Ends;
    if (typeof first?.value !== 'number' || typeof last?.value !== 'number') return undefined;
    const ranges = timeRanges(first.value, last.value, parts);
    const { aggregations } = await sendSearch(client, aliasOf(crawl), rangeCountsBody(ranges, LIVE));
    const buckets = aggregations?.['times']?.buckets ?? [];
    return { first: first.value, last: last.value, counts: ranges.map((_, i) => buckets[i]?.doc_count ?? 0) };
  },

  async countMatches(crawl, words, limit) {
    if (words.length === 0) return [];
    const { aggregations } = await sendSearch(client, aliasOf(crawl), countMatchesBody(words, LIVE));
    return words.map((_, i) => matchCountsOf(aggregations ?? {}, limit)[i] ?? 0);
  },
});

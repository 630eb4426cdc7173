import type { Client } from '@opensearch-project/opensearch';
import type { SearchIndex } from '../../ports/search-index.ts';
import { wordQuery } from '../../query/compile/opensearch.ts';
import { checkSearchPrefix, searchAlias } from '../../text/search-names.ts';
import { timeRanges } from '../../text/time-ranges.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { changedBody, changedOf } from './opensearch-changes.ts';
import { recordOf } from './opensearch-document.ts';
import { asUnavailable } from './opensearch-errors.ts';
import { type Ends, endsBody, rangeCountsBody } from './opensearch-fetch-times.ts';
import { facetAggregations, facetCountsOf } from './opensearch-fields.ts';
import {
  everyRecord,
  indexHitsOf,
  LIVE,
  RECORD_SOURCE,
  searchHits,
  sendCollapsed,
  sendSearch,
} from './opensearch-requests.ts';
import { searchBody } from './opensearch-search-body.ts';
import { ensureWritable } from './opensearch-setup.ts';
import { similarWordsOf } from './opensearch-similar-words.ts';
import { findLackingTexts, sendSimilarWords } from './opensearch-text-versions.ts';
import { countMatchesBody, matchCountsOf, titleWordsBody, titleWordsOf } from './opensearch-vocabulary.ts';

/** The field of the filter `changed`. */
const FETCHED_DAY = 'fetchedDay';

/** Maximum number of records of one URL that are compared. */
const RECORDS_OF_A_URL = 10;

/** Number of URLs whose records are looked for at a time: a response has at most 10,000 hits. */
const URLS_AT_ONCE = 500;

/** Maximum number of languages that are read: more than there are codes of two letters. */
const MAX_LANGUAGES = 1_000;

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
  analyze: (text: string, language: string) => string,
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

    async lacksFetchDays(crawl) {
      const { total } = await searchHits(client, aliasOf(crawl), {
        query: { bool: { filter: [LIVE], must_not: [{ exists: { field: FETCHED_DAY } }] } },
        size: 0,
        track_total_hits: 1,
      });
      return total.value > 0;
    },

    lackingTexts: (crawl) => findLackingTexts(client, aliasOf(crawl)),

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

    async get(crawl, id) {
      const { hits } = await searchHits(client, aliasOf(crawl), {
        query: { bool: { filter: [LIVE, { term: { id } }] } },
        size: 1,
      });
      return hits[0] && recordOf(hits[0]._source);
    },

    async findByUrl(crawl, url) {
      // A changed page is in two records until the change of the earlier one is written.
      const query = { bool: { filter: [LIVE, { term: { urlList: url } }] } };
      const { hits } = indexHitsOf(await searchHits(client, aliasOf(crawl), { query, size: RECORDS_OF_A_URL }));
      return hits.map(({ record }) => record).sort((a, b) => (b.urls[url] ?? 0) - (a.urls[url] ?? 0))[0];
    },

    async idsOfUrls(crawl, urls) {
      const found = new Map<string, { id: string; at: number }>();
      for (let from = 0; from < urls.length; from += URLS_AT_ONCE) {
        const part = new Set(urls.slice(from, from + URLS_AT_ONCE));
        const query = { bool: { filter: [LIVE, { terms: { urlList: [...part] } }] } };
        const asked = {
          query,
          size: URLS_AT_ONCE * RECORDS_OF_A_URL,
          _source: RECORD_SOURCE.filter((field) => field !== 'text'),
        };
        for (const { record } of indexHitsOf(await searchHits(client, aliasOf(crawl), asked)).hits)
          for (const [url, at] of Object.entries(record.urls))
            if (part.has(url) && at >= (found.get(url)?.at ?? 0)) found.set(url, { id: record.id, at });
      }
      return new Map(Array.from(found, ([url, { id }]) => [url, id]));
    },

    async leftAt(crawl, id, url) {
      // Also records that are not live: those keep only the URLs that left.
      const query = { bool: { filter: [{ term: { id } }] } };
      const { hits } = await searchHits(client, aliasOf(crawl), { query, size: 1, _source: ['urls'] });
      const entry = hits[0]?._source.urls[url];
      return entry && !entry.live ? entry.at : undefined;
    },

    async changedRecords(crawl, query) {
      const { hits } = await searchHits(client, aliasOf(crawl), changedBody(query, LIVE));
      return hits.map(changedOf);
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

    async countMatches(crawl, words, limit) {
      if (words.length === 0) return [];
      const { aggregations } = await sendSearch(client, aliasOf(crawl), countMatchesBody(words, LIVE));
      return words.map((_, i) => matchCountsOf(aggregations ?? {}, limit)[i] ?? 0);
    },

    records: (crawl) => everyRecord(client, aliasOf(crawl)),
  };
}

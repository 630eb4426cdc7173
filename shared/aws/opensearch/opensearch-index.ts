import type { Client } from '@opensearch-project/opensearch';
import { SEARCHED_TEXTS, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { SearchedText } from '../../ports/index-condition.ts';
import type { IndexHits, IndexQuery, SearchIndex, SimilarWordQuery } from '../../ports/search-index.ts';
import type { SearchRecord } from '../../ports/search-record.ts';
import { bonusQueries, conditionQuery, rankingQueries, sortQuery, wordQuery } from '../../query/compile/opensearch.ts';
import { nearKeys, stemKey } from '../../text/duplicate-keys.ts';
import { checkSearchPrefix, searchAlias } from '../../text/search-names.ts';
import { timeRanges } from '../../text/time-ranges.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { changedBody, changedOf } from './opensearch-changes.ts';
import { type IndexDocument, recordOf } from './opensearch-document.ts';
import { asUnavailable, isUnmapped } from './opensearch-errors.ts';
import { type Ends, endsBody, rangeCountsBody } from './opensearch-fetch-times.ts';
import { type Aggregations, facetAggregations, facetCountsOf, filterClauses } from './opensearch-fields.ts';
import { ensureWritable } from './opensearch-setup.ts';
import { type Suggestions, similarWordsBody, similarWordsOf } from './opensearch-similar-words.ts';
import { countMatchesBody, matchCountsOf, titleWordsBody, titleWordsOf } from './opensearch-vocabulary.ts';

/** Records that an export reads at a time. */
const RECORDS_PER_PAGE = 500;

/** Maximum number of records of one URL that are compared. */
const RECORDS_OF_A_URL = 10;

/** Number of URLs whose records are looked for at a time: a response has at most 10,000 hits. */
const URLS_AT_ONCE = 500;

/** Maximum number of languages that are read: more than there are codes of two letters. */
const MAX_LANGUAGES = 1_000;

type InnerHits = { group: { hits: { total: { value: number } } } };
type Hit = { _id: string; _score?: number | null; _source: IndexDocument; sort?: unknown[]; inner_hits?: InnerHits };
type SearchResponse = {
  hits: { total: { value: number }; hits: Hit[] };
  aggregations?: Aggregations;
  suggest?: Suggestions;
  /** The index cannot collapse: all records are hits. */
  notCollapsed?: true;
};

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

    async lackingTexts(crawl) {
      const later = SEARCHED_TEXTS.filter((field) => !FIRST_TEXTS.includes(field));
      const lacking = await Promise.all(later.map((field) => lacksText(client, aliasOf(crawl), field)));
      return later.filter((_, i) => lacking[i]);
    },

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

const searchHits = async (...args: Parameters<typeof sendSearch>) => (await sendSearch(...args)).hits;

async function sendSearch(client: Client, index: string, body: Record<string, unknown>): Promise<SearchResponse> {
  try {
    const answer = await client.search({
      index,
      ignore_unavailable: true,
      body: { _source: RECORD_SOURCE, track_total_hits: true, ...body },
    });
    return answer.body as unknown as SearchResponse;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Collapses hits. An index of an earlier version has no field for it, and its records have no values: all are hits then. */
async function sendCollapsed(
  client: Client,
  index: string,
  body: Record<string, unknown>,
  collapse: keyof typeof COLLAPSE,
): Promise<SearchResponse> {
  try {
    return await sendSearch(client, index, { ...body, collapse: COLLAPSE[collapse] });
  } catch (error) {
    if (!isUnmapped(error)) throw error;
    return { ...(await sendSearch(client, index, body)), notCollapsed: true };
  }
}

/** Texts that the index of any version has. */
const FIRST_TEXTS: readonly SearchedText[] = ['title', 'headings', 'text'];

/** Texts that indexes have: those of the current version, the one before it, and the first one. */
const TEXTS_OF_VERSIONS = [TEXT_FIELDS, TEXT_FIELDS.filter((field) => field !== 'abstract'), FIRST_TEXTS];

/** Asks for similar words. An index of an earlier version has fewer texts. */
async function sendSimilarWords(client: Client, index: string, query: SimilarWordQuery, limit: number, version = 0) {
  try {
    return await sendSearch(client, index, similarWordsBody(query, limit, TEXTS_OF_VERSIONS[version]!));
  } catch (error) {
    if (!isUnmapped(error) || version === TEXTS_OF_VERSIONS.length - 1) throw error;
    return sendSimilarWords(client, index, query, limit, version + 1);
  }
}

/** The suggester refuses a text that the index has no field for. Searches alone take it for one that no record has. */
async function lacksText(client: Client, index: string, field: SearchedText): Promise<boolean> {
  try {
    await sendSearch(client, index, similarWordsBody({ words: ['text'], maxEdits: 1 }, 1, [field]));
    return false;
  } catch (error) {
    if (isUnmapped(error)) return true;
    throw error;
  }
}

function indexHitsOf({ total, hits }: SearchResponse['hits']): IndexHits {
  const records = hits.flatMap(({ _source, _score, inner_hits: inner }) => {
    const record = recordOf(_source);
    const others = inner && { others: inner.group.hits.total.value - 1 };
    return record ? [{ record, score: _score ?? 0, ...others }] : [];
  });
  return { total: total.value, hits: records };
}

/** A query for the number of records in each group, without reading them. */
const COLLAPSE = { host: { field: 'hostName', inner_hits: { name: 'group', size: 0 } } };

/** The field of the filter `changed`. */
const FETCHED_DAY = 'fetchedDay';

const LIVE = { term: { live: true } };

/** The parts of a document that a record is made from: all but its words. */
const RECORD_SOURCE = ['id', 'live', 'shown', 'text', 'urls'];

function searchBody({
  words,
  allWordsFirst,
  filters,
  condition,
  bonuses = [],
  near,
  stems,
  ids,
  sort = [],
}: IndexQuery) {
  const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
  const filter = [
    LIVE,
    ...filterClauses(filters),
    ...(condition ? [conditionQuery(condition)] : []),
    ...(keys ? [{ terms: { near: [...new Set(keys)] } }] : []),
    ...(ids ? [{ terms: { id: [...ids] } }] : []),
  ];
  const should = [...rankingQueries(words, allWordsFirst), ...bonusQueries(bonuses)];
  if (should.length === 0)
    return { query: { bool: { filter } }, sort: [...sortQuery(sort), { fetchedAt: 'desc' }, { id: 'asc' }] };
  // A query of optional parts alone needs one of them, so with a condition they stand beside the filter.
  const ranked = condition ? { should, filter } : { must: [{ bool: { should } }], filter };
  return { query: { bool: ranked }, sort: [...sortQuery(sort), '_score', { id: 'asc' }] };
}

/** Reads all records at one point in time, page by page: concurrent writes do not shift the pages. */
async function* everyRecord(client: Client, alias: string): AsyncGenerator<SearchRecord> {
  const found = await client.indices.exists({ index: alias });
  if (found.statusCode === 404) return;
  const opened = await client.createPit({ index: [alias], keep_alive: '5m' });
  const pit = { id: opened.body.pit_id, keep_alive: '5m' };
  try {
    for (let last: unknown[] | undefined; ; ) {
      const answer = await client.search({
        body: {
          query: { bool: { filter: [LIVE] } },
          pit,
          size: RECORDS_PER_PAGE,
          sort: [{ id: 'asc' }],
          _source: RECORD_SOURCE,
          ...(last && { search_after: last }),
        } as object,
      });
      const { hits } = (answer.body as unknown as SearchResponse).hits;
      for (const { _source } of hits) {
        const record = recordOf(_source);
        if (record) yield record;
      }
      last = hits.at(-1)?.sort;
      if (hits.length < RECORDS_PER_PAGE || !last) return;
    }
  } finally {
    await client.deletePit({ body: { pit_id: [pit.id] } });
  }
}

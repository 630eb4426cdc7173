import type { Client } from '@opensearch-project/opensearch';
import type { SearchIndex } from '../../ports/search-index.ts';
import { searchIndexAt } from '../../text/search-names.ts';
import { changedBody, changedOf } from './opensearch-changes.ts';
import { recordOf } from './opensearch-document.ts';
import { everyRecord, indexHitsOf, LIVE, RECORD_SOURCE, searchHits } from './opensearch-requests.ts';

type RecordCalls = Pick<
  SearchIndex,
  'get' | 'findByUrl' | 'idsOfUrls' | 'leftAt' | 'changedRecords' | 'rebuiltAt' | 'records'
>;

/** Maximum number of records of one URL that are compared. */
const RECORDS_OF_A_URL = 10;

/** What an index without records is taken for: the first of its crawl, which has this number in its name. */
const FIRST_INDEX_AT = 1;

/** Number of URLs whose records are looked for at a time: a response has at most 10,000 hits. */
const URLS_AT_ONCE = 500;

/** Calls of the index that find records by id, URL or change. @param aliasOf returns the alias of a crawl's index */
export const recordCalls = (client: Client, aliasOf: (crawl: string) => string): RecordCalls => ({
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
      const body = {
        query,
        size: URLS_AT_ONCE * RECORDS_OF_A_URL,
        _source: RECORD_SOURCE.filter((field) => field !== 'text'),
      };
      for (const { record } of indexHitsOf(await searchHits(client, aliasOf(crawl), body)).hits)
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

  async rebuiltAt(crawl) {
    // A hit names its index; functions that only search have no right to ask for what is behind an alias.
    const { hits } = await searchHits(client, aliasOf(crawl), { size: 1, track_total_hits: false, _source: false });
    return hits[0] ? searchIndexAt(hits[0]._index) : FIRST_INDEX_AT;
  },

  records: (crawl) => everyRecord(client, aliasOf(crawl)),
});

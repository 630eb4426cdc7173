/** Requests to an index, and what they answer. */
import type { Client } from '@opensearch-project/opensearch';
import type { IndexHits } from '../../ports/search-index.ts';
import type { SearchRecord } from '../../ports/search-record.ts';
import { type IndexDocument, recordOf } from './opensearch-document.ts';
import { asUnavailable, isUnmapped } from './opensearch-errors.ts';
import type { Aggregations } from './opensearch-fields.ts';
import type { Suggestions } from './opensearch-similar-words.ts';

/** Records that an export reads at a time. */
const RECORDS_PER_PAGE = 500;

/** The records that have a URL by now. */
export const LIVE = { term: { live: true } };

/** The parts of a document that a record is made from: all but its words. */
export const RECORD_SOURCE = ['id', 'live', 'shown', 'text', 'urls'];

type InnerHits = { group: { hits: { total: { value: number } } } };
type Hit = {
  _id: string;
  _index: string;
  _score?: number | null;
  _source: IndexDocument;
  sort?: unknown[];
  inner_hits?: InnerHits;
};
export type SearchResponse = {
  hits: { total: { value: number }; hits: Hit[] };
  aggregations?: Aggregations;
  suggest?: Suggestions;
  /** The index cannot collapse: all records are hits. */
  notCollapsed?: true;
};

/** Sends a search and returns its hits. @throws as `sendSearch` */
export const searchHits = async (...args: Parameters<typeof sendSearch>) => (await sendSearch(...args)).hits;

/**
 * Sends a search. An index that does not exist has no hits.
 *
 * @param body overrides the default fields of hits and the exact total
 * @throws SearchUnavailableError if the engine is not reached, too slow, overloaded or read-only; any other error as it is
 */
export async function sendSearch(
  client: Client,
  index: string,
  body: Record<string, unknown>,
): Promise<SearchResponse> {
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
export async function sendCollapsed(
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

/** A query for the number of records in each group, without reading them. */
const COLLAPSE = { host: { field: 'hostName', inner_hits: { name: 'group', size: 0 } } };

/** Converts hits to records. A hit without a stored record is left out; it counts in the total. */
export function indexHitsOf({ total, hits }: SearchResponse['hits']): IndexHits {
  const records = hits.flatMap(({ _source, _score, inner_hits: inner }) => {
    const record = recordOf(_source);
    const others = inner && { others: inner.group.hits.total.value - 1 };
    return record ? [{ record, score: _score ?? 0, ...others }] : [];
  });
  return { total: total.value, hits: records };
}

/** Reads all records at one point in time, page by page: concurrent writes do not shift the pages. */
export async function* everyRecord(client: Client, alias: string): AsyncGenerator<SearchRecord> {
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

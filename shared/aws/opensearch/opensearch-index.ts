import type { Client } from '@opensearch-project/opensearch';
import type { IndexQuery, SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import { nearKeys, stemKey } from '../../text/near-keys.ts';
import { checkSearchPrefix, searchAlias } from '../../text/search-names.ts';
import { toldAway } from './opensearch-away.ts';
import { writeBulk } from './opensearch-bulk.ts';
import { dayOf, type IndexDocument, recordOf } from './opensearch-document.ts';
import { ensureIndex } from './opensearch-setup.ts';

/** Records of a page, when all are read. */
const PAGE = 500;

type Hit = { _id: string; _score?: number | null; _source: IndexDocument; sort?: unknown[] };
type Found = { hits: { total: { value: number }; hits: Hit[] } };

/**
 * The search index in OpenSearch: an index a crawl behind an alias (`ports/search-names.ts`), both made by the first write.
 * Nothing is read back after a write, refreshed or changed by query, so that it also holds where those are not to be had.
 *
 * @param analyze the words of a text joined by blanks (`index/analyze.ts`): the analysis that the words of queries come from.
 */
export function openSearchIndex(
  client: Client,
  prefix: string,
  analyze: (text: string, language: string) => string,
): SearchIndex {
  checkSearchPrefix(prefix);
  const aliasOf = (crawl: string) => searchAlias(prefix, crawl);
  const made = new Map<string, Promise<void>>();

  /** Once for each crawl and process. */
  const ensured = (crawl: string): Promise<void> => {
    const making = made.get(crawl) ?? ensureIndex(client, prefix, crawl);
    made.set(crawl, making);
    return making;
  };

  const ask = async (crawl: string, body: Record<string, unknown>): Promise<Found['hits']> => {
    try {
      const answer = await client.search({
        index: aliasOf(crawl),
        ignore_unavailable: true,
        body: { _source: SHOWN, track_total_hits: true, ...body },
      });
      return (answer.body as unknown as Found).hits;
    } catch (error) {
      throw toldAway(error);
    }
  };

  return {
    async write(crawl, changes) {
      if (changes.length === 0) return;
      try {
        await ensured(crawl);
        await writeBulk(client, aliasOf(crawl), changes, analyze);
      } catch (error) {
        // Perhaps the index went away: the next write looks again.
        made.delete(crawl);
        throw toldAway(error);
      }
    },

    async search(crawl, query) {
      const { from, size, near, stems } = query;
      const source = near || stems ? { _source: SHOWN.filter((field) => field !== 'text') } : {};
      const { total, hits } = await ask(crawl, { ...searchBody(query), ...source, from, size });
      return {
        total: total.value,
        hits: hits.flatMap(({ _source, _score }) => {
          const record = recordOf(_source);
          return record ? [{ record, score: _score ?? 0 }] : [];
        }),
      };
    },

    async get(crawl, id) {
      const { hits } = await ask(crawl, { query: { bool: { filter: [LIVE, { term: { id } }] } }, size: 1 });
      return hits[0] && recordOf(hits[0]._source);
    },

    async count(crawl) {
      const { total } = await ask(crawl, { query: { bool: { filter: [LIVE] } }, size: 0 });
      return total.value;
    },

    records: (crawl) => everyRecord(client, aliasOf(crawl)),
  };
}

const LIVE = { term: { live: true } };

/** What a record is made from: not its words. */
const SHOWN = ['id', 'live', 'shown', 'text', 'urls'];

/** A word in the title counts twice one elsewhere. */
const FIELDS = ['words.title^2', 'words.headings', 'words.text'];

function searchBody({ words, filters, near, stems }: IndexQuery) {
  const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
  const filter = [LIVE, ...filterClauses(filters), ...(keys ? [{ terms: { near: [...new Set(keys)] } }] : [])];
  if (words.length === 0) return { query: { bool: { filter } }, sort: [{ fetchedAt: 'desc' }, { id: 'asc' }] };
  return { query: { bool: { must: [anyOf(words)], filter } }, sort: ['_score', { id: 'asc' }] };
}

/** Of each word the form that counts most, and of all words the sum. */
function anyOf(words: IndexQuery['words']) {
  // They are ready: the analyzer of the fields only cuts at blanks, and there is no syntax in this kind of query.
  const formOf = (form: string) => ({ multi_match: { query: form, type: 'most_fields', fields: FIELDS } });
  return { bool: { should: words.map((forms) => ({ dis_max: { queries: forms.map(formOf) } })) } };
}

function filterClauses({ host, language, type, class: name, after, before }: IndexQuery['filters']): object[] {
  const terms = { hosts: host, language, type, classes: name };
  const day = { ...(after !== undefined && { gte: dayOf(after) }), ...(before !== undefined && { lt: dayOf(before) }) };
  return [
    ...Object.entries(terms).flatMap(([field, value]) => (value === undefined ? [] : [{ term: { [field]: value } }])),
    ...(Object.keys(day).length > 0 ? [{ range: { day } }] : []),
  ];
}

/** A point in time is read page by page, so that what is written meanwhile moves nothing. */
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
          size: PAGE,
          sort: [{ id: 'asc' }],
          _source: SHOWN,
          ...(last && { search_after: last }),
        } as object,
      });
      const { hits } = (answer.body as unknown as Found).hits;
      for (const { _source } of hits) {
        const record = recordOf(_source);
        if (record) yield record;
      }
      last = hits.at(-1)?.sort;
      if (hits.length < PAGE || !last) return;
    }
  } finally {
    await client.deletePit({ body: { pit_id: [pit.id] } });
  }
}

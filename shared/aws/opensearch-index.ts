import { type Client, errors } from '@opensearch-project/opensearch';
import type { IndexQuery, RecordChange, SearchIndex, SearchRecord } from '../ports/search-index.ts';
import { chunks } from './at-once.ts';
import { changeParams, dayOf, INDEX_BODY, type IndexDocument, recordOf } from './opensearch-document.ts';
import { APPLY_CHANGES } from './opensearch-script.ts';

/** A bulk request is cut at so many records or bytes: the engine answers longer ones with 413 or runs short of memory. */
const BULK_RECORDS = 200;
const BULK_BYTES = 4 << 20;

/** Two writers of one record: the later one reads again and applies its changes to that. */
const RETRIES_ON_CONFLICT = 3;

/** Records of a page, when all are read. */
const PAGE = 500;

type Hit = { _id: string; _score?: number | null; _source: IndexDocument; sort?: unknown[] };
type Found = { hits: { total: { value: number }; hits: Hit[] } };

/**
 * The search index in OpenSearch: an index a crawl behind the alias `<prefix>-<crawl>`, both made by the first write.
 * Nothing is read back after a write, refreshed or changed by query, so that it also holds where those are not to be had.
 *
 * @param analyze the words of a text joined by blanks (`index/analyze.ts`): the analysis that the words of queries come from.
 */
export function openSearchIndex(
  client: Client,
  prefix: string,
  analyze: (text: string, language: string) => string,
): SearchIndex {
  const aliasOf = (crawl: string) => `${prefix}-${crawl}`;
  const made = new Map<string, Promise<void>>();

  /** Once for each crawl and process. */
  const ensureIndex = (crawl: string): Promise<void> => {
    const alias = aliasOf(crawl);
    const making =
      made.get(alias) ??
      createIndex(client, alias).catch((error: unknown) => {
        made.delete(alias);
        throw error;
      });
    made.set(alias, making);
    return making;
  };

  const ask = async (crawl: string, body: Record<string, unknown>): Promise<Found['hits']> => {
    const answer = await client.search({
      index: aliasOf(crawl),
      ignore_unavailable: true,
      body: { _source: SHOWN, track_total_hits: true, ...body },
    });
    return (answer.body as unknown as Found).hits;
  };

  return {
    async write(crawl, changes) {
      if (changes.length === 0) return;
      await ensureIndex(crawl);
      for (const body of bulks(aliasOf(crawl), changes, analyze)) {
        // Ready lines are sent as they are; the types only know of lists.
        const lines = body as unknown as Record<string, unknown>[];
        const { body: answer } = await client.bulk({ body: lines, require_alias: true });
        const failed = answer.items.flatMap((item) => (item.update?.error ? [item.update] : []));
        if (failed.length === 0) continue;
        const { _id, status, error } = failed[0]!;
        throw new Error(`index: ${failed.length} records refused; ${_id}: ${status} ${error?.type}: ${error?.reason}`);
      }
    },

    async search(crawl, query) {
      const { total, hits } = await ask(crawl, { ...searchBody(query), from: query.from, size: query.size });
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

/** Two processes may come at once: whoever is second finds it made. */
async function createIndex(client: Client, alias: string): Promise<void> {
  try {
    await client.indices.create({
      index: `${alias}-000001`,
      body: { ...INDEX_BODY, aliases: { [alias]: {} } } as object,
    });
  } catch (error) {
    if (!isError(error, 'resource_already_exists_exception')) throw error;
  }
}

const isError = (error: unknown, type: string) =>
  error instanceof errors.ResponseError &&
  (error.body as { error?: { type?: string } } | undefined)?.error?.type === type;

/** Bodies of bulk requests: one scripted update a record, with all its changes in their order. */
function* bulks(
  index: string,
  changes: readonly RecordChange[],
  analyze: (text: string, language: string) => string,
): Generator<string> {
  const byId = [...Map.groupBy(changes, ({ id }) => id)];
  for (const chunk of chunks(byId, BULK_RECORDS)) {
    let body = '';
    for (const [id, own] of chunk) {
      const params = { id, changes: own.map((change) => changeParams(change, analyze)) };
      const script = { lang: 'painless', source: APPLY_CHANGES, params };
      const head = { update: { _index: index, _id: id, retry_on_conflict: RETRIES_ON_CONFLICT } };
      const lines = `${JSON.stringify(head)}\n${JSON.stringify({ scripted_upsert: true, script, upsert: {} })}\n`;
      if (body !== '' && body.length + lines.length > BULK_BYTES) {
        yield body;
        body = '';
      }
      body += lines;
    }
    yield body;
  }
}

/** A word in the title counts twice one elsewhere. */
const FIELDS = ['words.title^2', 'words.headings', 'words.text'];

function searchBody({ words, filters }: IndexQuery) {
  const filter = [LIVE, ...filterClauses(filters)];
  if (words.length === 0) return { query: { bool: { filter } }, sort: [{ fetchedAt: 'desc' }, { id: 'asc' }] };
  // The words are ready: the analyzer of the fields only cuts at blanks, and there is no syntax in this kind of query.
  const match = { multi_match: { query: words.join(' '), type: 'most_fields', fields: FIELDS, operator: 'or' } };
  return { query: { bool: { must: [match], filter } }, sort: ['_score', { id: 'asc' }] };
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

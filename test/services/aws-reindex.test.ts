/** Reindexing, on a real OpenSearch and on one limited to the API of OpenSearch Serverless. */
import type { Client } from '@opensearch-project/opensearch';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { s3Client } from '../../shared/aws/clients.ts';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { openSearchNewIndex } from '../../shared/aws/opensearch/opensearch-reindex.ts';
import { s3Objects } from '../../shared/aws/s3/s3-objects.ts';
import { listS3Records } from '../../shared/aws/s3/s3-records.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import { reindex } from '../../shared/index/reindex.ts';
import type { ReindexProgress } from '../../shared/ports/messages.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { firstSearchIndex, newSearchIndex, searchAlias } from '../../shared/text/search-names.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { engine, localClientOptions, uniqueTestName } from './engines/engine.ts';
import { serverlessFilter } from './engines/serverless-filter.ts';
import { makeBuckets } from './engines/stores.ts';

const CRAWL = 'main';
const LONG = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Two near-duplicate pages. Records of an earlier version have no fingerprint. */
const nearlyOne = ['x1', 'x2'].map((id) => seen(id, `http://a.example/${id}`, { text: `${LONG} ${id}` }));

/** Resolves when writes to the indices with these names are searchable. */
type Settle = (names: string) => Promise<unknown>;

async function open(endpoint: string, shown: Settle) {
  const client = createSearchClient({ endpoint, signing: 'none', region: 'eu-north-1' });
  const prefix = uniqueTestName('test');
  const s3 = s3Client(localClientOptions(await engine('s3')));
  const buckets = await makeBuckets(s3);
  const objects = s3Objects(s3, buckets);
  const index = openSearchIndex(client, prefix, analyzeToString);
  const newIndex = openSearchNewIndex(client, prefix, analyzeToString);
  const settle = () => shown(`${prefix}*`);
  const ports = { objects, index, newIndex, list: listS3Records(s3, buckets.data) };
  const kept = async (name: string, changes: RecordChange[]) => {
    const key = `records/${CRAWL}/${name}`;
    await objects.put(key, writeJsonLines(changes));
    await indexRecords({ crawl: CRAWL, key }, ports);
    await settle();
  };
  const found = async () => {
    const { total, hits } = await search({ crawl: CRAWL, q: 'word1', from: 0, size: 10 }, ports, { nearBits: 6 });
    return { total, hits: hits.length };
  };
  return { client, prefix, ports, kept, found, settle };
}

/** Returns for each index whether it exists. */
const existing = (client: Client, names: string[]) =>
  Promise.all(names.map(async (index) => (await client.indices.exists({ index })).statusCode === 200));

async function reindexStepwise(endpoint: string, shown: Settle) {
  const { client, prefix, ports, kept, found, settle } = await open(endpoint, shown);
  // An index of an earlier version, with other fields.
  const old = firstSearchIndex(prefix, CRAWL);
  const mappings = { dynamic: false, properties: { id: { type: 'keyword' }, live: { type: 'boolean' } } };
  await client.indices.create({
    index: old,
    body: { aliases: { [searchAlias(prefix, CRAWL)]: {} }, mappings } as object,
  });
  const at = Date.now();
  const next = newSearchIndex(prefix, CRAWL, at);
  ended.push(() => client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] }));
  ended.push(() => client.indices.delete({ index: next }, { ignore: [404] }));
  await kept('2026/run-1', nearlyOne.slice(0, 1));
  await kept('2026/run-2', nearlyOne.slice(1));
  expect(await ports.index.count(CRAWL)).toBe(2);
  expect(await found()).toMatchObject({ total: 0 });

  let state: ReindexProgress | undefined = { at };
  for (let calls = 0; state; calls++) {
    // One object per call. Meanwhile a page arrives whose object sorts before those already read.
    const step = await reindex({ crawl: CRAWL, reindex: state }, ports, () => false);
    state = step.status === 'running' ? step.state : undefined;
    await settle();
    if (calls === 0) {
      expect(await ports.index.count(CRAWL)).toBe(2);
      await kept('2026/run-0', [seen('x3', 'http://a.example/x3', { text: 'word1 alone' })]);
    }
    if (state?.moved && state.after === undefined) {
      expect(await existing(client, [old, next])).toEqual([false, true]);
      expect(await ports.index.count(CRAWL)).toBe(2);
    }
  }
  expect(await ports.index.count(CRAWL)).toBe(3);
  // Two of the three are near-duplicates.
  expect((await found()).hits).toBe(2);
  // Existing writers continue to work.
  await kept('2026/run-3', [seen('x4', 'http://a.example/x4')]);
  expect(await ports.index.count(CRAWL)).toBe(4);
}

/** Runs late, duplicate and concurrent reindexings. */
async function competingReindexings(endpoint: string, shown: Settle) {
  const { client, prefix, ports, kept, settle } = await open(endpoint, shown);
  const [first, at100, at200] = [firstSearchIndex(prefix, CRAWL), 100, 200].map((at) =>
    typeof at === 'string' ? at : newSearchIndex(prefix, CRAWL, at),
  ) as [string, string, string];
  ended.push(() => client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] }));
  for (const index of [first, at100, at200]) ended.push(() => client.indices.delete({ index }, { ignore: [404] }));
  for (const n of [1, 2, 3, 4, 5]) await kept(`run-${n}`, [seen(`x${n}`, `http://a.example/${n}`)]);
  const call = async (state: ReindexProgress, hasTime = true) => {
    const { status } = await reindex({ crawl: CRAWL, reindex: state }, ports, () => hasTime);
    await settle();
    return status;
  };

  expect(await call({ at: 100 }, false)).toBe('running');
  expect(await call({ at: 200 })).toBe('running');
  expect(await existing(client, [first, at100, at200])).toEqual([false, true, true]);
  const late = { at: 100, after: `records/${CRAWL}/run-3` };
  expect(await call(late)).toBe('outdated');
  expect(await call({ at: 100 })).toBe('outdated');
  // A writer in progress recreates the index, as engines do; the next step deletes it.
  await ports.newIndex.write(CRAWL, 100, [seen('x4', 'http://a.example/4')]);
  expect(await ports.newIndex.move(CRAWL, 100)).toBe(false);
  expect(await existing(client, [first, at100, at200])).toEqual([false, false, true]);
  expect(await call({ at: 200, after: `records/${CRAWL}/run-5` })).toBe('running');
  expect(await ports.index.count(CRAWL)).toBe(5);
  // The new index was deleted: no part of it is recreated.
  expect(await call({ at: 300, after: `records/${CRAWL}/run-3` })).toBe('outdated');
  expect(await existing(client, [newSearchIndex(prefix, CRAWL, 300)])).toEqual([false]);
}

describe('Reindexing of a crawl', () => {
  let opensearch: string;
  const refresh = (names: string) => fetch(new URL(`/${names}/_refresh`, opensearch), { method: 'POST' });
  beforeAll(async () => {
    opensearch = await engine('opensearch');
  }, 900_000);

  test('keeps the crawl searchable, adds the current fields and loses no record', async () => {
    await reindexStepwise(opensearch, refresh);
  });

  test('works with the API of OpenSearch Serverless', async () => {
    const filter = await serverlessFilter(opensearch, 100);
    ended.push(() => filter.close());
    await reindexStepwise(filter.url, () => filter.shown());
    expect(filter.refused).toEqual([]);
  });

  test('keeps the index of the latest reindexing despite late and duplicate ones', async () => {
    await competingReindexings(opensearch, refresh);
    const filter = await serverlessFilter(opensearch, 100);
    ended.push(() => filter.close());
    await competingReindexings(filter.url, () => filter.shown());
    expect(filter.refused).toEqual([]);
  });

  test('copies all records except one that the engine permanently rejects', async () => {
    const { client, prefix, ports, kept } = await open(opensearch, async () => {});
    const next = newSearchIndex(prefix, CRAWL, 100);
    ended.push(() => client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] }));
    for (const index of [firstSearchIndex(prefix, CRAWL), next])
      ended.push(() => client.indices.delete({ index }, { ignore: [404] }));
    const ids = Array.from({ length: 20 }, (_, n) => `x${n}`);
    await kept(
      'run-1',
      ids.map((id) => seen(id, `http://a.example/${id}`)),
    );
    // Not a valid time.
    const bad = seen('bad', 'http://a.example/bad', { fetchedAt: 'never' as never });
    const key = `records/${CRAWL}/run-2`;
    await ports.objects.put(key, writeJsonLines([bad, seen('x20', 'http://a.example/20')]));
    const { status, state, rejections } = await reindex({ crawl: CRAWL, reindex: { at: 100 } }, ports, () => true);
    expect({ status, state }).toMatchObject({ status: 'running', state: { moved: true, written: 22, refused: 1 } });
    expect(rejections).toMatchObject([{ key, error: { records: 1 } }]);
    await client.indices.refresh({ index: next });
    expect(await ports.index.count(CRAWL)).toBe(21);
  });
});

/** Records written again to a new index, on a real OpenSearch and on one with nothing but what OpenSearch Serverless lists. */
import type { Client } from '@opensearch-project/opensearch';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { s3Client } from '../../shared/aws/clients.ts';
import { searchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { openSearchNewIndex } from '../../shared/aws/opensearch/opensearch-reindex.ts';
import { s3Objects } from '../../shared/aws/s3/s3-objects.ts';
import { s3Records } from '../../shared/aws/s3/s3-records.ts';
import { analyzeToString } from '../../shared/index/analyze.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import { reindex } from '../../shared/index/reindex.ts';
import type { Reindexing } from '../../shared/ports/messages.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { writeLines } from '../../shared/text/lines.ts';
import { firstSearchIndex, newSearchIndex, searchAlias } from '../../shared/text/search-names.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { engine, ownName, standIn } from './engines/engine.ts';
import { serverlessFilter } from './engines/serverless-filter.ts';
import { makeBuckets } from './engines/stores.ts';

const CRAWL = 'main';
const LONG = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Two pages of nearly one text; what an earlier version made of them has no fingerprint. */
const nearlyOne = ['x1', 'x2'].map((id) => seen(id, `http://a.example/${id}`, { text: `${LONG} ${id}` }));

/** Resolves when what was written to the indices of these names can be found. */
type Settle = (names: string) => Promise<unknown>;

async function open(endpoint: string, shown: Settle) {
  const client = searchClient({ endpoint, signing: 'none', region: 'eu-north-1' });
  const prefix = ownName('test');
  const s3 = s3Client(standIn(await engine('s3')));
  const buckets = await makeBuckets(s3);
  const objects = s3Objects(s3, buckets);
  const index = openSearchIndex(client, prefix, analyzeToString);
  const newIndex = openSearchNewIndex(client, prefix, analyzeToString);
  const settle = () => shown(`${prefix}*`);
  const ports = { objects, index, newIndex, list: s3Records(s3, buckets.data) };
  const kept = async (name: string, changes: RecordChange[]) => {
    const key = `records/${CRAWL}/${name}`;
    await objects.put(key, writeLines(changes));
    await indexRecords({ crawl: CRAWL, key }, ports);
    await settle();
  };
  const found = async () => {
    const { total, hits } = await search({ crawl: CRAWL, q: 'word1', from: 0, size: 10 }, ports, { nearBits: 6 });
    return { total, hits: hits.length };
  };
  return { client, prefix, ports, kept, found, settle };
}

/** Whose index is there: the first, the new one. */
const there = (client: Client, names: string[]) =>
  Promise.all(names.map(async (index) => (await client.indices.exists({ index })).statusCode === 200));

async function madeAnew(endpoint: string, shown: Settle) {
  const { client, prefix, ports, kept, found, settle } = await open(endpoint, shown);
  // As an earlier version made it: with other fields.
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

  let state: Reindexing | undefined = { at };
  for (let calls = 0; state; calls++) {
    // One object a call; in the middle a page comes whose object lies before what was read already.
    const step = await reindex({ crawl: CRAWL, reindex: state }, ports, () => false);
    state = step.is === 'going' ? step.state : undefined;
    await settle();
    if (calls === 0) {
      expect(await ports.index.count(CRAWL)).toBe(2);
      await kept('2026/run-0', [seen('x3', 'http://a.example/x3', { text: 'word1 alone' })]);
    }
    if (state?.moved && state.after === undefined) {
      expect(await there(client, [old, next])).toEqual([false, true]);
      expect(await ports.index.count(CRAWL)).toBe(2);
    }
  }
  expect(await ports.index.count(CRAWL)).toBe(3);
  // Two of the three are nearly the same.
  expect((await found()).hits).toBe(2);
  // Whoever wrote before goes on without knowing.
  await kept('2026/run-3', [seen('x4', 'http://a.example/x4')]);
  expect(await ports.index.count(CRAWL)).toBe(4);
}

/** Reindexings that come late, twice and at once. */
async function latecomers(endpoint: string, shown: Settle) {
  const { client, prefix, ports, kept, settle } = await open(endpoint, shown);
  const [first, at100, at200] = [firstSearchIndex(prefix, CRAWL), 100, 200].map((at) =>
    typeof at === 'string' ? at : newSearchIndex(prefix, CRAWL, at),
  ) as [string, string, string];
  ended.push(() => client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] }));
  for (const index of [first, at100, at200]) ended.push(() => client.indices.delete({ index }, { ignore: [404] }));
  for (const n of [1, 2, 3, 4, 5]) await kept(`run-${n}`, [seen(`x${n}`, `http://a.example/${n}`)]);
  const call = async (state: Reindexing, hasTime = true) => {
    const { is } = await reindex({ crawl: CRAWL, reindex: state }, ports, () => hasTime);
    await settle();
    return is;
  };

  expect(await call({ at: 100 }, false)).toBe('going');
  expect(await call({ at: 200 })).toBe('going');
  expect(await there(client, [first, at100, at200])).toEqual([false, true, true]);
  const late = { at: 100, after: `records/${CRAWL}/run-3` };
  expect(await call(late)).toBe('outdated');
  expect(await call({ at: 100 })).toBe('outdated');
  // A writer that was under way makes it once more, as engines do; whoever comes next takes it away.
  await ports.newIndex.write(CRAWL, 100, [seen('x4', 'http://a.example/4')]);
  expect(await ports.newIndex.move(CRAWL, 100)).toBe(false);
  expect(await there(client, [first, at100, at200])).toEqual([false, false, true]);
  expect(await call({ at: 200, after: `records/${CRAWL}/run-5` })).toBe('going');
  expect(await ports.index.count(CRAWL)).toBe(5);
  // Taken away by somebody: no part of it is made.
  expect(await call({ at: 300, after: `records/${CRAWL}/run-3` })).toBe('outdated');
  expect(await there(client, [newSearchIndex(prefix, CRAWL, 300)])).toEqual([false]);
}

describe('A crawl whose records are written to a new index', () => {
  let opensearch: string;
  const refresh = (names: string) => fetch(new URL(`/${names}/_refresh`, opensearch), { method: 'POST' });
  beforeAll(async () => {
    opensearch = await engine('opensearch');
  }, 900_000);

  test('is searched as before till then, has the fields of now after, and loses nothing', async () => {
    await madeAnew(opensearch, refresh);
  });

  test('so it is with what OpenSearch Serverless lists', async () => {
    const filter = await serverlessFilter(opensearch, 100);
    ended.push(() => filter.close());
    await madeAnew(filter.url, () => filter.shown());
    expect(filter.refused).toEqual([]);
  });

  test('keeps the index of the latest reindexing, whichever else comes late or twice', async () => {
    await latecomers(opensearch, refresh);
    const filter = await serverlessFilter(opensearch, 100);
    ended.push(() => filter.close());
    await latecomers(filter.url, () => filter.shown());
    expect(filter.refused).toEqual([]);
  });

  test('has all of its records there but one that the engine refuses for good', async () => {
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
    // A time that the engine cannot read.
    const bad = seen('bad', 'http://a.example/bad', { fetchedAt: 'never' as never });
    const key = `records/${CRAWL}/run-2`;
    await ports.objects.put(key, writeLines([bad, seen('x20', 'http://a.example/20')]));
    const { is, state, refusals } = await reindex({ crawl: CRAWL, reindex: { at: 100 } }, ports, () => true);
    expect({ is, state }).toMatchObject({ is: 'going', state: { moved: true, told: 22, refused: 1 } });
    expect(refusals).toMatchObject([{ key, error: { records: 1 } }]);
    await client.indices.refresh({ index: next });
    expect(await ports.index.count(CRAWL)).toBe(21);
  });
});

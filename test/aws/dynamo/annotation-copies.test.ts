import { beforeEach, expect, test } from 'vitest';
import type { CopyParts } from '../../../shared/aws/dynamo/annotation-copies.ts';
import { dynamoAnnotationStore } from '../../../shared/aws/dynamo/dynamo-annotation-store.ts';
import type { AnnotationStore } from '../../../shared/ports/annotation-store.ts';
import { anAnnotation } from '../../contracts/annotation-store.contract.ts';
import { annotationParts } from '../../contracts/dynamo-suites.ts';
import { annotationsTable } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { type DynamoCall, memoryDynamo } from './memory-dynamo.ts';

/** Copies of the annotations of a table in the memory of several functions. */

const DAY_MS = 24 * 3_600_000;
const PAGE = { id: 'r1', urls: ['http://bog.example/'] };

let time: number;
let queries: string[];
/** Opens the table in another function, whose clock may differ. */
let open: (skewMs?: number) => AnnotationStore;
let fails: boolean;
let losesAnswers: boolean;
/** Number of databases in memory. */
let opened: number;

beforeEach(async () => {
  time = 1_700_000_000_000;
  queries = [];
  fails = false;
  losesAnswers = false;
  opened = 0;
  const memory = memoryDynamo(2);
  const call: DynamoCall = async (operation, input) => {
    if (operation === 'Query') queries.push(`${input['IndexName'] ?? 'all'}`);
    if (operation === 'Query' && fails) throw new Error('away');
    const answer = await memory(operation, input);
    if (operation === 'UpdateItem' && losesAnswers) throw new Error('lost');
    return answer;
  };
  const client = clientOf(call);
  const table = await annotationsTable(client);
  open = (skewMs = 0) => dynamoAnnotationStore(client, table, countOpened(annotationParts(() => time + skewMs)));
});

const countOpened = ({ openMemory, ...parts }: CopyParts): CopyParts => ({
  ...parts,
  openMemory() {
    opened++;
    return openMemory();
  },
});

const idsOf = async (store: AnnotationStore) => (await store.ofPage('bog', PAGE)).map(({ id }) => id);

test.each([0, -60_000, 60_000])('a function sees what another writes whose clock differs by %d ms', async (skewMs) => {
  const [one, other] = [open(), open(skewMs)];
  expect(await idsOf(one)).toEqual([]);
  time += 1_000;
  await other.add(anAnnotation(), '');
  time += 1_000;
  expect(await idsOf(one)).toEqual(['first']);
  await other.change('bog', 'first', { text: 'A photograph', changedAt: time }, '');
  time += 1_000;
  expect((await one.list('bog', { size: 9 }))[0]!.text).toBe('A photograph');
  await other.delete('bog', 'first');
  time += 1_000;
  expect(await idsOf(one)).toEqual([]);
});

test('reads all annotations once, and then what has changed', async () => {
  const writer = open();
  for (const id of ['a', 'b', 'c', 'd', 'e']) await writer.add(anAnnotation({ id }), '');
  time += 10 * 60_000;
  const reader = open();
  expect(await idsOf(reader)).toHaveLength(5);
  // Pages of two items.
  expect(queries).toEqual(['all', 'all', 'all']);
  time += 1_000;
  expect(await idsOf(reader)).toHaveLength(5);
  expect(queries.slice(3)).toEqual(['changes']);
});

test('the hits of a page share what was read', async () => {
  const store = open();
  await Promise.all([1, 2, 3].map(() => store.ofPage('bog', PAGE)));
  expect(queries).toEqual(['all']);
});

test('the hits of a page share a read that fails', async () => {
  const store = open();
  fails = true;
  const hits = await Promise.allSettled([1, 2, 3].map(() => store.ofPage('bog', PAGE)));
  expect(hits.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(store.ofPage('bog', PAGE)).rejects.toThrow('away');
  expect(queries).toEqual(['all', 'all']);
});

test('opens one database in memory for a crawl', async () => {
  const store = open();
  for (let i = 0; i < 3; i++) await store.ofPage('bog', PAGE);
  expect(opened).toBe(1);
});

test('a function sees at once what it has written itself, without reading it', async () => {
  const store = open();
  expect(await idsOf(store)).toEqual([]);
  queries = [];
  await store.add(anAnnotation(), '');
  expect(await idsOf(store)).toEqual(['first']);
  await store.change('bog', 'first', { text: 'A photograph', changedAt: time }, '');
  expect((await store.list('bog', { size: 9 }))[0]!.text).toBe('A photograph');
  await store.delete('bog', 'first');
  expect(await idsOf(store)).toEqual([]);
  expect(queries).toEqual([]);
});

test('reads again after a write that failed: it may have been done', async () => {
  const store = open();
  expect(await idsOf(store)).toEqual([]);
  losesAnswers = true;
  await expect(store.add(anAnnotation(), '')).rejects.toThrow('lost');
  losesAnswers = false;
  expect(await idsOf(store)).toEqual(['first']);
});

test('a file of annotations is loaded without reading those before it for each', async () => {
  const store = open();
  for (let i = 0; i < 50; i++) {
    time += 150;
    const own = { id: `a${i}`, url: `http://bog.example/${i}`, record: `r${i}` };
    await store.add(anAnnotation(own), '', { pages: [{ id: own.record, urls: [own.url] }], max: 2 });
  }
  expect(queries).toEqual(['all']);
});

test('reads everything again before marks of deletions have gone', async () => {
  const [one, other] = [open(), open()];
  await other.add(anAnnotation(), '');
  expect(await idsOf(one)).toEqual(['first']);
  await other.delete('bog', 'first');
  time += DAY_MS;
  queries = [];
  expect(await idsOf(one)).toEqual([]);
  expect(queries).toEqual(['all']);
});

test('after a failed read the next one reads what is missing', async () => {
  const store = open();
  fails = true;
  await expect(store.ofPage('bog', PAGE)).rejects.toThrow('away');
  fails = false;
  await open().add(anAnnotation(), '');
  expect(await idsOf(store)).toEqual(['first']);
});

test('keeps the crawls that were used last', async () => {
  const store = open();
  for (let i = 0; i < 25; i++) await store.list(`crawl-${i}`, { size: 1 });
  queries = [];
  time += 1_000;
  await store.list('crawl-24', { size: 1 });
  await store.list('crawl-0', { size: 1 });
  expect(queries).toEqual(['changes', 'all']);
});

import { beforeEach, expect, test } from 'vitest';
import { dynamoControl } from '../../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import type { ControlStore } from '../../../shared/ports/control.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { controlTable, frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { memoryDynamo } from './memory-dynamo.ts';
import { type Unreliable, unreliableDynamo } from './unreliable-dynamo.ts';

/*
 * Each store was just written, and its eventually consistent reads still answer from the state before. A visit that does not
 * see an inbox item puts its host to sleep, and a dispatch that does not see a reservation spends a budget twice.
 */

const NOW = Date.UTC(2026, 0, 1);
const A = { crawl: 'plants', host: 'a.example' };
const bytes = (length: number) => new Uint8Array(length).fill(7);

let dynamo: Unreliable;
let frontier: Frontier;
let control: ControlStore;
let objects: Objects;
beforeEach(async () => {
  dynamo = unreliableDynamo(memoryDynamo(), { stale: true });
  const client = clientOf(dynamo.call);
  objects = memoryObjects();
  frontier = dynamoFrontier(client, await frontierTables(client), objects);
  control = dynamoControl(client, await controlTable(client));
});

test('reads an inbox item as soon as it was put', async () => {
  await frontier.putInbox([{ ...A, id: 'one', body: bytes(3) }]);
  expect((await frontier.readInbox(A, 10)).items.map(({ id }) => id)).toEqual(['one']);
});

test('reads no inbox item after it was deleted', async () => {
  await frontier.putInbox([{ ...A, id: 'one', body: bytes(3) }]);
  await dynamo.settle();
  await frontier.deleteInbox(A, ['one']);
  expect(await frontier.readInbox(A, 10)).toMatchObject({ items: [], end: true });
});

test('reads an offer that arrives during a visit when replicas have it, and at once when a visit opens the inbox', async () => {
  const offer = async (id: string, length: number) => {
    const [place] = await frontier.putInbox([{ ...A, id, body: bytes(length), announced: true }]);
    await frontier.notifyHosts([{ ...A, group: 'g', best: 3, place: place! }], NOW);
    return place!;
  };
  const first = await offer('one', 1_000);
  const opened = await frontier.readInbox(A, 10);
  expect(opened.items.map(({ id }) => id)).toEqual([first]);
  await dynamo.settle();
  const second = await offer('two', 2_000);
  const known = new Set([first]);
  const behind = await frontier.readInbox(A, 10, known, opened.counter);
  expect(behind).toMatchObject({ items: [], counter: opened.counter });
  await dynamo.settle();
  const later = await frontier.readInbox(A, 10, known, behind.counter);
  expect(later.items.map(({ id }) => id)).toEqual([second]);
});

test('reads a head as soon as it was notified', async () => {
  await frontier.notifyHosts([{ ...A, group: 'g', best: 3 }], NOW);
  expect(await frontier.getHead(A)).toMatchObject({ inbox: 1 });
});

test('reads the pieces of a bundle that the last visit has just written', async () => {
  await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes(3) }]);
  await dynamo.settle();
  await frontier.writeBundles(A, [{ name: 'q2.0', bytes: bytes(5) }]);
  expect((await frontier.readBundles(A, ['q1.0', 'q2.0'])).map((piece) => piece?.length)).toEqual([3, 5]);
});

test('keeps the object of an epoch whose other pieces were just written', async () => {
  const pieces = ['q1.0', 'q1.1', 'q1.2'].map((name) => ({ name, bytes: bytes(4_000) }));
  await frontier.writeBundles(A, pieces);
  await frontier.deleteBundles(A, ['q1.0'], new Set([1]));
  expect((await frontier.readBundles(A, ['q1.1', 'q1.2'])).map((piece) => piece?.length)).toEqual([4_000, 4_000]);
});

test('deletes the object of an epoch when its last piece goes, although the item was just written', async () => {
  await frontier.writeBundles(A, [{ name: 'q1.0', bytes: bytes(6_000) }]);
  await frontier.deleteBundles(A, ['q1.0'], new Set());
  for await (const key of objects.list('bundles/')) expect.fail(`${key} remains`);
});

test('reads the state, the counts and the reservations of a crawl as soon as they were written', async () => {
  await control.create('plants', 'key', NOW);
  await dynamo.settle();
  await control.setState('plants', 'stopped');
  await control.reserve('plants', 'message', { pages: 5, until: NOW });
  await control.addUsage('plants', { pages: 2 });
  const written = { state: 'stopped', counts: { pages: 2 }, shares: { message: { pages: 5, until: NOW } } };
  expect(await control.get('plants')).toMatchObject(written);
  expect(await control.list()).toMatchObject([written]);
});

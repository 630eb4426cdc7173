import { beforeEach, expect, test } from 'vitest';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { decodeDirectory, encodeDirectory, epochOf } from '../../../shared/aws/dynamo/epoch-pieces.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { type Input, memoryDynamo } from './memory-dynamo.ts';

const A = { crawl: 'plants', host: 'a.example' };
const piece = (name: string, length: number) => ({ name, bytes: new Uint8Array(length).fill(name.charCodeAt(0)) });

let frontier: Frontier;
let objects: Objects;
/** Puts and deletes of items of the bundles. */
let writes: string[];
beforeEach(async () => {
  writes = [];
  const dynamo = memoryDynamo();
  const client = clientOf(async (operation, input) => {
    if (operation === 'BatchWriteItem')
      for (const requests of Object.values<Input[]>(input['RequestItems']))
        for (const { PutRequest } of requests) writes.push(PutRequest ? 'put' : 'delete');
    return dynamo(operation, input);
  });
  objects = memoryObjects();
  frontier = dynamoFrontier(client, await frontierTables(client), objects);
});

const keysOf = async () => {
  const found: string[] = [];
  for await (const key of objects.list('bundles/')) found.push(key);
  return found;
};

test('writes the small bundles of a commit as one item, and deletes it when the last of them goes', async () => {
  await frontier.writeBundles(A, [piece('q1.0', 900), piece('s1.0', 200), piece('t1.0', 300), piece('f1.0', 100)]);
  await frontier.writeBundles(A, [piece('s2.0', 400), piece('t2.0', 300)]);
  await frontier.deleteBundles(A, ['s1.0', 't1.0'], new Set([1, 2]));
  expect(writes).toEqual(['put', 'put']);
  await frontier.deleteBundles(A, ['q1.0', 'f1.0'], new Set([2]));
  expect(writes).toEqual(['put', 'put', 'delete']);
  expect((await frontier.readBundles(A, ['q1.0', 't2.0', 's2.0'])).map((one) => one?.length)).toEqual([
    undefined,
    300,
    400,
  ]);
});

test('writes long bundles as one object, and deletes it with its item', async () => {
  await frontier.writeBundles(A, [piece('q1.0', 4_000), piece('q1.1', 3_000), piece('s1.0', 10)]);
  expect([writes, await keysOf()]).toEqual([['put'], ['bundles/plants/a.example/1']]);
  expect((await frontier.readBundles(A, ['s1.0', 'q1.1'])).map((one) => one?.length)).toEqual([10, 3_000]);
  await frontier.deleteBundles(A, ['q1.0', 'q1.1', 's1.0'], new Set());
  expect(await keysOf()).toEqual([]);
});

test('refuses pieces without an epoch, and pieces of a bundle that are not in order', async () => {
  await expect(frontier.writeBundles(A, [piece('nameless', 1)])).rejects.toThrow('not the name of a piece');
  for (const names of [['q1.1', 'q1.0'], ['q1.1'], ['q1.0', 's1.0', 'q1.2']]) {
    const pieces = names.map((name) => piece(name, 3));
    await expect(frontier.writeBundles(A, pieces)).rejects.toThrow('not in order');
  }
});

test('a directory has the place of each piece', () => {
  const pieces = [piece('qabc.0', 4_096), piece('qabc.1', 1), piece('pabc.0', 0), piece('pabc.1', 77)];
  expect(decodeDirectory('abc', encodeDirectory(pieces))).toEqual(
    new Map([
      ['qabc.0', { offset: 0, length: 4_096 }],
      ['qabc.1', { offset: 4_096, length: 1 }],
      ['pabc.0', { offset: 4_097, length: 0 }],
      ['pabc.1', { offset: 4_097, length: 77 }],
    ]),
  );
  expect(epochOf('qabc.11')).toBe('abc');
});

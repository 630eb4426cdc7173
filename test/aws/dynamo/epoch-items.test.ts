import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import { homeOf } from '../../../shared/aws/dynamo/dynamo-home.ts';
import { b, type Item, n, s } from '../../../shared/aws/dynamo/dynamo-item.ts';
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
/** Writes an item of the bundles. */
let putItem: (item: Item) => Promise<unknown>;
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
  const tables = await frontierTables(client);
  putItem = (Item) => client.send(new PutItemCommand({ TableName: tables.bundles, Item }));
  frontier = dynamoFrontier(client, tables, objects);
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

/**
 * Writes pieces as versions before 26 November 2026 stored them: an item each, short ones inline, the others of a call in an object. They
 * also stored the names of all pieces in the object, which reading does not need.
 */
async function putEarlierPieces(pieces: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const isLong = ({ bytes }: { bytes: Uint8Array }) => bytes.length > 700;
  const key = 'bundles/plants/a.example/5f2c';
  const long = pieces.filter(isLong);
  await objects.put(key, Buffer.concat(long.map(({ bytes }) => bytes)));
  let offset = 0;
  for (const one of pieces) {
    const { length } = one.bytes;
    const place = isLong(one) ? { object: s(key), offset: n(offset), length: n(length) } : { bytes: b(one.bytes) };
    if (isLong(one)) offset += length;
    await putItem({ home: homeOf(A), name: s(one.name), ...place });
  }
}

test('reads the bundles of an earlier version beside new ones: their hosts would be given up', async () => {
  await putEarlierPieces([piece('q1.0', 4_000), piece('q1.1', 900), piece('s1.0', 200)]);
  await frontier.writeBundles(A, [piece('s2.0', 400)]);
  const names = ['s2.0', 'q1.1', 's1.0', 'q1.0', 't1.0'];
  const expected = [piece('s2.0', 400), piece('q1.1', 900), piece('s1.0', 200), piece('q1.0', 4_000)];
  expect(await frontier.readBundles(A, names)).toEqual([...expected.map(({ bytes }) => bytes), undefined]);
});

test('deletes bundles of an earlier version when no bundle of their epoch remains', async () => {
  await putEarlierPieces([piece('q1.0', 300), piece('s1.0', 200)]);
  await frontier.deleteBundles(A, ['q1.0'], new Set([1]));
  expect((await frontier.readBundles(A, ['s1.0']))[0]).toHaveLength(200);
  await frontier.deleteBundles(A, ['q1.0', 's1.0'], new Set([2]));
  expect(await frontier.readBundles(A, ['q1.0', 's1.0'])).toEqual([undefined, undefined]);
});

import { beforeEach, expect, test } from 'vitest';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { memoryDynamo } from './memory-dynamo.ts';
import { unreliableDynamo } from './unreliable-dynamo.ts';

/* DynamoDB processes a batch in part when it is busy, answers with success, and lists the rest as unprocessed. */

const A = { crawl: 'plants', host: 'a.example' };
const NAMES = ['q1.0', 'q2.0', 'q3.0', 'q4.0', 'q5.0'];

let frontier: Frontier;
beforeEach(async () => {
  const client = clientOf(unreliableDynamo(memoryDynamo(), { unprocessed: true }).call);
  frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
});

const put = (ids: string[]) => frontier.putInbox(ids.map((id) => ({ ...A, id, body: new Uint8Array([1]) })));
const idsOf = async () => (await frontier.readInbox(A, 100)).items.map(({ id }) => id).sort();

test('writes the unprocessed items of a batch again', async () => {
  await put(NAMES);
  expect(await idsOf()).toEqual(NAMES);
});

test('deletes the unprocessed items of a batch again', async () => {
  await put(NAMES);
  await frontier.deleteInbox(A, NAMES);
  expect(await idsOf()).toEqual([]);
});

test('reads the unprocessed keys of a batch again', async () => {
  await frontier.writeBundles(
    A,
    NAMES.map((name) => ({ name, bytes: new Uint8Array(name.length) })),
  );
  expect((await frontier.readBundles(A, NAMES)).map((piece) => piece?.length)).toEqual(
    NAMES.map((name) => name.length),
  );
});

test('deletes pieces whose keys were unprocessed when they were looked up', async () => {
  await frontier.writeBundles(
    A,
    NAMES.map((name) => ({ name, bytes: new Uint8Array(name.length) })),
  );
  await frontier.deleteBundles(A, NAMES, new Set());
  expect(await frontier.readBundles(A, NAMES)).toEqual(NAMES.map(() => undefined));
});

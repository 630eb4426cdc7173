import { describe } from 'vitest';
import type { CopyParts } from '../../shared/aws/dynamo/annotation-copies.ts';
import { dynamoAnnotationStore } from '../../shared/aws/dynamo/dynamo-annotation-store.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { dynamoRobotsStore } from '../../shared/aws/dynamo/dynamo-robots-store.ts';
import { sqliteAnnotationStore } from '../../shared/local/annotations/sqlite-annotation-store.ts';
import { openDatabase } from '../../shared/local/database.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import type { DynamoCall, Input } from '../aws/dynamo/memory-dynamo.ts';
import { type Unreliability, unreliableDynamo } from '../aws/dynamo/unreliable-dynamo.ts';
import { memoryObjects } from '../memory-objects.ts';
import { annotationsTable, controlTable, frontierTables, locksTable, robotsTable } from '../services/engines/tables.ts';
import { annotationStoreContract } from './annotation-store.contract.ts';
import { controlContract } from './control.contract.ts';
import { frontierContract } from './frontier.contract.ts';
import { hostLockContract } from './host-lock.contract.ts';
import { robotsStoreContract } from './robots-store.contract.ts';

/**
 * Updates whose repetition has an effect: a counter grows again. `repeated-writes.test.ts` shows that this does no harm.
 */
export const isCountedTwice = (_operation: string, { UpdateExpression = '' }: Input): boolean =>
  /^ADD (?!.*REMOVE)/.test(UpdateExpression);

/** Faults that DynamoDB's documentation allows and emulators do not show. */
export const FAULTS: [string, Unreliability][] = [
  ['eventually consistent reads answer from an older state', { stale: true }],
  ['batches are processed in part', { unprocessed: true }],
  ['answers of writes are lost', { loses: (...request) => !isCountedTwice(...request) }],
];

/**
 * Runs the contracts of the DynamoDB adapters.
 *
 * @param backend returns DynamoDB, in memory or a server.
 */
export function dynamoContracts(backend: () => Promise<DynamoCall>, situations: [string, Unreliability][]): void {
  describe.each(situations)('if %s', (_fault, faults) => {
    const open = async () => {
      const { call, settle } = unreliableDynamo(await backend(), faults);
      const client = clientOf(call);
      // Only these calls may answer from an older state.
      const settled = <Port extends object>(port: Port, ...names: (keyof Port)[]) =>
        faults.stale ? withSettling(port, names, settle) : port;
      return { client, settled };
    };

    describe('HostLock', () =>
      hostLockContract(async () => {
        const { client } = await open();
        return dynamoHostLock(client, await locksTable(client));
      }));

    describe('ControlStore', () =>
      controlContract(async () => {
        const { client } = await open();
        return dynamoControl(client, await controlTable(client));
      }));

    describe('AnnotationStore', () =>
      annotationStoreContract(async () => {
        const { client } = await open();
        return dynamoAnnotationStore(client, await annotationsTable(client), annotationParts());
      }));

    describe('RobotsStore', () =>
      robotsStoreContract(async () => {
        const { client, settled } = await open();
        return settled(dynamoRobotsStore(client, await robotsTable(client), memoryObjects()), 'get');
      }));

    describe('Frontier', () =>
      frontierContract(async () => {
        const { client, settled } = await open();
        const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
        const { readInbox: readLater } = settled(frontier, 'readInbox');
        const readInbox: Frontier['readInbox'] = (...request) =>
          request[3] === undefined ? frontier.readInbox(...request) : readLater(...request);
        return { ...settled(frontier, 'listDue', 'listHeads'), readInbox };
      }));
  });
}

/** What a store of annotations needs besides its table. */
export const annotationParts = (now: () => number = Date.now): CopyParts => ({
  openMemory: () => {
    const db = openDatabase(':memory:');
    return sqliteAnnotationStore(() => db);
  },
  wordsOf: (text) => analyzeToString(text, 'en'),
  now,
});

/** Settles the store before the named calls, which may be of asynchronous iterables. */
function withSettling<Port extends object>(port: Port, names: (keyof Port)[], settle: () => Promise<void>): Port {
  const wrapped = names.map((name) => {
    const method = port[name] as (...given: unknown[]) => unknown;
    if (name === 'listHeads') {
      const list = async function* (...given: unknown[]) {
        await settle();
        yield* method(...given) as AsyncIterable<unknown>;
      };
      return [name, list];
    }
    const call = async (...given: unknown[]) => {
      await settle();
      return method(...given);
    };
    return [name, call];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}

import { expect, test } from 'vitest';
import { dynamoControl } from '../../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../../shared/aws/dynamo/dynamo-frontier.ts';
import type { HeadChange } from '../../../shared/ports/frontier.ts';
import { isCountedTwice } from '../../contracts/dynamo-suites.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { controlTable, frontierTables } from '../../services/engines/tables.ts';
import { clientOf } from './dynamo-transport.ts';
import { memoryDynamo } from './memory-dynamo.ts';
import { unreliableDynamo } from './unreliable-dynamo.ts';

const NOW = Date.UTC(2026, 0, 1);
const A = { crawl: 'plants', host: 'a.example' };
const IDLE: HeadChange = { state: 'idle', manifest: '', best: 7, counts: {} };

/** A client of a DynamoDB that loses the first answer to these writes. */
const losing = (loses: (operation: string, input: Record<string, never>) => boolean) =>
  clientOf(unreliableDynamo(memoryDynamo(), { loses: loses as never }).call);

async function openFrontier() {
  const client = losing(isCountedTwice);
  const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  await frontier.notifyHosts([{ ...A, group: 'g', best: 3 }], NOW);
  return frontier;
}

test('a repeated notification counts twice, and the host still becomes idle', async () => {
  const frontier = await openFrontier();
  await frontier.notifyHosts([{ ...A, group: 'g', best: 3 }], NOW);
  const opened = await frontier.open(A, NOW, 'g');
  if ('refused' in opened) throw new Error('not opened');
  const { epoch, inbox } = opened.head;
  expect(inbox).toBeGreaterThan(2);
  expect(await frontier.commit(A, epoch, { ...IDLE, inbox })).toBe('committed');
  expect(await frontier.getHead(A)).toMatchObject({ state: 'idle' });
});

test('counts the hosts of a domain once if responses are lost', async () => {
  const client = losing((operation) => operation === 'UpdateItem');
  const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  const domainLimit = { domain: 'trap', maxHosts: 3 };
  const announce = (...names: string[]) => {
    const hosts = names.map((name) => ({ crawl: 'plants', host: `${name}.trap`, group: 'g', best: 3, domainLimit }));
    return frontier.notifyHosts(hosts, NOW);
  };
  expect(await announce('a1', 'a2')).toEqual(['notified', 'notified']);
  expect(await frontier.countHosts('plants', 'trap')).toBe(2);
  expect(await announce('a1', 'a2', 'a3', 'a4')).toEqual(['notified', 'notified', 'notified', 'domain-full']);
  expect(await frontier.countHosts('plants', 'trap')).toBe(3);
});

test('opens a host once if the response is lost, so that no attempt of it is used up', async () => {
  const client = losing((operation) => operation === 'UpdateItem');
  const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  await frontier.notifyHosts([{ ...A, group: 'g', best: 3 }], NOW);
  const opened = await frontier.open(A, NOW, 'g');
  if ('refused' in opened) throw new Error('not opened');
  expect(opened.head.attempts).toBe(1);
  expect(await frontier.setCrashMarker(A, opened.head.epoch, 'http://a.example/x')).toBe(true);
  expect(await frontier.commit(A, opened.head.epoch, IDLE)).toBe('committed');
  expect(await frontier.getHead(A)).toMatchObject({ attempts: 0 });
  const again = await frontier.open(A, NOW, 'g');
  expect(again).toMatchObject({ refused: 'not-due' });
});

test('adds the pages of a message once, also if the response is lost', async () => {
  const client = losing(() => true);
  const control = dynamoControl(client, await controlTable(client));
  await control.create('plants', 'key', NOW);
  await control.reserve('plants', 'message', { pages: 20, until: NOW });
  await control.addUsage('plants', { pages: 7 }, 'message');
  expect(await control.get('plants')).toMatchObject({ counts: { pages: 7 }, shares: {} });
});

test('adds the pages of a message whose reservation has expired', async () => {
  const client = losing(() => false);
  const control = dynamoControl(client, await controlTable(client));
  await control.create('plants', 'key', NOW);
  await control.addUsage('plants', { pages: 7 }, 'expired');
  expect(await control.get('plants')).toMatchObject({ counts: { pages: 7 }, shares: {} });
});

test('recognises the crawl that it created itself after a lost response, and no other', async () => {
  const client = losing((operation) => operation === 'UpdateItem');
  const control = dynamoControl(client, await controlTable(client));
  expect(await control.create('plants', 'key', NOW)).toBe(true);
  expect(await control.create('plants', 'other', NOW)).toBe(false);
  expect(await control.create('plants', 'key', NOW + 1)).toBe(false);
});

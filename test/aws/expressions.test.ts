import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoHeads } from '../../shared/aws/dynamo/dynamo-heads.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import type { HeadChange, HostNotification } from '../../shared/ports/frontier.ts';
import { recordingClient, type Sent } from './recording-client.ts';

/*
 * What DynamoDB refuses only once it is asked: reserved words, names and values that are declared and not used, and a
 * condition with an attribute that nobody writes. Engines say so too, but not in every test run.
 */

const NOW = 1_800_000_000_123;
const KEY = { crawl: 'plants', host: 'a.example' };
const CHANGE: HeadChange = { state: 'ready', due: NOW, manifest: 'q1.1.1.0', best: 2, counts: { fetched: 1 } };

/** Runs every kind of update once. */
async function everyUpdate(): Promise<Sent[]> {
  const { client, sent } = recordingClient();
  const lock = dynamoHostLock(client, 'locks');
  await lock.acquire('a.example', { token: 't', now: NOW, leaseMs: 1_000, pauseMs: 2_000 });
  await lock.release('a.example', 't');
  await lock.release('a.example', 't', { openAt: NOW, pauseMs: 2_000, failures: 1 });
  const control = dynamoControl(client, 'control');
  await control.create('plants', 'settings/x', NOW);
  await control.setState('plants', 'paused');
  await control.setSettingsKey('plants', 'settings/x', 'settings/y');
  await control.reserve('plants', 'id', { pages: 3, until: NOW });
  await control.addUsage('plants', { pages: 2, 'link.scope': 1 }, 'id');
  await control.addUsage('plants', { pages: 2 });
  await control.addUsage('plants', {}, 'id');
  await control.setReindexing('plants', { at: NOW, seenAt: NOW });
  await control.clearReindexing('plants', NOW);
  const heads = dynamoHeads(client, { heads: 'heads', inbox: 'inbox' });
  await heads.listDue('plants', NOW, 100);
  await heads.open(KEY, NOW, 'a.example');
  await heads.commit(KEY, 7, CHANGE);
  await heads.commit(KEY, 7, { ...CHANGE, state: 'dead', manifest: '' });
  await heads.commit(KEY, 7, { ...CHANGE, merged: ['digest.0.1'] });
  await heads.commit(KEY, 7, { ...CHANGE, removals: { since: NOW, requested: 2, gone: 1, removed: 1 } });
  const { due: _due, ...asleep } = CHANGE;
  await heads.commit(KEY, 7, { ...asleep, state: 'idle', inbox: 3 });
  await heads.postpone(KEY, NOW, NOW + 1);
  await heads.setCrashMarker(KEY, 7, 'http://a.example/x');
  await heads.isolate(KEY, 7, 1);
  await announceWith([{ state: { S: 'ready' }, best: { N: '5' } }], sent);
  await announceWith([{ state: { S: 'idle' } }], sent);
  await announceWith([undefined], sent, { domainLimit: { domain: 'example', maxHosts: 2 } });
  return sent;
}

/** Notifies a host whose first updates fail with these items. */
async function announceWith(
  found: (Record<string, unknown> | undefined)[],
  sent: Sent[] = [],
  limit: Pick<HostNotification, 'domainLimit'> = {},
) {
  const left = [...found];
  const recording = recordingClient(() => {
    if (left.length === 0) return {};
    throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, Item: left.shift() as never });
  });
  const heads = dynamoHeads(recording.client, { heads: 'heads', inbox: 'inbox' });
  const answer = await heads.notifyHosts([{ ...KEY, group: 'g', best: 2, place: 'digest.0.1', ...limit }], NOW);
  sent.push(...recording.sent);
  return { answer: answer[0], calls: recording.sent.length };
}

const EXPRESSIONS = ['ConditionExpression', 'UpdateExpression', 'KeyConditionExpression', 'ProjectionExpression'];
const WORDS =
  /\b(SET|ADD|REMOVE|AND|OR|NOT|IN|attribute_exists|attribute_not_exists|if_not_exists|size|DELETE)\b|[#:][\w]+|[\s(),.=<>+-]/g;

test('uses a placeholder for every attribute: many words are reserved in expressions', async () => {
  for (const { input } of await everyUpdate()) {
    for (const name of EXPRESSIONS) expect(`${input[name] ?? ''}`.replace(WORDS, ''), `${input[name]}`).toBe('');
  }
});

test('declares exactly the names and values that the expressions use', async () => {
  for (const { input } of await everyUpdate()) {
    const text = EXPRESSIONS.map((name) => input[name] ?? '').join(' ');
    const used = (sign: string) => [...new Set(text.match(new RegExp(`${sign}\\w+`, 'g')) ?? [])].sort();
    expect(Object.keys((input['ExpressionAttributeNames'] as object) ?? {}).sort(), text).toEqual(used('#'));
    expect(Object.keys((input['ExpressionAttributeValues'] as object) ?? {}).sort(), text).toEqual(used(':'));
  }
});

test('makes every update conditional, so that none creates an item or overwrites one by accident', async () => {
  const updates = (await everyUpdate()).filter(({ call }) => call === 'UpdateItem');
  expect(updates.length).toBeGreaterThan(15);
  for (const { input } of updates) expect(input['ConditionExpression']).toBeTruthy();
});

test('sets the TTL in seconds', async () => {
  const values = (await everyUpdate()).flatMap(({ input }) => {
    const all = (input['ExpressionAttributeValues'] ?? {}) as Record<string, { N?: string }>;
    return [all[':expires'], all[':expiresAt']].flatMap((value) => value?.N ?? []);
  });
  expect(values.length).toBeGreaterThanOrEqual(3);
  for (const value of values) {
    expect(Number(value)).toBeGreaterThan(NOW / 1_000 + 30 * 86_400);
    expect(Number(value)).toBeLessThan(NOW / 1_000 + 365 * 86_400);
  }
});

test.each([
  ['', true],
  ['manifest', false],
])('a dead head with the manifest %j expires: %s', async (manifest, expires) => {
  const { client, sent } = recordingClient();
  const change = { state: 'dead' as const, due: NOW, manifest, best: 3, counts: {} };
  await dynamoHeads(client, { heads: 'heads', inbox: 'inbox' }).commit(KEY, 1, change);
  expect(Object.keys(sent[0]!.input['ExpressionAttributeValues'] as object).includes(':expiresAt')).toBe(expires);
});

test('removes the expiry of a dead head when it is opened, so that it is not deleted during the visit', async () => {
  const { client, sent } = recordingClient();
  await dynamoHeads(client, { heads: 'heads', inbox: 'inbox' }).open(KEY, NOW, 'a.example');
  expect(sent[0]!.input['UpdateExpression']).toContain('REMOVE #expiresAt');
});

test('recognises its own lock by the token after a lost response', async () => {
  const found = (token: string) => ({ token: { S: token }, until: { N: '9' }, openAt: { N: '1' } });
  const take = (token: string) => {
    const { client } = recordingClient(() => {
      throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, Item: found(token) as never });
    });
    return dynamoHostLock(client, 'locks').acquire('g', { token: 'mine', now: NOW, leaseMs: 1, pauseMs: 1 });
  };
  expect(await take('mine')).toMatchObject({ acquired: true });
  expect(await take('another')).toMatchObject({ acquired: false, lock: { token: 'another', until: 9 } });
});

test.each([
  ['ready, with no better links', [], 'notified', 1],
  ['ready, with better links', [{ state: { S: 'ready' }, best: { N: '5' } }], 'notified', 2],
  ['new', [undefined], 'notified', 2],
  ['idle', [{ state: { S: 'idle' }, best: { N: '7' } }], 'notified', 2],
  [
    'new, and created by another worker meanwhile',
    [undefined, { state: { S: 'ready' }, best: { N: '1' } }],
    'notified',
    3,
  ],
  [
    'idle, and made ready by another worker meanwhile',
    [
      { state: { S: 'idle' }, best: { N: '7' } },
      { state: { S: 'ready' }, best: { N: '1' } },
    ],
    'notified',
    3,
  ],
  ['dead', [{ state: { S: 'dead' } }], 'refused', 1],
])('notifies a head that is %s', async (_name, found, answer, calls) => {
  expect(await announceWith(found)).toEqual({ answer, calls });
});

test('throws errors other than failed conditions', async () => {
  const { client } = recordingClient(() => {
    throw new Error('throttled');
  });
  await expect(dynamoHeads(client, { heads: 'heads', inbox: 'inbox' }).commit(KEY, 1, CHANGE)).rejects.toThrow(
    'throttled',
  );
});

/** Which notices are sent when, without a crawl. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTICE_EVENTS, type NoticeMessage } from '../../../shared/alerts/notice.ts';
import { createNoticeOutbox } from '../../../shared/alerts/notice-outbox.ts';
import type { SendFailure } from '../../../shared/alerts/send-failure.ts';
import { folderObjects } from '../../../shared/local/folder-objects.ts';
import { createNoticeDelivery } from '../../../shared/settings/alerts/notice-delivery.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const DAY = 86_400_000;
const DOWN: SendFailure = { message: 'hook.test: connect', isUnreachable: true, isDown: true };
const REFUSED: SendFailure = { message: 'hook.test: status 403', isUnreachable: false };

/** A crawl in `dir` with one webhook, whose answers `failure` chooses. */
function open(dir: string) {
  const state = { now: START, failure: undefined as SendFailure | undefined };
  const clock = { now: () => state.now, sleep: () => Promise.resolve() };
  const sent: string[] = [];
  const outbox = createNoticeOutbox('bog', folderObjects(dir, dir), clock);
  const delivery = createNoticeDelivery(
    [
      {
        channel: 'webhook',
        server: 'http://hook.test',
        async send({ id }: NoticeMessage) {
          sent.push(id);
          return state.failure;
        },
      },
    ],
    outbox,
    NOTICE_EVENTS,
    { clock, signal: new AbortController().signal },
  );
  const notice = (id: string): NoticeMessage => ({
    id,
    event: 'stalled',
    crawl: 'bog',
    sentAt: new Date(state.now).toISOString(),
    text: '',
    details: [],
    machine: 'm',
    folder: dir,
  });
  return { state, sent, outbox, delivery, add: (id: string) => delivery.add(notice(id)) };
}

test('waits longer after each failure, and until the receiver wants another attempt', async () => {
  const { state, delivery, add } = open(temporaryFolder());
  state.failure = DOWN;
  await add('a');
  const waits: number[] = [];
  for (let i = 0; i < 7; i++) {
    await delivery.send();
    const from = state.now;
    while (!delivery.isDue()) state.now += 1_000;
    waits.push((state.now - from) / 1_000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  state.failure = { ...REFUSED, notBefore: state.now + 3_600_000 };
  await delivery.send();
  state.now += 3_599_000;
  expect(delivery.isDue()).toBe(false);
  state.now += 1_000;
  state.failure = undefined;
  expect(delivery.isDue()).toBe(true);
  await delivery.send();
  expect(delivery.isDue()).toBe(false);
});

test('a receiver that is down gets the later notices later, one that refuses a notice gets them now', async () => {
  const { state, sent, delivery, add } = open(temporaryFolder());
  state.failure = DOWN;
  await add('a');
  state.now += 1;
  await add('b');
  await delivery.send();
  expect(sent).toEqual(['a']);
  state.failure = REFUSED;
  await delivery.send();
  expect(sent).toEqual(['a', 'a', 'b']);
});

test('a process that is killed before it sends leaves the notice to the next one', async () => {
  const dir = temporaryFolder();
  await open(dir).add('a');
  const { sent, delivery } = open(dir);
  expect(delivery.isDue()).toBe(true);
  await delivery.send();
  expect(sent).toEqual(['a']);
});

test('keeps the newest twenty, for a week, and no damaged file', async () => {
  const dir = temporaryFolder();
  const { state, outbox, add } = open(dir);
  for (let i = 0; i < 25; i++) {
    await add(`msg_${i}`);
    state.now += 1_000;
  }
  writeFileSync(join(dir, 'notices', 'bog', '0-cut.json'), '{"channel": "web');
  const ids = (await outbox.list()).map(({ message }) => message.id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([20, 'msg_5', 'msg_24']);
  expect(readdirSync(join(dir, 'notices', 'bog'))).toHaveLength(20);
  state.now += 7 * DAY;
  expect(await outbox.list()).toEqual([]);
});

test('keeps a notice in memory if the folder cannot hold it, and creates no folder', async () => {
  const dir = temporaryFolder();
  const { state, sent, outbox, delivery, add } = open(join(dir, 'missing'));
  state.failure = DOWN;
  await add('a');
  expect(await outbox.list()).toMatchObject([{ isStored: false }]);
  await delivery.send();
  state.failure = undefined;
  await delivery.send();
  await delivery.send();
  expect(sent).toEqual(['a', 'a']);
  expect(readdirSync(dir)).toEqual([]);
  mkdirSync(join(dir, 'missing'));
  await add('b');
  expect(await outbox.list()).toMatchObject([{ isStored: true }]);
});

test('keeps a notice that cannot be read for a moment', async () => {
  const dir = temporaryFolder();
  await open(dir).add('a');
  const files = folderObjects(dir, dir);
  let isFaulty = true;
  const get: typeof files.get = (key) => {
    if (isFaulty) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    return files.get(key);
  };
  const outbox = createNoticeOutbox('bog', { ...files, get }, { now: () => START });
  expect(await outbox.list()).toEqual([]);
  isFaulty = false;
  expect(await outbox.list()).toMatchObject([{ message: { id: 'a' } }]);
});

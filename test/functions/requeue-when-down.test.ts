import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { processConcurrently, processSequentially } from '../../functions/batch.ts';
import { ENGINE_CALL_RESERVE_MS, withEngineTime } from '../../functions/engine-time.ts';
import { requeueUntried } from '../../functions/requeue-untried.ts';
import { requeueWhenDown } from '../../functions/requeue-when-down.ts';
import { redrive } from '../../shared/aws/sqs/sqs-redrive.ts';
import type { RequeueInfo } from '../../shared/ports/messages.ts';
import { recordingClient } from '../aws/recording-client.ts';

type Message = { n: number } & RequeueInfo;
const NOW = Date.UTC(2026, 0, 2);
const HOUR = 3_600_000;

const eventOf = (messages: Message[], receives = 1): SQSEvent =>
  ({
    Records: messages.map((message) => ({
      messageId: `m${message.n}`,
      receiptHandle: `r${message.n}`,
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: `${receives}` },
    })),
  }) as unknown as SQSEvent;

/** @param leftMs remaining time before each message; the last value repeats. */
async function workOff(
  messages: Message[],
  work: (n: number) => Promise<unknown>,
  { leftMs = [100_000], receives = 1, ...as }: Partial<typeof engine> & { leftMs?: number[]; receives?: number } = {},
) {
  const { isUnavailable, now } = { ...engine, ...as };
  const sent: { messages: readonly Message[]; delayMs?: number | undefined }[] = [];
  const attempted: number[] = [];
  const queue = {
    send: async (messages: readonly Message[], delayMs?: number) => void sent.push({ messages, delayMs }),
    nack: async () => {},
  };
  const time = { getRemainingTimeInMillis: () => leftMs[Math.min(attempted.length, leftMs.length - 1)]! };
  const index = withEngineTime<Message>(time, ({ n }) => {
    attempted.push(n);
    return work(n);
  });
  const retried = requeueWhenDown(queue, { 'search-unavailable': isUnavailable }, now, index);
  const response = await processSequentially(eventOf(messages, receives), queue, requeueUntried(queue, time, retried));
  const { batchItemFailures } = response;
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), sent, attempted };
}

const engine = { isUnavailable: (error: unknown) => (error as Error).message.includes('ECONNREFUSED'), now: () => NOW };
const awayFor = (wrong: number) => async (n: number) => {
  if (n === wrong) throw new Error('connect ECONNREFUSED');
};

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation(({ event }) => void logged.push(event));
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

test('requeues messages with a timestamp while the engine is unavailable, and tries it once per batch', async () => {
  expect(await workOff([{ n: 1 }, { n: 2 }, { n: 3 }], awayFor(2))).toEqual({
    failed: [],
    sent: [2, 3].map((n) => ({ messages: [{ n, since: NOW }], delayMs: 30_000 })),
    attempted: [1, 2],
  });
});

test('requeues all messages of a batch that is processed at once while a store is unavailable', async () => {
  const sent: Message[] = [];
  const queue = {
    send: async (messages: readonly Message[]) => void sent.push(...messages),
    nack: async () => {},
  };
  const outages = {
    'search-unavailable': () => false,
    'store-unavailable': (error: unknown) => (error as Error).name === 'TimeoutError',
  };
  const work = requeueWhenDown<Message>(queue, outages, engine.now, async ({ n }) => {
    throw Object.assign(new Error('socket hang up'), n === 2 ? {} : { name: 'TimeoutError' });
  });
  const { batchItemFailures } = await processConcurrently(eventOf([{ n: 1 }, { n: 2 }, { n: 3 }]), queue, work);
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'm2' }]);
  expect(sent).toEqual([1, 3].map((n) => ({ n, since: NOW })));
  expect(logged.toSorted()).toEqual(['message-failed', 'store-unavailable', 'store-unavailable']);
});

test('keeps the time of the first requeue', async () => {
  const since = NOW - 5 * HOUR;
  const { sent } = await workOff([{ n: 1, since }, { n: 2 }], awayFor(1));
  expect(sent.flatMap(({ messages }) => messages)).toEqual([
    { n: 1, since },
    { n: 2, since: NOW },
  ]);
});

test('fails a message that was requeued for a day, and requeues the others', async () => {
  const since = NOW - 24 * HOUR - 1;
  const { failed, sent, attempted } = await workOff([{ n: 1, since }, { n: 2 }, { n: 3, since }], awayFor(1));
  expect({ failed, attempted }).toEqual({ failed: ['m1'], attempted: [1] });
  // The third was not tried, so it does not fail.
  expect(sent.flatMap(({ messages }) => messages.map(({ n }) => n))).toEqual([2, 3]);
});

test('requeues a message for ten minutes without using up receives, then processes it', async () => {
  const waiting = [{ message: { n: 1 } as Message, at: NOW }];
  const backAt = NOW + 10 * 60_000;
  const looks: number[] = [];
  const done: number[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { message, at } = next;
    const work = async (n: number) => {
      if (at < backAt) throw new Error('connect ECONNREFUSED');
      done.push(n);
    };
    const { failed, sent } = await workOff([message], work, { now: () => at });
    expect(failed).toEqual([]);
    looks.push(at);
    for (const { messages, delayMs = 0 } of sent)
      waiting.push(...messages.map((again) => ({ message: again, at: at + delayMs })));
  }
  // After 0, 30, 60, 90, 120 s, then after a quarter more each time.
  expect([looks.length, done]).toEqual([13, [1]]);
});

test('tries again at least every four minutes, and keeps the number of earlier failures', async () => {
  const message = { n: 1, since: NOW - 2 * HOUR, failures: 1 };
  const { sent } = await workOff([message], awayFor(1), { receives: 3 });
  expect(sent).toEqual([{ messages: [{ ...message, failures: 3 }], delayMs: 240_000 }]);
});

test('requeues a redriven message again', async () => {
  const letters = [{ Body: JSON.stringify({ n: 1, since: NOW - 25 * HOUR, failures: 4 }), ReceiptHandle: 'r' }];
  const { client, sent: calls } = recordingClient(({ call }) =>
    call === 'ReceiveMessage' ? { Messages: letters.splice(0) } : { Successful: [{ Id: '0' }] },
  );
  await redrive(client as unknown as SQSClient, { dead: 'dead', target: 'target' }, 1);
  const { input } = calls.find(({ call }) => call === 'SendMessageBatch')!;
  const [again] = input['Entries'] as { MessageBody: string }[];
  const { failed, sent } = await workOff([JSON.parse(again!.MessageBody) as Message], awayFor(1));
  expect({ failed, sent: sent.flatMap(({ messages }) => messages) }).toEqual({
    failed: [],
    sent: [{ n: 1, since: NOW }],
  });
});

test('fails a rejected message, and processes the others', async () => {
  const refuse = async (n: number) => {
    if (n === 2) throw new Error('index: 1 records refused');
  };
  expect(await workOff([{ n: 1 }, { n: 2 }, { n: 3 }], refuse)).toEqual({
    failed: ['m2'],
    sent: [],
    attempted: [1, 2, 3],
  });
});

test('requeues the rest without delay if less time is left than a hanging request takes', async () => {
  const late = [ENGINE_CALL_RESERVE_MS, ENGINE_CALL_RESERVE_MS - 1];
  expect(
    await workOff([{ n: 1 }, { n: 2 }, { n: 3, since: 7 }], async () => {}, { leftMs: late, receives: 4 }),
  ).toEqual({
    failed: [],
    sent: [{ messages: [{ n: 2, failures: 3 }] }, { messages: [{ n: 3, since: 7, failures: 3 }] }],
    attempted: [1],
  });
});

test('uses up no receives if the engine hangs: messages that were not tried are requeued too', async () => {
  const hung = [119_000, 58_000];
  const { failed, sent } = await workOff([{ n: 1 }, { n: 2 }], awayFor(1), { leftMs: hung });
  expect({ failed, sent: sent.map(({ delayMs }) => delayMs) }).toEqual({ failed: [], sent: [30_000, 30_000] });
});

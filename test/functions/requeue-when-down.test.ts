import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { ENGINE_MS, whileUp } from '../../functions/requeue-when-down.ts';
import { redrive } from '../../shared/aws/sqs/sqs-redrive.ts';
import type { PutBack } from '../../shared/ports/messages.ts';
import { recordingClient } from '../aws/recording-client.ts';

type Message = { n: number } & PutBack;
const NOW = Date.UTC(2026, 0, 2);
const HOUR = 3_600_000;

const eventOf = (messages: Message[]): SQSEvent =>
  ({
    Records: messages.map((message) => ({
      messageId: `m${message.n}`,
      receiptHandle: `r${message.n}`,
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '4' },
    })),
  }) as unknown as SQSEvent;

/** @param leftMs of the function's time, before each message; the last goes on. */
async function workOff(messages: Message[], work: (n: number) => Promise<unknown>, leftMs = [100_000], as = engine) {
  const sent: { messages: readonly Message[]; delayMs?: number | undefined }[] = [];
  const asked: number[] = [];
  const queue = {
    send: async (messages: readonly Message[], delayMs?: number) => void sent.push({ messages, delayMs }),
    giveBack: async () => {},
  };
  const time = { getRemainingTimeInMillis: () => leftMs[Math.min(asked.length, leftMs.length - 1)]! };
  const { batchItemFailures } = await whileUp<Message>(eventOf(messages), time, queue, as, ({ n }) => {
    asked.push(n);
    return work(n);
  });
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), sent, asked };
}

const engine = { isAway: (error: unknown) => (error as Error).message.includes('ECONNREFUSED'), now: () => NOW };
const awayFor = (wrong: number) => async (n: number) => {
  if (n === wrong) throw new Error('connect ECONNREFUSED');
};

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

test('while the engine is away, messages are put back as new ones that say since when, and it is asked once a batch', async () => {
  expect(await workOff([{ n: 1 }, { n: 2 }, { n: 3 }], awayFor(2))).toEqual({
    failed: [],
    sent: [2, 3].map((n) => ({ messages: [{ n, since: NOW }], delayMs: 30_000 })),
    asked: [1, 2],
  });
});

test('a message that was put back before says when that was first', async () => {
  const since = NOW - 5 * HOUR;
  const { sent } = await workOff([{ n: 1, since }, { n: 2 }], awayFor(1));
  expect(sent.flatMap(({ messages }) => messages)).toEqual([
    { n: 1, since },
    { n: 2, since: NOW },
  ]);
});

test('a message that the engine is away for since a day fails as any other, and those with it are put back', async () => {
  const since = NOW - 24 * HOUR - 1;
  const { failed, sent, asked } = await workOff([{ n: 1, since }, { n: 2 }, { n: 3, since }], awayFor(1));
  expect({ failed, asked }).toEqual({ failed: ['m1'], asked: [1] });
  // The third was not asked about: what is said of another is not its fault.
  expect(sent.flatMap(({ messages }) => messages.map(({ n }) => n))).toEqual([2, 3]);
});

test('an engine that is down for ten minutes costs a message no receive: it is put back twenty times, and then worked off', async () => {
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
    const { failed, sent } = await workOff([message], work, undefined, { ...engine, now: () => at });
    expect(failed).toEqual([]);
    looks.push(at);
    for (const { messages, delayMs = 0 } of sent)
      waiting.push(...messages.map((again) => ({ message: again, at: at + delayMs })));
  }
  expect([looks.length, done]).toEqual([21, [1]]);
});

test('one that was given up for that, and sent again, is put back again', async () => {
  const letters = [{ Body: JSON.stringify({ n: 1, since: NOW - 25 * HOUR }), ReceiptHandle: 'r' }];
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

test('a message that is refused for itself fails, and the others are worked off', async () => {
  const refuse = async (n: number) => {
    if (n === 2) throw new Error('index: 1 records refused');
  };
  expect(await workOff([{ n: 1 }, { n: 2 }, { n: 3 }], refuse)).toEqual({ failed: ['m2'], sent: [], asked: [1, 2, 3] });
});

test('with less time left than a request that hangs takes, the rest is put back for the next function at once', async () => {
  const late = [ENGINE_MS, ENGINE_MS - 1];
  expect(await workOff([{ n: 1 }, { n: 2 }, { n: 3, since: 7 }], async () => {}, late)).toEqual({
    failed: [],
    sent: [{ messages: [{ n: 2 }] }, { messages: [{ n: 3, since: 7 }] }],
    asked: [1],
  });
});

test('an engine that hangs uses up no receives: what it was not asked about is put back too', async () => {
  const hung = [119_000, 58_000];
  const { failed, sent } = await workOff([{ n: 1 }, { n: 2 }], awayFor(1), hung);
  expect({ failed, sent: sent.map(({ delayMs }) => delayMs) }).toEqual({ failed: [], sent: [30_000, 30_000] });
});

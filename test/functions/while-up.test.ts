import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { whileUp } from '../../functions/while-up.ts';

const eventOf = (...bodies: number[]): SQSEvent =>
  ({
    Records: bodies.map((body) => ({
      messageId: `m${body}`,
      receiptHandle: `r${body}`,
      body: `${body}`,
      attributes: { ApproximateReceiveCount: '4' },
    })),
  }) as unknown as SQSEvent;

async function workOff(bodies: number[], work: (message: number) => Promise<unknown>) {
  const sent: { messages: readonly number[]; delayMs: number | undefined }[] = [];
  const queue = {
    send: async (messages: readonly number[], delayMs?: number) => void sent.push({ messages, delayMs }),
    giveBack: async () => {},
  };
  const time = { getRemainingTimeInMillis: () => 100_000 };
  const { batchItemFailures } = await whileUp<number>(eventOf(...bodies), time, queue, { isAway }, work);
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), sent };
}

const isAway = (error: unknown) => (error as Error).message.includes('ECONNREFUSED');
const away = async () => {
  throw new Error('connect ECONNREFUSED');
};

test('while the engine is away, messages are put back as new ones, and it is asked once a batch', async () => {
  const asked: number[] = [];
  const work = async (message: number) => {
    asked.push(message);
    return message === 1 ? undefined : away();
  };
  expect(await workOff([1, 2, 3], work)).toEqual({
    failed: [],
    sent: [2, 3].map((n) => ({ messages: [n], delayMs: 30_000 })),
  });
  expect(asked).toEqual([1, 2]);
});

test('a message that is refused for itself fails, and the others are worked off', async () => {
  const work = async (message: number) => {
    if (message === 2) throw new Error('index: 1 records refused');
  };
  expect(await workOff([1, 2, 3], work)).toEqual({ failed: ['m2'], sent: [] });
});

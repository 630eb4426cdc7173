import { beforeEach, expect, test, vi } from 'vitest';
import { processSequentially } from '../../functions/batch.ts';
import { cleaningMs } from '../../functions/clean-object.ts';
import { lambdaConverter } from '../../functions/lambda-converter.ts';
import { requeueUntried } from '../../functions/requeue-untried.ts';
import { TooLittleTimeError } from '../../shared/http/too-little-time.ts';
import type { RequeueInfo } from '../../shared/ports/messages.ts';
import { MAX_RECEIVES } from '../../shared/ports/queue.ts';

const CALL_MS = 120_000;
type Message = { name: string } & RequeueInfo;
type Stored = { message: Message; receives: number };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

/**
 * A queue with a function that processes its messages in batches of five.
 *
 * @param work takes the time that is left, and returns the time that it needs
 */
function stage(work: (message: Message, receives: number, leftMs: number) => Promise<number> | number) {
  const queue: Stored[] = [];
  const dead: Stored[] = [];
  const done: string[] = [];
  const ownQueue = {
    nack: async () => {},
    send: async (messages: readonly Message[]) => {
      for (const message of messages) queue.push({ message, receives: 0 });
    },
  };
  async function call(): Promise<void> {
    const batch = queue.splice(0, 5);
    let leftMs = CALL_MS;
    const Records = batch.map((stored, i) => ({
      ...{ messageId: `${i}`, receiptHandle: `${i}`, body: JSON.stringify(stored.message) },
      attributes: { ApproximateReceiveCount: `${++stored.receives}` },
    }));
    const run = requeueUntried<Message>(
      ownQueue,
      { getRemainingTimeInMillis: () => leftMs },
      async (message, receives) => {
        leftMs -= await work(message, receives, leftMs);
        done.push(message.name);
      },
    );
    const { batchItemFailures } = await processSequentially({ Records } as never, ownQueue, run);
    for (const { itemIdentifier } of batchItemFailures) {
      const stored = batch[Number(itemIdentifier)]!;
      (stored.receives >= MAX_RECEIVES ? dead : queue).push(stored);
    }
  }
  return { queue, dead, done, call };
}

const names = (n: number) => Array.from({ length: n }, (_, i) => `m${i}`);

test('uses up no receives for a message that was not tried for lack of time', async () => {
  const { queue, call, done } = stage(() => 58_000);
  for (const name of names(4)) queue.push({ message: { name }, receives: 0 });
  await call();
  expect(done).toEqual(['m0', 'm1']);
  expect(queue).toEqual(['m2', 'm3'].map((name) => ({ message: { name }, receives: 0 })));
});

test('dead-letters no object whose documents take half a minute', async () => {
  const { queue, dead, done, call } = stage(async (_message, _receives, leftMs) => {
    let used = 0;
    const converter = {
      convert: async () => {
        used += 3_000;
        return { reason: 'conversion-failed' as const, detail: '' };
      },
      close: async () => {},
    };
    const limited = lambdaConverter({ getRemainingTimeInMillis: () => leftMs - used }, converter, 1_769);
    for (let i = 0; i < 10; i++) await limited.convert({ limits: { timeoutMs: 20_000, memoryMb: 512 } } as never);
    return used;
  });
  for (const name of names(200)) queue.push({ message: { name }, receives: 0 });
  for (let i = 0; i < 1_000 && queue.length > 0; i++) await call();
  expect([dead.length, new Set(done).size]).toEqual([0, 200]);
});

test('dead-letters a message that a whole call is too short for, also if it is requeued in between', async () => {
  const { queue, dead, call } = stage(({ name }) => {
    if (name !== 'large') return 60_000;
    throw new TooLittleTimeError('too large');
  });
  queue.push({ message: { name: 'large' }, receives: 0 });
  for (let i = 0; i < 60 && dead.length === 0; i++) {
    // The message is the first of a batch every other time.
    while (queue.length < 2) queue.push({ message: { name: 'other' }, receives: 0 });
    if (i % 2 === 1) queue.reverse();
    await call();
  }
  expect(dead.map(({ message }) => message.name)).toEqual(['large']);
});

test('a requeued message keeps the number of its failures', async () => {
  const seen: number[] = [];
  const { queue, call } = stage(({ name }, receives) => {
    if (name === 'second') seen.push(receives);
    return 116_000;
  });
  queue.push({ message: { name: 'first' }, receives: 0 }, { message: { name: 'second' }, receives: 2 });
  await call();
  expect(queue).toEqual([{ message: { name: 'second', failures: 2 }, receives: 0 }]);
  await call();
  expect(seen).toEqual([3]);
});

test.each([
  { what: 'first delivery', receives: 1, isFirst: false, leftMs: 19_000, isTried: false },
  { what: 'first delivery with enough time', receives: 1, isFirst: false, leftMs: 21_000, isTried: true },
  { what: 'later delivery, which stores marks', receives: 2, isFirst: false, leftMs: 54_000, isTried: false },
  { what: 'later delivery with enough time', receives: 2, isFirst: false, leftMs: 56_000, isTried: true },
  { what: 'first message of a short call', receives: 1, isFirst: true, leftMs: 19_000, isTried: true },
  { what: 'last try', receives: MAX_RECEIVES, isFirst: false, leftMs: 19_000, isTried: true },
])(
  'an object of captures with $leftMs ms left, $what: tried $isTried',
  async ({ receives, isFirst, leftMs, isTried }) => {
    const sent: Message[] = [];
    const tried: number[] = [];
    const run = requeueUntried<Message>(
      { send: async (messages: readonly Message[]) => void sent.push(...messages) },
      { getRemainingTimeInMillis: () => leftMs },
      async (_, times) => tried.push(times),
      cleaningMs,
    );
    await run({ name: 'a' }, receives, isFirst);
    expect([tried, sent.length]).toEqual(isTried ? [[receives], 0] : [[], 1]);
  },
);

test('fails a message that cannot be sent again', async () => {
  const run = requeueUntried<Message>(
    { send: () => Promise.reject(new Error('no queue')) },
    { getRemainingTimeInMillis: () => 1_000 },
    async () => {},
  );
  await expect(run({ name: 'a' }, 1, false)).rejects.toThrow('no queue');
});

import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { allMessages, eachMessage, failCall } from '../../functions/batch.ts';

const batch = (bodies: unknown[], receives = 1) =>
  ({
    Records: bodies.map((body, i) => ({
      messageId: `m${i}`,
      receiptHandle: `r${i}`,
      body: typeof body === 'string' && body.startsWith('raw:') ? body.slice(4) : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: `${receives}` },
    })),
  }) as unknown as SQSEvent;
const plentyOfTime = { getRemainingTimeInMillis: () => 60_000 };

/** Notes for how long messages were hidden. */
function queue() {
  const hidden: Record<string, number> = {};
  return {
    hidden,
    async giveBack(deliveries: readonly { receipt: string }[], delayMs: number) {
      for (const { receipt } of deliveries) hidden[receipt] = delayMs;
    },
  };
}

const failOn = (bad: string) => async (message: string) => {
  if (message === bad) throw new Error('no');
};

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
  said.mockClear();
});

test('only what failed comes again', async () => {
  const answer = await eachMessage<string>(batch(['good', 'broken', 'good']), plentyOfTime, queue(), failOn('broken'));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
});

test('work hears how often its message was given out', async () => {
  const heard: number[] = [];
  await eachMessage(batch(['a'], 3), plentyOfTime, queue(), async (_message, receives) => heard.push(receives));
  expect(heard).toEqual([3]);
});

test('a batch that went well fails nothing and hides nothing', async () => {
  const own = queue();
  expect(await eachMessage(batch(['a', 'b']), plentyOfTime, own, async () => {})).toEqual({ batchItemFailures: [] });
  expect(own.hidden).toEqual({});
});

test.each([
  [1, 2_000],
  [2, 10_000],
  [3, 40_000],
  [4, 120_000],
  [9, 120_000],
])('a message that failed %i times is hidden for %i ms, not for the queue’s visibility time', async (receives, ms) => {
  const own = queue();
  await eachMessage<string>(batch(['good', 'broken'], receives), plentyOfTime, own, failOn('broken'));
  expect(own.hidden).toEqual({ r1: ms });
});

test('a message that always fails is with the dead letters in minutes', async () => {
  let total = 0;
  for (let receives = 1; receives <= 5; receives++) {
    const own = queue();
    await eachMessage<string>(batch(['broken'], receives), plentyOfTime, own, failOn('broken'));
    // After the fifth receive the queue gives it up.
    if (receives < 5) total += own.hidden['r0']!;
  }
  expect(total).toBeLessThan(4 * 60_000);
});

test('messages that no longer fit in are left for the next function', async () => {
  const left = [10_000, 1_000];
  const done: string[] = [];
  const time = { getRemainingTimeInMillis: () => left.shift()! };
  const answer = await eachMessage<string>(
    batch(['a', 'b']),
    time,
    queue(),
    async (message) => void done.push(message),
  );
  expect(done).toEqual(['a']);
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm1' }]);
});

test('what is no JSON is a failed message and no failed batch', async () => {
  const answer = await eachMessage(batch(['raw:{', 'good']), plentyOfTime, queue(), async () => {});
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
});

test('a message that cannot be hidden is still answered as failed', async () => {
  const own = { giveBack: () => Promise.reject(new Error('receipt expired')) };
  const answer = await eachMessage<string>(batch(['broken']), plentyOfTime, own, failOn('broken'));
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
});

test('a fault is logged with the message it befell', async () => {
  await eachMessage<string>(batch(['broken']), plentyOfTime, queue(), failOn('broken'));
  expect(said).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'message-failed', body: '"broken"', error: 'Error: no', messageId: 'm0' }),
  );
});

test('all at once: every message has begun before the first has ended', async () => {
  const begun: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer = allMessages<string>(batch(['a', 'b', 'c']), queue(), async (message) => {
    begun.push(message);
    await gate;
    if (message === 'b') throw new Error('no');
  });
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'c']);
  release();
  expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
});

test('a call that ends as failed takes those messages with it that are not to come again', async () => {
  const ended: string[] = [];
  const done = async (deliveries: readonly { receipt: string }[]) => {
    ended.push(...deliveries.map(({ receipt }) => receipt));
    throw new Error('away as well');
  };
  const answer = { batchItemFailures: [{ itemIdentifier: 'm1' }] };
  await expect(failCall(batch(['a', 'b', 'c']), answer, { done })).rejects.toThrow('no message could be worked on');
  expect(ended).toEqual(['r0', 'r2']);
});

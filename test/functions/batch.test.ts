import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { failInvocation, processConcurrently, processSequentially } from '../../functions/batch.ts';

const batch = (bodies: unknown[], receives = 1) =>
  ({
    Records: bodies.map((body, i) => ({
      messageId: `m${i}`,
      receiptHandle: `r${i}`,
      body: typeof body === 'string' && body.startsWith('raw:') ? body.slice(4) : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: `${receives}` },
    })),
  }) as unknown as SQSEvent;

/** A queue that records the delay of each `nack`. */
function queue() {
  const hidden: Record<string, number> = {};
  return {
    hidden,
    async nack(deliveries: readonly { receipt: string }[], delayMs: number) {
      for (const { receipt } of deliveries) hidden[receipt] = delayMs;
    },
  };
}

const failOn = (bad: string) => async (message: string) => {
  if (message === bad) throw new Error('no');
};

let logError: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logError = vi.spyOn(console, 'error').mockImplementation(() => {});
  logError.mockClear();
});

test('returns only failed messages for redelivery', async () => {
  const answer = await processSequentially<string>(batch(['good', 'broken', 'good']), queue(), failOn('broken'));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
});

test('passes the number of receives to the work', async () => {
  const receives: number[] = [];
  await processSequentially(batch(['a'], 3), queue(), async (_message, n) => receives.push(n));
  expect(receives).toEqual([3]);
});

test('returns and delays no messages if all succeed', async () => {
  const own = queue();
  expect(await processSequentially(batch(['a', 'b']), own, async () => {})).toEqual({
    batchItemFailures: [],
  });
  expect(own.hidden).toEqual({});
});

test.each([
  [1, 2_000],
  [2, 10_000],
  [3, 40_000],
  [4, 120_000],
  [9, 120_000],
])(
  'after %i failures, delays the retry of a message by %i ms instead of the visibility timeout',
  async (receives, ms) => {
    const own = queue();
    await processSequentially<string>(batch(['good', 'broken'], receives), own, failOn('broken'));
    expect(own.hidden).toEqual({ r1: ms });
  },
);

test('dead-letters a message that always fails within five minutes', async () => {
  let total = 0;
  for (let receives = 1; receives <= 5; receives++) {
    const own = queue();
    await processSequentially<string>(batch(['broken'], receives), own, failOn('broken'));
    // The queue dead-letters it when it would receive it for the sixth time.
    total += own.hidden['r0']!;
  }
  expect(total).toBeLessThan(5 * 60_000);
});

test('tells the work which message is the first of its batch', async () => {
  const seen: boolean[] = [];
  await processSequentially(batch(['a', 'b']), queue(), async (_message, _n, isFirst) => seen.push(isFirst));
  expect(seen).toEqual([true, false]);
});

test('treats invalid JSON as one failed message', async () => {
  const answer = await processSequentially(batch(['raw:{', 'good']), queue(), async () => {});
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
});

test('reports a message as failed even if its delay cannot be set', async () => {
  const own = { nack: () => Promise.reject(new Error('receipt expired')) };
  const answer = await processSequentially<string>(batch(['broken']), own, failOn('broken'));
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
});

test('logs an error with its message', async () => {
  await processSequentially<string>(batch(['broken']), queue(), failOn('broken'));
  expect(logError).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'message-failed', body: '"broken"', error: 'Error: no', messageId: 'm0' }),
  );
});

test('starts all messages at once in concurrent mode', async () => {
  const started: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer = processConcurrently<string>(batch(['a', 'b', 'c']), queue(), async (message) => {
    started.push(message);
    await gate;
    if (message === 'b') throw new Error('no');
  });
  await Promise.resolve();
  expect(started).toEqual(['a', 'b', 'c']);
  release();
  expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
});

test('deletes the successful messages of a failed invocation', async () => {
  const ended: string[] = [];
  const done = async (deliveries: readonly { receipt: string }[]) => {
    ended.push(...deliveries.map(({ receipt }) => receipt));
    throw new Error('away as well');
  };
  const answer = { batchItemFailures: [{ itemIdentifier: 'm1' }] };
  await expect(failInvocation(batch(['a', 'b', 'c']), answer, { ack: done })).rejects.toThrow(
    'no message of the batch was processed',
  );
  expect(ended).toEqual(['r0', 'r2']);
});

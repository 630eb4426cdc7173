import { expect, test } from 'vitest';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';

export type QueueOptions = { maxReceives: number; hasDeadLetters: boolean; retentionMs: number };

/** An empty queue and its clock: `wait` really waits if the store has its own clock. */
export type QueueUnderTest = { queue: Queue<{ n: number }>; wait(ms: number): Promise<void> };

/** Guarantees of the port that some stores lack, such as SQS. For those, the contract checks what they do instead. */
export type QueuePromises = {
  /** A late `ack` deletes a redelivered message. SQS guarantees this only for the newest receipt. */
  endsLate: boolean;
  /** Without dead letters, messages are dropped after their maximum receives. SQS drops them only by age. */
  dropsWornOut: boolean;
  /** Messages are dropped after their retention. SQS does, but not every implementation of its protocol. */
  forgets: boolean;
};

const RULES: QueueOptions = { maxReceives: 3, hasDeadLetters: true, retentionMs: 3_600_000 };
const SECONDS = 1_000;
/** Hides a message for longer than the test takes. */
const KEPT_MS = 600 * SECONDS;
/** Time for which a message is hidden that must not be received earlier. A busy machine takes seconds for a few requests. */
const HIDDEN_MS = 10 * SECONDS;

/** The contract of `Queue`. All durations are whole seconds, which some stores require. */
export function queueContract(
  open: (rules: QueueOptions) => Promise<QueueUnderTest>,
  promises: QueuePromises = { endsLate: true, dropsWornOut: true, forgets: true },
): void {
  const numbers = (deliveries: Delivery<{ n: number }>[]) =>
    deliveries.map(({ message }) => message.n).sort((a, b) => a - b);

  /** Receives the given number of messages, in any number of batches. */
  const receiveAll = async (queue: Queue<{ n: number }>, wanted: number, visibilityMs = KEPT_MS) => {
    const got: Delivery<{ n: number }>[] = [];
    for (let empty = 0; got.length < wanted && empty < 5; ) {
      const some = await queue.receive(wanted - got.length, visibilityMs);
      if (some.length === 0) empty++;
      got.push(...some);
    }
    return got;
  };

  test('delivers a sent message unchanged to one receiver at a time', async () => {
    const { queue } = await open(RULES);
    await queue.send(Array.from({ length: 23 }, (_, n) => ({ n })));
    const got = await receiveAll(queue, 23);
    expect(numbers(got)).toEqual(Array.from({ length: 23 }, (_, n) => n));
    expect(got.every(({ receives }) => receives === 1)).toBe(true);
    expect(await queue.receive(10, KEPT_MS)).toEqual([]);
  });

  test('delivers a delayed message after its delay, with a full retention', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }], HIDDEN_MS);
    await wait(1 * SECONDS);
    expect(await queue.receive(1, KEPT_MS)).toEqual([]);
    await wait(HIDDEN_MS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 1 }]);
  });

  test('delivers at most the requested number', async () => {
    const { queue } = await open(RULES);
    await queue.send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect((await queue.receive(2, KEPT_MS)).length).toBeLessThanOrEqual(2);
  });

  test('delivers different messages to concurrent receivers', async () => {
    const { queue } = await open(RULES);
    await queue.send(Array.from({ length: 8 }, (_, n) => ({ n })));
    const got = (await Promise.all([1, 2, 3, 4].map(() => queue.receive(2, KEPT_MS)))).flat();
    expect(new Set(numbers(got)).size).toBe(got.length);
  });

  test('redelivers a message after its visibility timeout, not before', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }]);
    await receiveAll(queue, 1, HIDDEN_MS);
    await wait(1 * SECONDS);
    expect(await queue.receive(1, HIDDEN_MS)).toEqual([]);
    await wait(HIDDEN_MS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 2 }]);
  });

  test('never redelivers an acknowledged message', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }, { n: 2 }]);
    const got = await receiveAll(queue, 2, 2 * SECONDS);
    await queue.ack(got.filter(({ message }) => message.n === 1));
    await wait(3 * SECONDS);
    const again = await receiveAll(queue, 1);
    expect(numbers(again)).toEqual([2]);
    await queue.ack(again);
    expect(await queue.receive(2, 2 * SECONDS)).toEqual([]);
  });

  if (promises.endsLate) {
    test('lets a slow receiver acknowledge a redelivered message', async () => {
      const { queue, wait } = await open(RULES);
      await queue.send([{ n: 1 }]);
      const slow = await receiveAll(queue, 1, 1 * SECONDS);
      await wait(2 * SECONDS);
      expect(await receiveAll(queue, 1, 2 * SECONDS)).toHaveLength(1);
      await queue.ack(slow);
      await wait(3 * SECONDS);
      expect(await queue.receive(1, 1 * SECONDS)).toEqual([]);
    });
  }

  test('accepts a late ack, and lets the later receiver acknowledge', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }]);
    const slow = await receiveAll(queue, 1, 1 * SECONDS);
    await wait(2 * SECONDS);
    const later = await receiveAll(queue, 1, 2 * SECONDS);
    expect(later).toHaveLength(1);
    await queue.ack(slow);
    await queue.nack(slow, 0);
    await queue.ack(later);
    await wait(3 * SECONDS);
    expect(await queue.receive(1, 1 * SECONDS)).toEqual([]);
  });

  test('deletes no other message by a repeated or very late ack', async () => {
    const { queue } = await open(RULES);
    await queue.send([{ n: 1 }]);
    const first = await receiveAll(queue, 1);
    await queue.ack(first);
    await queue.send([{ n: 2 }]);
    await queue.ack(first).catch(() => {});
    expect(numbers(await receiveAll(queue, 1))).toEqual([2]);
  });

  test('redelivers a nacked message after its delay', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }]);
    await queue.nack(await receiveAll(queue, 1), HIDDEN_MS);
    expect(await queue.receive(1, KEPT_MS)).toEqual([]);
    await wait(HIDDEN_MS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 2 }]);
  });

  test('redelivers a nacked message without delay at once', async () => {
    const { queue } = await open(RULES);
    await queue.send([{ n: 1 }]);
    await queue.nack(await receiveAll(queue, 1), 0);
    expect(numbers(await receiveAll(queue, 1))).toEqual([1]);
  });

  const wearOut = async ({ queue }: QueueUnderTest) => {
    for (let times = 1; times <= RULES.maxReceives; times++) {
      const got = await receiveAll(queue, 1);
      expect(got).toMatchObject([{ receives: times }]);
      await queue.nack(got, 0);
    }
    expect(await queue.receive(1, KEPT_MS)).toEqual([]);
  };

  test('dead-letters a message after its maximum receives', async ({ expect }) => {
    const under = await open(RULES);
    await under.queue.send([{ n: 1 }]);
    await wearOut(under);
    await expect.poll(() => under.queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 0, inFlight: 0, dead: 1 });
  });

  if (promises.dropsWornOut) {
    test('drops a message after its maximum receives if there are no dead letters', async ({ expect }) => {
      const under = await open({ ...RULES, hasDeadLetters: false });
      await under.queue.send([{ n: 1 }]);
      await wearOut(under);
      await expect.poll(() => under.queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    });
  }

  if (!promises.dropsWornOut) {
    test('keeps redelivering a message if there are no dead letters', async () => {
      const { queue } = await open({ ...RULES, hasDeadLetters: false });
      await queue.send([{ n: 1 }]);
      for (let times = 1; times <= RULES.maxReceives + 2; times++) {
        const got = await receiveAll(queue, 1);
        expect(got).toMatchObject([{ message: { n: 1 }, receives: times }]);
        await queue.nack(got, 0);
      }
    });
  }

  test('delivers messages behind exhausted ones', async () => {
    const under = await open({ ...RULES, maxReceives: 1 });
    await under.queue.send([{ n: 1 }]);
    await under.queue.nack(await receiveAll(under.queue, 1), 0);
    await under.queue.send([{ n: 2 }]);
    expect(numbers(await receiveAll(under.queue, 1))).toEqual([2]);
  });

  if (promises.forgets) {
    test('drops a message after its retention', async () => {
      const { queue, wait } = await open({ ...RULES, retentionMs: 60 * SECONDS });
      await queue.send([{ n: 1 }]);
      await wait(62 * SECONDS);
      expect(await queue.receive(1, KEPT_MS)).toEqual([]);
      await queue.send([{ n: 2 }]);
      expect(numbers(await receiveAll(queue, 1))).toEqual([2]);
    });
  }

  test('counts waiting and in-flight messages', async ({ expect }) => {
    const { queue } = await open(RULES);
    expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    await queue.send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await expect.poll(() => queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 3, inFlight: 0, dead: 0 });
    await queue.ack(await receiveAll(queue, 1));
    await receiveAll(queue, 1);
    await expect.poll(() => queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 1, inFlight: 1, dead: 0 });
  });

  test('accepts empty lists', async () => {
    const { queue } = await open(RULES);
    await queue.send([]);
    await queue.ack([]);
    await queue.nack([], 0);
    expect(await queue.receive(1, 1 * SECONDS)).toEqual([]);
  });
}

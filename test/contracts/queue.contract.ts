import { expect, test } from 'vitest';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';

export type QueueOptions = { maxReceives: number; hasDeadLetters: boolean; retentionMs: number };

/** An empty queue, and the time that it goes by: `wait` really waits where the store has a clock of its own. */
export type QueueUnderTest = { queue: Queue<{ n: number }>; wait(ms: number): Promise<void> };

/** What the port promises and some stores do not: SQS, for one. What it does in its place is asked for then. */
export type QueuePromises = {
  /** A late `done` ends a message that was given out again. SQS: by the newest receipt for certain, by older ones perhaps. */
  endsLate: boolean;
  /** Messages are dropped after their receives where there are no dead letters. SQS: only their age ends them then. */
  dropsWornOut: boolean;
  /** Messages are dropped when their time is over. SQS does, but not every server of its protocol. */
  forgets: boolean;
};

const RULES: QueueOptions = { maxReceives: 3, hasDeadLetters: true, retentionMs: 3_600_000 };
const SECONDS = 1_000;

/** What every `Queue` must do. All spans are whole seconds, which some stores ask for. */
export function queueContract(
  open: (rules: QueueOptions) => Promise<QueueUnderTest>,
  promises: QueuePromises = { endsLate: true, dropsWornOut: true, forgets: true },
): void {
  const numbers = (deliveries: Delivery<{ n: number }>[]) =>
    deliveries.map(({ message }) => message.n).sort((a, b) => a - b);

  /** As many as are wanted, in as many answers as the store likes. */
  const receiveAll = async (queue: Queue<{ n: number }>, wanted: number, visibilityMs = 60 * SECONDS) => {
    const got: Delivery<{ n: number }>[] = [];
    for (let empty = 0; got.length < wanted && empty < 5; ) {
      const some = await queue.receive(wanted - got.length, visibilityMs);
      if (some.length === 0) empty++;
      got.push(...some);
    }
    return got;
  };

  test('what is sent is received, whole, by one receiver at a time', async () => {
    const { queue } = await open(RULES);
    await queue.send(Array.from({ length: 23 }, (_, n) => ({ n })));
    const got = await receiveAll(queue, 23);
    expect(numbers(got)).toEqual(Array.from({ length: 23 }, (_, n) => n));
    expect(got.every(({ receives }) => receives === 1)).toBe(true);
    expect(await queue.receive(10, 60 * SECONDS)).toEqual([]);
  });

  test('what is sent for later is not there before, and then as new as if it were sent now', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }], 3 * SECONDS);
    await wait(1 * SECONDS);
    expect(await queue.receive(1, 60 * SECONDS)).toEqual([]);
    await wait(3 * SECONDS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 1 }]);
  });

  test('nobody gets more than asked for', async () => {
    const { queue } = await open(RULES);
    await queue.send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect((await queue.receive(2, 60 * SECONDS)).length).toBeLessThanOrEqual(2);
  });

  test('receivers at the same time get different messages', async () => {
    const { queue } = await open(RULES);
    await queue.send(Array.from({ length: 8 }, (_, n) => ({ n })));
    const got = (await Promise.all([1, 2, 3, 4].map(() => queue.receive(2, 60 * SECONDS)))).flat();
    expect(new Set(numbers(got)).size).toBe(got.length);
  });

  test('a message whose receiver died comes again when its visibility time is over, not before', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }]);
    await receiveAll(queue, 1, 3 * SECONDS);
    await wait(1 * SECONDS);
    expect(await queue.receive(1, 3 * SECONDS)).toEqual([]);
    await wait(3 * SECONDS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 2 }]);
  });

  test('what is done never comes again', async () => {
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
    test('a slow receiver ends its message although it was given out again', async () => {
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

  test('a slow receiver is no fault, and the later one ends the message', async () => {
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

  test('what is done twice, or very late, ends nobody else’s message', async () => {
    const { queue } = await open(RULES);
    await queue.send([{ n: 1 }]);
    const first = await receiveAll(queue, 1);
    await queue.ack(first);
    await queue.send([{ n: 2 }]);
    await queue.ack(first).catch(() => {});
    expect(numbers(await receiveAll(queue, 1))).toEqual([2]);
  });

  test('what is given back comes again after its delay', async () => {
    const { queue, wait } = await open(RULES);
    await queue.send([{ n: 1 }]);
    await queue.nack(await receiveAll(queue, 1), 2 * SECONDS);
    expect(await queue.receive(1, 60 * SECONDS)).toEqual([]);
    await wait(3 * SECONDS);
    expect(await receiveAll(queue, 1)).toMatchObject([{ message: { n: 1 }, receives: 2 }]);
  });

  test('what is given back without delay comes again at once', async () => {
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
    expect(await queue.receive(1, 60 * SECONDS)).toEqual([]);
  };

  test('after its receives a message is a dead letter', async () => {
    const under = await open(RULES);
    await under.queue.send([{ n: 1 }]);
    await wearOut(under);
    await expect.poll(() => under.queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 0, inFlight: 0, dead: 1 });
  });

  if (promises.dropsWornOut) {
    test('after its receives a message is gone where there are no dead letters', async () => {
      const under = await open({ ...RULES, hasDeadLetters: false });
      await under.queue.send([{ n: 1 }]);
      await wearOut(under);
      await expect.poll(() => under.queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    });
  }

  if (!promises.dropsWornOut) {
    test('a message comes again and again where there are no dead letters', async () => {
      const { queue } = await open({ ...RULES, hasDeadLetters: false });
      await queue.send([{ n: 1 }]);
      for (let times = 1; times <= RULES.maxReceives + 2; times++) {
        const got = await receiveAll(queue, 1);
        expect(got).toMatchObject([{ message: { n: 1 }, receives: times }]);
        await queue.nack(got, 0);
      }
    });
  }

  test('messages that are worn out do not hide those behind them', async () => {
    const under = await open({ ...RULES, maxReceives: 1 });
    await under.queue.send([{ n: 1 }]);
    await under.queue.nack(await receiveAll(under.queue, 1), 0);
    await under.queue.send([{ n: 2 }]);
    expect(numbers(await receiveAll(under.queue, 1))).toEqual([2]);
  });

  if (promises.forgets) {
    test('a message is forgotten when its time is over', async () => {
      const { queue, wait } = await open({ ...RULES, retentionMs: 60 * SECONDS });
      await queue.send([{ n: 1 }]);
      await wait(62 * SECONDS);
      expect(await queue.receive(1, 60 * SECONDS)).toEqual([]);
      await queue.send([{ n: 2 }]);
      expect(numbers(await receiveAll(queue, 1))).toEqual([2]);
    });
  }

  test('depth tells what waits and what is under way', async () => {
    const { queue } = await open(RULES);
    expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    await queue.send([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await expect.poll(() => queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 3, inFlight: 0, dead: 0 });
    await queue.ack(await receiveAll(queue, 1));
    await receiveAll(queue, 1);
    await expect.poll(() => queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 1, inFlight: 1, dead: 0 });
  });

  test('nothing sent, done or given back is no fault', async () => {
    const { queue } = await open(RULES);
    await queue.send([]);
    await queue.ack([]);
    await queue.nack([], 0);
    expect(await queue.receive(1, 1 * SECONDS)).toEqual([]);
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { processSequentially } from '../../functions/batch.ts';
import { sqsClient } from '../../shared/aws/clients.ts';
import { discardDeadLetters } from '../../shared/aws/sqs/sqs-dead-letters.ts';
import { sqsQueue } from '../../shared/aws/sqs/sqs-queue.ts';
import { redrive } from '../../shared/aws/sqs/sqs-redrive.ts';
import type { Delivery } from '../../shared/ports/queue.ts';
import { queueContract } from '../contracts/queue.contract.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import type { EngineName } from './engines/recipes.ts';
import { makeQueue } from './engines/stores.ts';

type Message = { n: number };

const RULES = { maxReceives: 3, hasDeadLetters: true, retentionMs: 3_600_000 };

// At the same time: most tests wait, each for messages of its own queue. `expect` of the context knows its test.
describe.concurrent.each<EngineName>(['elasticmq', 'ministack'])('Queue in %s', (name) => {
  let client: ReturnType<typeof sqsClient>;
  beforeAll(async () => {
    client = sqsClient(localClientOptions(await engine(name)));
  }, 900_000);

  const open = async (rules = RULES) => {
    const places = await makeQueue(client, rules);
    return { queue: sqsQueue<Message>(client, places), ...places };
  };

  queueContract(async (rules) => ({ ...(await open(rules)), wait: (ms) => sleep(ms).then(() => {}) }), {
    endsLate: false,
    dropsWornOut: false,
    // ElasticMQ accepts the attribute, but never expires messages.
    forgets: name !== 'elasticmq',
  });

  test('moves a poison message to the dead-letter queue after its receives, with delays of seconds before retries', async () => {
    const { queue } = await open();
    await queue.send([{ n: 1 }, { n: 2 }]);
    const attempts: { n: number; at: number }[] = [];
    const work = async ({ n }: Message) => {
      attempts.push({ n, at: performance.now() });
      if (n === 1) throw new Error('poison');
    };
    // Like the event source mapping: messages that are not reported as failed are deleted, the others stay hidden.
    while ((await queue.depth()).dead === 0) {
      const got = await queue.receive(10, 600_000);
      const { batchItemFailures } = await processSequentially<Message>(eventOf(got), queue, work);
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      await queue.ack(got.filter((_, i) => !failed.has(`${i}`)));
    }
    const poison = attempts.filter(({ n }) => n === 1).map(({ at }) => at);
    expect(attempts.filter(({ n }) => n === 2)).toHaveLength(1);
    expect(poison).toHaveLength(RULES.maxReceives);
    const gaps = poison.slice(1).map((at, i) => (at - poison[i]!) / 1_000);
    // Delays of 2 and 10 s; the queue counts whole seconds.
    expect([gaps[0]! > 1, gaps[1]! > 9], `${gaps}`).toEqual([true, true]);
  });

  test('redrives at most the requested number of dead letters, unchanged', async ({ expect }) => {
    const { queue, url, dead } = await open({ ...RULES, maxReceives: 1 });
    const all = Array.from({ length: 23 }, (_, n) => ({ n }));
    const graves = sqsQueue<Message>(client, { url: dead! });
    await graves.send(all);
    expect(await redrive(client, { dead: dead!, target: url }, 12)).toBe(12);
    await expect.poll(() => queue.depth(), { timeout: 120_000 }).toEqual({ waiting: 12, inFlight: 0, dead: 11 });
    expect(await redrive(client, { dead: dead!, target: url }, 100)).toBe(11);
    expect(await redrive(client, { dead: dead!, target: url }, 100)).toBe(0);
    const back: number[] = [];
    for (let empty = 0; empty < 2; ) {
      const got = await queue.receive(10, 60_000);
      if (got.length === 0) empty++;
      back.push(...got.map(({ message }) => message.n));
    }
    expect(back.sort((a, b) => a - b)).toEqual(all.map(({ n }) => n));
  });

  test('discards at most the requested number of dead letters', async () => {
    const { queue, dead } = await open({ ...RULES, maxReceives: 1 });
    const graves = sqsQueue<Message>(client, { url: dead! });
    await graves.send(Array.from({ length: 14 }, (_, n) => ({ n })));
    expect(await discardDeadLetters(client, dead!, 12)).toHaveLength(12);
    expect(await discardDeadLetters(client, dead!, 100)).toHaveLength(2);
    expect(await queue.receive(1, 60_000)).toEqual([]);
  });

  test('keeps dead letters that cannot be redriven', async () => {
    const { url, dead } = await open();
    const graves = sqsQueue<Message>(client, { url: dead! });
    await graves.send([{ n: 1 }]);
    await expect(redrive(client, { dead: dead!, target: `${url}-none` }, 10)).rejects.toThrow();
    const { waiting, inFlight } = await graves.depth();
    expect(waiting + inFlight).toBe(1);
  });
});

/** Creates the event of a batch. Message ids are indices. */
function eventOf(deliveries: Delivery<Message>[]): SQSEvent {
  const records = deliveries.map(({ message, receipt, receives }, i) => ({
    messageId: `${i}`,
    receiptHandle: receipt,
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: `${receives}` },
  }));
  return { Records: records } as unknown as SQSEvent;
}

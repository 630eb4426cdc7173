import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { fakeClock } from '../fake-clock.ts';
import { queueContract } from './queue.contract.ts';

describe('Queue on SQLite', () => {
  queueContract(async (rules) => {
    const clock = fakeClock();
    return { queue: sqliteQueue(openDatabase(':memory:'), 'q', clock, rules), wait: clock.advance };
  });

  test('keeps queues in one file separate', async () => {
    const db = openDatabase(':memory:');
    const rules = { maxReceives: 1, hasDeadLetters: true, retentionMs: 60_000 };
    const [a, b] = ['a', 'b'].map((name) => sqliteQueue<number>(db, name, fakeClock(), rules));
    await a!.send([1]);
    expect(await b!.receive(1, 1_000)).toEqual([]);
    expect(await b!.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    expect(await a!.receive(1, 1_000)).toHaveLength(1);
  });
});

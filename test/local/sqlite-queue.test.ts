import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { MAX_REFUNDS, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { fakeClock } from '../fake-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const RULES = { retentionMs: 3_600_000, maxReceives: 3, hasDeadLetters: true };

test('never reuses a receipt, even after the table was empty', async () => {
  const file = join(temporaryFolder(), 'a.sqlite');
  const before = openDatabase(file);
  const queue = sqliteQueue<number>(before, 'q', fakeClock(), RULES);
  await queue.send([1]);
  const [late] = await queue.receive(1, 60_000);
  await queue.ack([late!]);
  before.close();
  const after = sqliteQueue<number>(openDatabase(file), 'q', fakeClock(), RULES);
  await after.send([2]);
  const [own] = await after.receive(1, 60_000);
  expect(own!.receipt).not.toBe(late!.receipt);
  await after.nack([own!], 0);
  await after.ack([late!]);
  expect(await after.receive(1, 60_000)).toMatchObject([{ message: 2 }]);
});

test('returns messages of a killed process at once', async () => {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  const [queue, other] = ['q', 'other'].map((name) => sqliteQueue<number>(db, name, clock, RULES));
  await queue!.send([1, 2]);
  await other!.send([3]);
  await queue!.receive(2, 60_000);
  await other!.receive(1, 60_000);
  queue!.releaseAll();
  expect((await queue!.receive(5, 60_000)).map(({ message }) => message)).toEqual([1, 2]);
  expect(await other!.receive(1, 60_000)).toEqual([]);
});

/** Receives the message of a queue, ends its process, and lets the crawl rest. @returns the number of its receives, or undefined */
async function killWhileLeased(queue: ReturnType<typeof sqliteQueue>, clock: ReturnType<typeof fakeClock>) {
  const [delivery] = await queue.receive(1, 60_000);
  await clock.advance(3_600_000);
  queue.releaseAll();
  return delivery?.receives;
}

test('does not count kills as receives, also if the crawl rests longer than a lease', async () => {
  const clock = fakeClock();
  const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', clock, { maxReceives: 5, hasDeadLetters: true });
  await queue.send(['innocent']);
  const receives: unknown[] = [];
  for (let i = 0; i < MAX_REFUNDS; i++) receives.push(await killWhileLeased(queue, clock));
  expect(receives).toEqual(Array(MAX_REFUNDS).fill(1));
  expect(await queue.receive(1, 60_000)).toMatchObject([{ receives: 1 }]);
});

test('counts the receives of a message whose process is killed each time, and dead-letters it at last', async () => {
  const clock = fakeClock();
  const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', clock, { maxReceives: 3, hasDeadLetters: true });
  await queue.send(['deadly']);
  for (let i = 0; i < MAX_REFUNDS; i++) await killWhileLeased(queue, clock);
  const receives: unknown[] = [];
  for (let i = 0; i < 4; i++) receives.push(await killWhileLeased(queue, clock));
  expect(receives).toEqual([1, 2, 3, undefined]);
  expect(queue.listDeadLetters(9)).toMatchObject([{ message: 'deadly' }]);
});

test('a kill refunds no receive of a message that failed before and waits for its retry', async () => {
  const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', fakeClock(), RULES);
  await queue.send(['failing']);
  await queue.nack(await queue.receive(1, 60_000), 60_000);
  queue.releaseAll();
  expect(await queue.receive(1, 60_000)).toMatchObject([{ receives: 2 }]);
});

test('releases a message without counting the receive', async () => {
  const clock = fakeClock();
  const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', clock, { ...RULES, maxReceives: 1 });
  await queue.send(['innocent']);
  for (let i = 0; i < 20; i++) {
    await queue.release(await queue.receive(1, 60_000), 5_000);
    expect(await queue.receive(1, 60_000)).toEqual([]);
    await clock.advance(5_000);
  }
  expect(await queue.receive(1, 60_000)).toMatchObject([{ message: 'innocent', receives: 1 }]);
  expect(queue.listDeadLetters(9)).toEqual([]);
});

test('refunds receives of killed processes in folders of an earlier version, which did not record leases', async () => {
  const db = openDatabase(':memory:');
  db.exec(`CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL,
    visible_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0);
    INSERT INTO message (queue, body, visible_at, expires_at, receives)
    VALUES ('q', '"leased"', 0, 9e15, 3), ('q', '"waiting"', 1, 9e15, 0)`);
  sqliteQueue<string>(db, 'q', fakeClock(), RULES).releaseAll();
  expect(await sqliteQueue<string>(db, 'q', fakeClock(), RULES).receive(2, 60_000)).toMatchObject([
    { message: 'leased', receives: 3 },
    { message: 'waiting', receives: 1 },
  ]);
});

test('delivers messages roughly in the order they were sent', async () => {
  const queue = sqliteQueue<number>(openDatabase(':memory:'), 'q', fakeClock(), RULES);
  await queue.send([1, 2, 3, 4, 5]);
  expect((await queue.receive(2, 1_000)).map(({ message }) => message)).toEqual([1, 2]);
  expect((await queue.receive(9, 1_000)).map(({ message }) => message)).toEqual([3, 4, 5]);
});

test('sends a list atomically', async () => {
  const queue = sqliteQueue<unknown>(openDatabase(':memory:'), 'q', fakeClock(), RULES);
  await expect(queue.send([1, 2n])).rejects.toThrow();
  expect(await queue.depth()).toMatchObject({ waiting: 0 });
});

test('does not look empty because of exhausted or expired messages', async () => {
  const clock = fakeClock();
  const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', clock, { ...RULES, maxReceives: 1 });
  await queue.send(['forgotten', 'forgotten']);
  await clock.advance(RULES.retentionMs - 1);
  await queue.send(['worn']);
  await clock.advance(1);
  await queue.nack(await queue.receive(1, 60_000), 0);
  await queue.send(['good']);
  expect(await queue.receive(1, 60_000)).toMatchObject([{ message: 'good' }]);
  expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 1, dead: 1 });
});

test('without a retention, delivers messages after any time, also those of a version that let them expire', async () => {
  const clock = fakeClock();
  const db = openDatabase(':memory:');
  await sqliteQueue<string>(db, 'q', clock, RULES).send(['of an earlier version']);
  const { retentionMs: _, ...rules } = RULES;
  const queue = sqliteQueue<string>(db, 'q', clock, rules);
  await queue.send(['own']);
  await clock.advance(100 * 365 * 86_400_000);
  const messages = (await queue.receive(5, 60_000)).map(({ message }) => message);
  expect(messages).toEqual(['of an earlier version', 'own']);
});

test('lists a dead letter, and redrives it as a new message', async () => {
  const clock = fakeClock();
  const db = openDatabase(':memory:');
  const [queue, other] = ['q', 'other'].map((name) => sqliteQueue<string>(db, name, clock, RULES));
  const giveUp = async () => {
    for (let i = 0; i <= RULES.maxReceives; i++) await queue!.nack(await queue!.receive(1, 60_000), 0);
  };
  await queue!.send(['poison']);
  await giveUp();
  const died = clock.now();
  await clock.advance(5_000);
  expect(queue!.listDeadLetters(10)).toEqual([{ message: 'poison', since: died, receives: RULES.maxReceives }]);
  expect(other!.listDeadLetters(10)).toEqual([]);

  expect(other!.redrive(10)).toBe(0);
  expect(queue!.redrive(10)).toBe(1);
  expect(queue!.listDeadLetters(10)).toEqual([]);
  expect(await queue!.receive(5, 60_000)).toMatchObject([{ message: 'poison', receives: 1 }]);
  await queue!.nack([{ receipt: '2' }], 0);
  await giveUp();
  expect(await queue!.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 1 });
});

test('redrives at most the given number, oldest first', async () => {
  const clock = fakeClock();
  const queue = sqliteQueue<number>(openDatabase(':memory:'), 'q', clock, { ...RULES, maxReceives: 1 });
  for (const n of [1, 2, 3]) {
    await queue.send([n]);
    await queue.nack(await queue.receive(1, 60_000), 0);
    await queue.receive(1, 60_000);
    await clock.advance(1_000);
  }
  expect(queue.redrive(2)).toBe(2);
  expect((await queue.receive(5, 60_000)).map(({ message }) => message)).toEqual([1, 2]);
  expect(queue.listDeadLetters(5).map(({ message }) => message)).toEqual([3]);
});

test('discards at most the given number of dead letters, oldest first', async () => {
  const clock = fakeClock();
  const db = openDatabase(':memory:');
  const [queue, other] = ['q', 'other'].map((name) => sqliteQueue<number>(db, name, clock, RULES));
  for (const n of [1, 2, 3]) {
    await queue!.send([n]);
    await queue!.deadLetter(await queue!.receive(1, 60_000));
    await clock.advance(1_000);
  }
  expect(other!.discard(9)).toEqual([]);
  expect(queue!.discard(2).map(({ message }) => message)).toEqual([1, 2]);
  expect(queue!.listDeadLetters(5).map(({ message }) => message)).toEqual([3]);
  expect(await queue!.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 1 });
});

test.each([true, false])(
  'does not redeliver a message that was dead-lettered early (kept as a dead letter: %s)',
  async (kept) => {
    const queue = sqliteQueue<string>(openDatabase(':memory:'), 'q', fakeClock(), { ...RULES, hasDeadLetters: kept });
    await queue.send(['deadly', 'harmless']);
    const [deadly, harmless] = await queue.receive(2, 60_000);
    await queue.deadLetter([deadly!]);
    await queue.nack([harmless!], 0);
    expect((await queue.receive(2, 60_000)).map(({ message }) => message)).toEqual(['harmless']);
    expect(queue.listDeadLetters(9)).toMatchObject(kept ? [{ message: 'deadly', receives: 1 }] : []);
    expect(queue.redrive(9)).toBe(kept ? 1 : 0);
  },
);

test('reads dead letters of older data folders, which lack the number of receives', async () => {
  const db = openDatabase(':memory:');
  db.exec(`CREATE TABLE dead_letter (
    id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, died_at INTEGER NOT NULL);
    INSERT INTO dead_letter VALUES (1000, 'q', '"old"', 0)`);
  const queue = sqliteQueue<string>(db, 'q', fakeClock(), RULES);
  await queue.send(['new']);
  await queue.deadLetter(await queue.receive(1, 60_000));
  expect(queue.listDeadLetters(9)).toMatchObject([
    { message: 'old', receives: RULES.maxReceives },
    { message: 'new', receives: 1 },
  ]);
});

import { expect, test } from 'vitest';
import { createTurns } from '../../shared/http/turns.ts';

test('gives so many turns at a time, in the order of asking', async () => {
  const turns = createTurns(2);
  const order: number[] = [];
  const tasks = [0, 1, 2, 3].map(async (n) => {
    const end = await turns.take();
    order.push(n);
    return end!;
  });
  const [first, second] = await Promise.all(tasks.slice(0, 2));
  expect(order).toEqual([0, 1]);
  second!();
  const third = await tasks[2]!;
  expect(order).toEqual([0, 1, 2]);
  first!();
  (await tasks[3]!)();
  third();
  expect(await turns.take(AbortSignal.timeout(1))).toBeDefined();
});

test('gives up when the signal aborts, and gives the turn to the next one', async () => {
  const turns = createTurns(1);
  const end = await turns.take();
  const ended = new AbortController();
  const interrupted = turns.take(ended.signal);
  const next = turns.take();
  ended.abort();
  expect(await interrupted).toBeUndefined();
  expect(await turns.take(ended.signal)).toBeUndefined();
  end!();
  expect(await next).toBeDefined();
});

test.each([
  ['before', false],
  ['after', true],
])('keeps its number of turns if the signal aborts right %s a turn comes', async (_, isLate) => {
  const turns = createTurns(1);
  const end = await turns.take();
  const ended = new AbortController();
  const interrupted = turns.take(ended.signal);
  if (isLate) end!();
  ended.abort();
  if (!isLate) end!();
  const endOther = await interrupted;
  expect(endOther !== undefined).toBe(isLate);
  endOther?.();
  expect(await turns.take()).toBeDefined();
  expect(await turns.take(AbortSignal.timeout(1))).toBeUndefined();
});

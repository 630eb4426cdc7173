import { expect, test, vi } from 'vitest';
import { createTurns } from '../../../shared/net/chromium/turns.ts';

test('gives so many turns at a time, in the order of asking', async () => {
  const turns = createTurns(2);
  const order: number[] = [];
  const tasks = [0, 1, 2, 3].map(async (n) => {
    const end = await turns.take(1_000);
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
  expect(await turns.take(1)).toBeDefined();
});

test('gives up after the time, and when the signal aborts', async () => {
  vi.useFakeTimers();
  try {
    const turns = createTurns(1);
    const end = await turns.take(1_000);
    const late = turns.take(1_000);
    const ended = new AbortController();
    const interrupted = turns.take(5_000, ended.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBeUndefined();
    ended.abort();
    expect(await interrupted).toBeUndefined();
    expect(await turns.take(1_000, ended.signal)).toBeUndefined();
    end!();
    expect(await turns.take(1_000)).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

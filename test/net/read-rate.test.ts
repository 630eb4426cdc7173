import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadRate, type RateShare, type ReadRate } from '../../shared/net/read-rate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 86_400_000;

/** Requests a body and reads it in chunks, as fast as the rate allows. @returns what has arrived, and the end of the body */
function download(rate: ReadRate, bytes: number, chunkBytes: number) {
  const state = { arrived: 0, heldMs: 0, isDone: false };
  const read = (share: RateShare) => {
    share.onTurn = () => read(share);
    for (;;) {
      const length = Math.min(chunkBytes, bytes - state.arrived);
      if (length === 0) break;
      state.arrived += length;
      if (!share.take(length)) return;
    }
    state.heldMs = share.heldMs();
    state.isDone = true;
    share.close();
  };
  void Promise.resolve(rate.enter()).then(read);
  return state;
}

test('bodies of many hosts together arrive at the rate', async () => {
  const rate = createReadRate({ bytesPerSecond: 100_000, maxHeldMs: DAY_MS });
  const all = Array.from({ length: 20 }, () => download(rate, 500_000, 65_536));
  await vi.advanceTimersByTimeAsync(50_000);
  const arrived = all.reduce((sum, one) => sum + one.arrived, 0);
  // The tolerance: a second of the rate, and the last read of each body that takes turns.
  expect(arrived).toBeGreaterThan(5_000_000);
  expect(arrived).toBeLessThan(5_000_000 + 100_000 + 8 * 65_536);
  await vi.advanceTimersByTimeAsync(51_000);
  expect(all.every(({ isDone }) => isDone)).toBe(true);
});

test('bodies that arrive at the same time share the rate evenly', async () => {
  const rate = createReadRate({ bytesPerSecond: 100_000, maxHeldMs: DAY_MS });
  const [short, ...long] = [200_000, 5_000_000, 5_000_000, 5_000_000].map((bytes) => download(rate, bytes, 65_536));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(short).toMatchObject({ isDone: true });
  await vi.advanceTimersByTimeAsync(50_000);
  const [least = 0, most = 0] = [Math.min, Math.max].map((of) => of(...long.map(({ arrived }) => arrived)));
  expect(most - least).toBeLessThanOrEqual(2 * 65_536);
});

test('short pages arrive at the rate, too', async () => {
  const rate = createReadRate({ bytesPerSecond: 50_000, maxHeldMs: DAY_MS });
  const all = Array.from({ length: 200 }, () => download(rate, 10_000, 10_000));
  await vi.advanceTimersByTimeAsync(20_000);
  const done = all.filter(({ isDone }) => isDone).length;
  expect(done).toBeGreaterThan(90);
  expect(done).toBeLessThan(110);
});

test('a rate that is not used up holds nothing', async () => {
  const rate = createReadRate({ bytesPerSecond: 100_000, maxHeldMs: DAY_MS });
  for (let i = 0; i < 10; i++) {
    const page = download(rate, 50_000, 10_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page).toMatchObject({ isDone: true, heldMs: 0 });
  }
});

test('a response waits no longer than the maximum, in all', async () => {
  const rate = createReadRate({ bytesPerSecond: 1_000, maxHeldMs: 60_000 });
  const first = download(rate, 10_000_000, 65_536);
  const second = download(rate, 10_000, 5_000);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(first).toMatchObject({ isDone: true });
  expect(first.heldMs).toBeLessThan(62_000);
  expect(second).toMatchObject({ isDone: true });
});

test('hosts that do not answer keep no others waiting', async () => {
  const rate = createReadRate({ bytesPerSecond: 20_000, maxHeldMs: DAY_MS });
  const silent = Array.from({ length: 50 }, () => rate.enter());
  const page = download(rate, 10_000, 10_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page).toMatchObject({ isDone: true });
  for (const share of await Promise.all(silent)) share.close();
});

test('the abort of a request ends its wait', async () => {
  const rate = createReadRate({ bytesPerSecond: 1_000, maxHeldMs: DAY_MS });
  download(rate, 1_000_000, 65_536);
  await vi.advanceTimersByTimeAsync(0);
  const aborting = new AbortController();
  const waiting = rate.enter(aborting.signal);
  aborting.abort();
  expect((await waiting).isWaiting()).toBe(false);
  expect((await rate.enter(aborting.signal)).isWaiting()).toBe(false);
});

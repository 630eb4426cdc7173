import { expect, test, vi } from 'vitest';
import { createTurns } from '../../../shared/http/turns.ts';
import { takeTurn } from '../../../shared/net/chromium/take-turn.ts';

test('gives up after the time, and when the signal aborts', async () => {
  vi.useFakeTimers();
  try {
    const turns = createTurns(1);
    const end = await takeTurn(turns, { waitMs: 1_000 });
    const late = takeTurn(turns, { waitMs: 1_000 });
    const ended = new AbortController();
    const interrupted = takeTurn(turns, { waitMs: 5_000, signal: ended.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBeUndefined();
    ended.abort();
    expect(await interrupted).toBeUndefined();
    expect(await takeTurn(turns, { waitMs: 1_000, signal: ended.signal })).toBeUndefined();
    end!();
    expect(await takeTurn(turns, { waitMs: 1_000 })).toBeDefined();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

import { expect, test } from 'vitest';
import { forwardClock } from '../../shared/local/forward-clock.ts';
import type { Clock } from '../../shared/ports/clock.ts';

/** A clock of the system that somebody sets. */
function settableClock(start: number) {
  const state = { now: start };
  const clock: Clock = { now: () => state.now, sleep: async () => {} };
  return { state, clock };
}

test('continues from the last time when the clock is set back, and follows it forward', () => {
  const { state, clock } = settableClock(1_000_000);
  const forward = forwardClock(clock);
  state.now += 500;
  expect(forward.now()).toBe(1_000_500);
  state.now -= 86_400_000;
  expect(forward.now()).toBe(1_000_500);
  state.now += 200;
  expect(forward.now()).toBe(1_000_700);
  state.now -= 50;
  expect(forward.now()).toBe(1_000_700);
  state.now += 10_000;
  expect(forward.now()).toBe(1_010_700);
});

test('does not start before the given time', () => {
  const { state, clock } = settableClock(1_000);
  const forward = forwardClock(clock, 5_000);
  expect(forward.now()).toBe(5_000);
  state.now += 10;
  expect(forward.now()).toBe(5_010);
});

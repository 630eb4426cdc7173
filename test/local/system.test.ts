import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../shared/local/system.ts';

/** Counts the timers of this process. Compare counts only without an `await` between them. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('starts no timer for a sleep of zero or less', async () => {
  const before = timers();
  const sleeps = [systemClock.sleep(0), systemClock.sleep(-5)];
  expect(timers()).toBe(before);
  await Promise.all(sleeps);
});

test('resolves an aborted sleep and clears its timer', async () => {
  const abort = new AbortController();
  const before = timers();
  const sleep = systemClock.sleep(3_600_000, abort.signal);
  expect(timers()).toBe(before + 1);
  abort.abort();
  expect(timers()).toBe(before);
  await sleep;
  await systemClock.sleep(3_600_000, abort.signal);
});

test('sleeps for the given time', async () => {
  const before = systemClock.now();
  await systemClock.sleep(20);
  expect(systemClock.now() - before).toBeGreaterThanOrEqual(19);
});

test('generates different ids of at least 16 characters from a-z0-9', () => {
  const ids = Array.from({ length: 1_000 }, () => systemRandom.id());
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{16,}$/);
});

test('generates random numbers from 0 up to 1', () => {
  const drawn = Array.from({ length: 100 }, () => systemRandom.random());
  for (const n of drawn) expect(n >= 0 && n < 1).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(90);
});

import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../shared/local/system.ts';

test('resolves at once for a sleep of zero or less', async () => {
  await systemClock.sleep(0);
  await systemClock.sleep(-5);
});

test('resolves an aborted sleep and clears its timer', async () => {
  const abort = new AbortController();
  const sleep = systemClock.sleep(3_600_000, abort.signal);
  abort.abort();
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

import { beforeEach, expect, test } from 'vitest';
import type { AcquireRequest, HostLock } from '../../shared/ports/host-lock.ts';

const NOW = Date.UTC(2026, 0, 1);
const LEASE = 60_000;
const PAUSE = 2_000;

/** Contract of every `HostLock`. `open` returns an empty one. */
export function hostLockContract(open: () => Promise<HostLock>): void {
  let locks: HostLock;
  beforeEach(async () => {
    locks = await open();
  });

  const take = (token: string, now: number, change: Partial<AcquireRequest> = {}) =>
    locks.acquire('a.example', { token, now, leaseMs: LEASE, pauseMs: PAUSE, ...change });

  test('acquires a new group, open at once, for the lease and its pause', async () => {
    expect(await take('one', NOW)).toEqual({
      acquired: true,
      lock: { token: 'one', until: NOW + LEASE + PAUSE, openAt: NOW, pauseMs: PAUSE, failures: 0 },
    });
  });

  test('gives a group to one of many concurrent callers and shows it to all', async () => {
    const takes = await Promise.all(Array.from({ length: 12 }, (_, i) => take(`taker-${i}`, NOW)));
    const winners = takes.filter(({ acquired }) => acquired);
    expect(winners).toHaveLength(1);
    expect(new Set(takes.map(({ lock }) => lock.token))).toEqual(new Set([winners[0]!.lock.token]));
  });

  test('keeps groups independent', async () => {
    expect((await take('one', NOW)).acquired).toBe(true);
    const other = await locks.acquire('b.example', { token: 'two', now: NOW, leaseMs: LEASE, pauseMs: PAUSE });
    expect(other.acquired).toBe(true);
  });

  test('changes nothing for a refused caller and returns the item', async () => {
    const { lock } = await take('one', NOW);
    expect(await take('two', NOW + 1, { pauseMs: 99 })).toEqual({ acquired: false, lock });
    expect(await locks.release('a.example', 'two')).toBe(false);
    expect(await locks.release('a.example', 'one')).toBe(true);
  });

  test('takes the group from a dead worker when the lease expires, not before', async () => {
    const { lock } = await take('dies', NOW);
    expect((await take('two', lock.until)).acquired).toBe(false);
    const again = await take('two', lock.until + 1);
    expect(again).toMatchObject({ acquired: true, lock: { token: 'two', openAt: NOW, pauseMs: PAUSE } });
  });

  test('keeps a released group closed until it opens', async () => {
    await take('one', NOW);
    const openAt = NOW + 10_000;
    expect(await locks.release('a.example', 'one', { openAt, pauseMs: PAUSE, failures: 0 })).toBe(true);
    expect(await take('two', openAt - 1)).toMatchObject({ acquired: false, lock: { until: 0, openAt } });
    expect((await take('two', openAt)).acquired).toBe(true);
  });

  test('does not take an open group from its holder before the lease expires', async () => {
    await take('one', NOW);
    await locks.release('a.example', 'one', { openAt: NOW + 1_000, pauseMs: PAUSE, failures: 0 });
    const { lock } = await take('two', NOW + 1_000);
    expect(lock.openAt).toBeLessThan(lock.until);
    expect((await take('three', lock.openAt + 1)).acquired).toBe(false);
    expect((await take('three', lock.until)).acquired).toBe(false);
    expect((await take('three', lock.until + 1)).acquired).toBe(true);
  });

  test('adds the pause of the item to the lease, not that of the request', async () => {
    await take('one', NOW);
    await locks.release('a.example', 'one', { openAt: NOW, pauseMs: 90_000, failures: 0 });
    const { lock } = await take('two', NOW + 1, { pauseMs: 5 });
    expect(lock).toMatchObject({ until: NOW + 1 + LEASE + 90_000, pauseMs: 90_000 });
  });

  test('returns the released values to the next caller', async () => {
    await take('one', NOW);
    await locks.release('a.example', 'one', { openAt: NOW + 7, pauseMs: 1_500, failures: 3 });
    const { lock } = await take('two', NOW + 7);
    expect(lock).toMatchObject({ token: 'two', openAt: NOW + 7, pauseMs: 1_500, failures: 3 });
  });

  test('keeps the opening time if released without a change', async () => {
    await take('one', NOW);
    await locks.release('a.example', 'one', { openAt: NOW + 500, pauseMs: 1_500, failures: 3 });
    await take('two', NOW + 600);
    expect(await locks.release('a.example', 'two')).toBe(true);
    const { acquired, lock } = await take('three', NOW + 600);
    expect(acquired).toBe(true);
    expect(lock).toMatchObject({ openAt: NOW + 500, pauseMs: 1_500, failures: 3 });
  });

  test('ignores a late release with another token', async () => {
    const { lock } = await take('late', NOW);
    const { lock: held } = await take('two', lock.until + 1);
    expect(await locks.release('a.example', 'late', { openAt: NOW, pauseMs: 0, failures: 9 })).toBe(false);
    expect(await locks.release('a.example', 'late')).toBe(false);
    expect(await take('three', lock.until + 2)).toEqual({ acquired: false, lock: held });
  });

  test('keeps the opening time of a worker that never releases the group', async () => {
    const { lock } = await take('one', NOW);
    const openAt = lock.until + 60_000;
    expect(await locks.setOpenAt('a.example', 'one', openAt)).toBe(true);
    expect(await take('two', lock.until + 1)).toMatchObject({ acquired: false, lock: { openAt } });
    expect(await take('two', openAt)).toMatchObject({ acquired: true, lock: { openAt } });
  });

  test('setOpenAt returns false for another token and for an unknown group', async () => {
    await take('one', NOW);
    expect(await locks.setOpenAt('a.example', 'two', NOW + 9_000)).toBe(false);
    expect(await locks.setOpenAt('never.example', 'one', NOW)).toBe(false);
    expect((await take('two', NOW)).lock.openAt).toBe(NOW);
  });

  test('release returns false for an unknown group', async () => {
    expect(await locks.release('never.example', 'one')).toBe(false);
    expect(await locks.release('never.example', 'one', { openAt: NOW, pauseMs: 0, failures: 0 })).toBe(false);
    expect((await locks.acquire('never.example', { token: 'x', now: NOW, leaseMs: 1, pauseMs: 1 })).acquired).toBe(
      true,
    );
  });
}

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { LOCK_TTL_MS } from '../../shared/ports/host-lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 1);
const request = (token: string, now = NOW) => ({ token, now, leaseMs: 60_000, pauseMs: 2_000 });

test('lets only one of two connections acquire a lock', async () => {
  const file = join(temporaryFolder(), 'a.sqlite');
  const [one, two] = [sqliteHostLock(openDatabase(file)), sqliteHostLock(openDatabase(file))];
  expect((await one.acquire('a.example', request('one'))).acquired).toBe(true);
  expect(await two.acquire('a.example', request('two'))).toMatchObject({ acquired: false, lock: { token: 'one' } });
  expect(await two.release('a.example', 'one')).toBe(true);
});

test('releases the locks of a killed process after their pause, counted from now', async () => {
  const locks = sqliteHostLock(openDatabase(':memory:'));
  await locks.acquire('a.example', request('killed'));
  const restart = NOW + 5_000;
  locks.releaseAll(restart);
  expect((await locks.acquire('a.example', request('new', restart + 1_999))).acquired).toBe(false);
  expect((await locks.acquire('a.example', request('new', restart + 2_000))).acquired).toBe(true);
  expect(await locks.release('a.example', 'killed')).toBe(false);
});

test('keeps a later opening time, and locks that no one holds', async () => {
  const locks = sqliteHostLock(openDatabase(':memory:'));
  await locks.acquire('rests.example', request('one'));
  await locks.release('rests.example', 'one', { openAt: NOW + 90_000, pauseMs: 2_000, failures: 2 });
  await locks.acquire('open.example', request('one'));
  await locks.release('open.example', 'one', { openAt: NOW + 10, pauseMs: 2_000, failures: 0 });
  locks.releaseAll(NOW + 1_000);
  expect((await locks.acquire('open.example', request('two', NOW + 1_000))).acquired).toBe(true);
  expect((await locks.acquire('rests.example', request('two', NOW + 89_999))).acquired).toBe(false);
});

test('keeps the rest that a killed process had set during its visit', async () => {
  const locks = sqliteHostLock(openDatabase(':memory:'));
  await locks.acquire('rests.example', request('killed'));
  await locks.setOpenAt('rests.example', 'killed', NOW + 90_000);
  locks.releaseAll(NOW + 1_000);
  expect((await locks.acquire('rests.example', request('new', NOW + 89_999))).acquired).toBe(false);
  expect((await locks.acquire('rests.example', request('new', NOW + 90_000))).acquired).toBe(true);
});

test('deletes items only long after both lease and pause', async () => {
  const locks = sqliteHostLock(openDatabase(':memory:'));
  await locks.acquire('a.example', request('one'));
  const openAt = NOW + 1_000;
  await locks.release('a.example', 'one', { openAt, pauseMs: 77, failures: 1 });
  locks.deleteExpired(openAt + LOCK_TTL_MS);
  expect((await locks.acquire('a.example', request('two', openAt))).lock.pauseMs).toBe(77);
  await locks.release('a.example', 'two');
  locks.deleteExpired(openAt + LOCK_TTL_MS + 1);
  expect((await locks.acquire('a.example', request('three', openAt))).lock.pauseMs).toBe(2_000);
});

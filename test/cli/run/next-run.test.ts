/** The start of the next run in a folder: leftovers of the last one, a clock that was set back, a crawl that rested. */
import { expect, test } from 'vitest';
import { releaseStaleLeases } from '../../../cli/run/prepare-crawl.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

const DAY_MS = 86_400_000;
const KEY = { crawl: 'bogs', host: 'a.example' };
const GROUP = 'a.example';
const robots = (origin: string, readAt: number) => ({ origin, text: '', readAt, expiresAt: readAt + DAY_MS });

test('a host is due after its pause, although the clock was set back by a day', async () => {
  const now = Date.now();
  const { frontier, locks, lastTime, robots: rules, close } = openStores(temporaryFolder());
  const later = now + DAY_MS;
  await frontier.notifyHosts([{ ...KEY, group: GROUP, best: 0 }], later);
  const opened = await frontier.open(KEY, later, GROUP);
  if (!('head' in opened)) throw new Error('not opened');
  const { epoch, best, counts } = opened.head;
  await frontier.commit(KEY, epoch, { state: 'ready', due: later + 5_000, manifest: '', best, counts });
  await locks.acquire(GROUP, { token: 't', now: later, leaseMs: 1_000, pauseMs: 5_000 });
  await locks.release(GROUP, 't', { openAt: later + 5_000, pauseMs: 5_000, failures: 0 });
  await rules.put(robots('http://future.example', later - 1_000));
  await rules.put(robots('http://past.example', now - 1_000));
  lastTime.set(later);

  expect(lastTime.adjust(now)).toBe(DAY_MS);
  expect((await frontier.getHead(KEY))?.due).toBe(now + 5_000);
  const request = { token: 'u', leaseMs: 1_000, pauseMs: 5_000 };
  expect((await locks.acquire(GROUP, { ...request, now: now + 4_999 })).acquired).toBe(false);
  expect((await locks.acquire(GROUP, { ...request, now: now + 5_001 })).acquired).toBe(true);
  expect(await rules.get('http://future.example')).toBeUndefined();
  expect(await rules.get('http://past.example')).toBeDefined();
  lastTime.set(now);
  expect(lastTime.adjust(now)).toBe(0);
  close();
});

test('a small correction of the clock, and a clock that goes forward, change nothing', () => {
  const { lastTime, close } = openStores(temporaryFolder());
  expect(lastTime.adjust(1)).toBe(0);
  lastTime.set(10_000_000);
  expect(lastTime.adjust(10_000_000 - 900)).toBe(0);
  expect(lastTime.adjust(10_000_000 + 3_650 * DAY_MS)).toBe(0);
  close();
});

test('messages of a crawl that rested for ten years are processed', async () => {
  const dir = temporaryFolder();
  const before = openStores(dir);
  await before.captures.send([{ crawl: 'bogs', key: 'raw/bogs/a' }]);
  before.close();
  const after = openStores(dir, 'write', Date.now() + 3_650 * DAY_MS);
  await releaseStaleLeases(after);
  expect(await after.captures.receive(1, 1_000)).toHaveLength(1);
  after.close();
});

test('a new run drops the visit messages of the last one, which the frontier repeats', async () => {
  const stores = openStores(temporaryFolder());
  const hosts = [{ host: KEY.host, group: GROUP, due: 1, best: 0, alone: false, isStarted: false }];
  await stores.visits.send([{ crawl: 'bogs', hosts } as never]);
  await stores.captures.send([{ crawl: 'bogs', key: 'raw/bogs/a' }]);
  await releaseStaleLeases(stores);
  expect(await stores.visits.depth()).toMatchObject({ waiting: 0, inFlight: 0 });
  expect(await stores.captures.depth()).toMatchObject({ waiting: 1 });
  stores.close();
});

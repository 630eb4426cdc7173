import { expect, test } from 'vitest';
import { type HostSources, listHosts } from '../../../shared/frontier/explain/list-hosts.ts';
import type { Head } from '../../../shared/ports/frontier.ts';
import type { LockItem } from '../../../shared/ports/host-lock.ts';

const NOW = Date.UTC(2026, 10, 30);
const HOUR = 3_600_000;

const head = (change: Partial<Head>): Head => ({
  crawl: 'moss',
  host: 'h.test',
  group: 'h.test',
  epoch: 7,
  state: 'ready',
  manifest: '',
  inbox: 0,
  best: 1,
  attempts: 0,
  counts: { fetched: 2 },
  ...change,
});
const lock = (change: Partial<LockItem>): LockItem => ({
  token: 't',
  until: 0,
  openAt: NOW - HOUR,
  pauseMs: 2_000,
  failures: 0,
  ...change,
});

async function describe(one: Head, held: LockItem | undefined, isRunning = true) {
  const sources: HostSources = {
    frontier: {
      getHead: async ({ host }) => (host === one.host ? one : undefined),
      async *listHeads() {
        yield one;
      },
    },
    lockOf: (group) => (group === one.group ? held : undefined),
    now: NOW,
    isRunning,
  };
  const found = [];
  for await (const host of listHosts('moss', undefined, sources)) found.push(host);
  for await (const _ of listHosts('moss', 'other.test', sources))
    throw new Error('lists a host that was not asked for');
  return found[0]!;
}

test.each<[string, Partial<Head>, Partial<LockItem> | undefined, string]>([
  ['was never visited', { due: NOW - 1, counts: {} }, undefined, 'due'],
  ['waits for a free place', { due: NOW - HOUR }, {}, 'due'],
  ['is sent requests', { due: NOW - HOUR, attempts: 1 }, { until: NOW + 1 }, 'visited'],
  ['has a group whose other host is visited', { due: NOW - HOUR }, { until: NOW + 1 }, 'due'],
  ['waits for its pause', { due: NOW - 1 }, { openAt: NOW + 1_000 }, 'pausing'],
  ['waits for the hours of robots.txt', { due: NOW + HOUR }, {}, 'pausing'],
  ['failed', { due: NOW - 1 }, { openAt: NOW + HOUR, failures: 1 }, 'resting'],
  ['has one URL, which failed', { state: 'idle', due: NOW + HOUR }, { failures: 2 }, 'resting'],
  ['sends no robots.txt', { state: 'idle', due: NOW + HOUR, counts: { 'failed.timeout': 1 } }, {}, 'resting'],
  ['waits for a revisit', { state: 'idle', due: NOW + HOUR }, {}, 'idle'],
  ['has a revisit due', { state: 'idle', due: NOW - 1 }, {}, 'due'],
  ['has no visit planned', { state: 'idle' }, {}, 'idle'],
  ['crashed eight workers', { state: 'dead', due: NOW + HOUR, attempts: 9 }, {}, 'dead'],
])('says what a host waits for that %s', async (_, change, held, state) => {
  expect(await describe(head(change), held && lock(held))).toMatchObject({ state });
});

test('visits no host without a process, whatever lease a killed one has left', async () => {
  const left = lock({ until: NOW + HOUR });
  expect(await describe(head({ due: NOW - HOUR, attempts: 1 }), left, false)).toMatchObject({
    state: 'due',
    attempts: 1,
  });
});

test('names the later of due time and end of the pause as the next visit, and counts URLs', async () => {
  const rested = head({ due: NOW, counts: { fetched: 3, 'failed.timeout': 1 } });
  expect(await describe(rested, lock({ openAt: NOW + HOUR, failures: 2 }))).toEqual({
    host: 'h.test',
    state: 'resting',
    group: 'h.test',
    next: new Date(NOW + HOUR).toISOString(),
    pauseMs: 2_000,
    failures: 2,
    attempts: 0,
    waiting: 0,
    urls: 4,
    outcomes: { fetched: 3, 'failed.timeout': 1 },
  });
  expect(await describe(head({ state: 'idle' }), undefined)).toMatchObject({ next: null, pauseMs: null, failures: 0 });
});

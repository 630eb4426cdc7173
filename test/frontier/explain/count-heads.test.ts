import { beforeEach, expect, test } from 'vitest';
import { countHeads, HEAD_CHANGE_COUNT, type HeadCounting } from '../../../shared/frontier/explain/count-heads.ts';
import { readStatus, type StatusPorts } from '../../../shared/frontier/explain/read-status.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const CRAWL = 'plants';
/** Heads that one call of dispatch counts. */
const PART = 10_000;
const HOUR_MS = 3_600_000;

let clock: ReturnType<typeof fakeClock>;
let ports: StatusPorts & Parameters<typeof countHeads>[1];
/** Number of heads that were listed. */
let listed: number;
beforeEach(() => {
  const db = openDatabase(':memory:');
  clock = fakeClock();
  listed = 0;
  const frontier = sqliteFrontier(db);
  const listHeads: Frontier['listHeads'] = async function* (...given) {
    for await (const head of frontier.listHeads(...given)) {
      listed++;
      yield head;
    }
  };
  const index = sqliteSearchIndex(db, (text) => text);
  ports = { control: sqliteControl(db), frontier: { ...frontier, listHeads }, index, clock, objects: memoryObjects() };
});

/** Adds ready hosts with this number. */
async function addHosts(from: number, to: number): Promise<void> {
  const entries = [];
  for (let i = from; i < to; i++) entries.push({ crawl: CRAWL, host: `h${i}.test`, group: `h${i}`, best: i % 3 });
  await ports.frontier.notifyHosts(entries, clock.now());
}

/** Visits a host, which then has this number of fetched and refused pages and rests for an hour. */
async function visit(host: number, fetched: number, refused: number): Promise<void> {
  const key = { crawl: CRAWL, host: `h${host}.test` };
  const opened = await ports.frontier.open(key, clock.now(), `h${host}`);
  if ('refused' in opened) throw new Error(opened.refused);
  const counts = { fetched, 'refused.robots': refused };
  const change = { state: 'ready', due: clock.now() + HOUR_MS, manifest: '', best: 1, counts } as const;
  await ports.frontier.commit(key, opened.head.epoch, change);
  await ports.control.addUsage(CRAWL, {
    pages: fetched,
    'outcome.fetched': fetched,
    'outcome.refused.robots': refused,
  });
}

const control = async () => (await ports.control.get(CRAWL))!;
const statusOf = async () => (await readStatus(CRAWL, ports))!;
/** The status as all heads give it. */
const exactStatus = async () => (await readStatus(CRAWL, { ...ports, objects: memoryObjects() }))!;

/** Calls dispatch until the heads are counted. @returns the number of calls. */
async function countAll(): Promise<number> {
  let state: HeadCounting = {};
  for (let calls = 1; ; calls++) {
    state = await countHeads(await control(), ports, state);
    if (!state.counting) return calls;
  }
}

test('a look at a counted crawl reads no heads and shows the same sums', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 2_000);
  await visit(0, 3, 1);
  await visit(1, 2, 0);
  const exact = await exactStatus();
  await countAll();
  listed = 0;
  expect(await statusOf()).toEqual(exact);
  expect(listed).toBe(0);
  await clock.advance(1_000);
  expect(await statusOf()).toMatchObject({ state: 'running', countedAt: new Date(clock.now() - 1_000).toISOString() });
});

test('counts a large crawl in parts, also if another process continues', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, PART + 2_000);
  const first = await countHeads(await control(), ports);
  expect([first.counting?.sums.hosts, (await statusOf()).hosts]).toEqual([PART, PART]);
  const second = await countHeads(await control(), ports);
  expect(second.counting).toBeUndefined();
  expect(await statusOf()).toEqual(await exactStatus());
});

test('shows what visits have committed since the count, and corrects a lost change with the next one', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 2_000);
  await visit(0, 3, 0);
  await countAll();
  await visit(1, 4, 2);
  expect(await statusOf()).toMatchObject({ urls: 9, outcomes: { fetched: 7, refused: 2 }, reasons: { robots: 2 } });

  // The worker ended before it added its counts.
  const { addUsage } = ports.control;
  ports.control.addUsage = async () => {};
  await visit(2, 5, 0);
  ports.control.addUsage = addUsage;
  expect(await statusOf()).toMatchObject({ urls: 9 });
  await countAll();
  expect(await statusOf()).toMatchObject({ urls: 14, outcomes: { fetched: 12, refused: 2 } });
});

test('stores nothing of a small crawl, whose heads a look reads', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 900);
  expect(await countAll()).toBe(1);
  expect(await ports.objects.get(`sums/${CRAWL}.json`)).toBeUndefined();
  expect(await statusOf()).not.toHaveProperty('countedAt');
});

test('does not count again before the crawl has changed and some time has passed', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 2_000);
  let state = await countHeads(await control(), ports);
  const again = async () => {
    listed = 0;
    state = await countHeads(await control(), ports, state);
    return listed;
  };
  await visit(0, 1, 0);
  expect(await again()).toBe(0);
  await clock.advance(60_000);
  expect(await again()).toBe(2_000);
  await clock.advance(HOUR_MS);
  expect(await again()).toBe(0);
});

test('is done when no host is due, whatever was counted', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 1_000);
  await countAll();
  expect(await statusOf()).toMatchObject({ state: 'running', hosts: 1_000, dueSince: expect.any(String) });
  for (let i = 0; i < 1_000; i++) await visit(i, 1, 0);
  const done = await statusOf();
  expect(done).toMatchObject({ state: 'done', urls: 1_000, due: 0 });
  expect(done).not.toHaveProperty('dueSince');
});

test('counts a large crawl as soon as it is quiet, and says so until then', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, PART + 2_000);
  await countAll();
  await visit(0, 1, 0);
  let state: HeadCounting | undefined;
  // The interval of two counts is 6 minutes.
  for (let minute = 0; minute < 2; minute++) {
    expect(await statusOf()).toMatchObject({ outdated: true });
    await clock.advance(60_000);
    state = await countHeads(await control(), ports, state && { ...state });
  }
  expect(await statusOf()).not.toHaveProperty('outdated');
  expect(await statusOf()).toMatchObject({ hosts: PART + 2_000, resting: { hosts: 1 } });
});

test('counts again when outcomes or an administrator changed heads', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 1_000);
  await countAll();
  await ports.control.addUsage(CRAWL, { 'outcome.fetched': -1, 'outcome.gone': 1 });
  expect(await statusOf()).toMatchObject({ outdated: true });
  await clock.advance(60_000);
  await countHeads(await control(), ports);
  expect(await statusOf()).not.toHaveProperty('outdated');
  await ports.control.addUsage(CRAWL, { [HEAD_CHANGE_COUNT]: 1 });
  expect(await statusOf()).toMatchObject({ outdated: true });
});

test('counts part of the heads if its time ends', async () => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 2_000);
  expect((await countHeads(await control(), ports, undefined, clock.now())).counting?.sums.hosts).toBe(1);
});

test.each(['', '{"counted":', 'null'])('counts the hosts again if the stored sums are %j', async (text) => {
  await ports.control.create(CRAWL, 'settings', clock.now());
  await addHosts(0, 2_000);
  await countAll();
  for await (const key of ports.objects!.list('sums/')) await ports.objects!.put(key, Buffer.from(text));
  expect(await statusOf()).toEqual(await exactStatus());
  listed = 0;
  await countAll();
  expect(listed).toBe(2_000);
});

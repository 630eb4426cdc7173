import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AdminPorts, administer } from '../../functions/admin/administer.ts';
import { loadSettings } from '../../functions/crawl-cache.ts';
import { runScheduledCall, SCHEDULED_CALL_RESERVE_MS } from '../../functions/schedules.ts';
import { continuationName, scheduleName } from '../../shared/aws/event-schedules.ts';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import { HEAD_CHANGE_COUNT } from '../../shared/frontier/explain/count-heads.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import type { CrawlSchedule, ScheduledCall, Schedules } from '../../shared/ports/schedules.ts';
import { type FakeClock, fakeClock } from '../fake-clock.ts';

const WEEKLY = { name: 'weekly', run: 'recrawl', at: 'rate(7 days)' };
const DOCS = {
  ...WEEKLY,
  name: 'docs',
  at: 'cron(0 4 ? * MON-FRI *)',
  timezone: 'Europe/Stockholm',
  prefix: 'http://A.example/docs',
};
const crawl = (...schedules: object[]) => ({ crawl: 'plants', seeds: ['http://a.example/'], schedules });

let folder: string;
let clock: FakeClock;
let made: Map<string, CrawlSchedule>;
let goingOn: Map<string, { call: ScheduledCall; when: number }>;
let ports: AdminPorts & { schedules: Schedules };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-schedules-'));
  const db = openDatabase(':memory:');
  clock = fakeClock();
  made = new Map();
  goingOn = new Map();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  ports = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    objects: folderObjects(folder),
    index: noIndex,
    clock,
    schedules: {
      put: async (schedule) => void made.set(scheduleName(schedule), schedule),
      remove: async (key) => void made.delete(scheduleName(key)),
      scheduleContinuation: async (call, when) => void goingOn.set(continuationName(call.scheduled), { call, when }),
    },
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

const ask = (request: unknown) => administer(request, ports, 'host');
const create = (...schedules: object[]) => ask({ action: 'create', settings: crawl(...schedules) });
const names = () => [...made.values()].map(({ name }) => name).sort();
const recalls = async () => {
  const { items } = await ports.frontier.readInbox({ crawl: 'plants', host: 'a.example' }, 100);
  return items.flatMap(({ body }) => decodeOffer(body).recrawl ?? []);
};

describe('the schedules of a crawl', () => {
  test('are created with it', async () => {
    expect((await create(WEEKLY, DOCS)).status).toBe(200);
    expect([...made.values()]).toEqual([
      { crawl: 'plants', name: 'weekly', at: 'rate(7 days)', timezone: 'UTC' },
      { crawl: 'plants', name: 'docs', at: 'cron(0 4 ? * MON-FRI *)', timezone: 'Europe/Stockholm' },
    ]);
  });

  test('are added, changed and deleted with its settings, but no other setting may change', async () => {
    await create(WEEKLY, DOCS);
    expect((await create({ ...WEEKLY, at: 'rate(1 day)' }, { ...WEEKLY, name: 'more' })).status).toBe(200);
    expect([...made.values()].map(({ name, at }) => [name, at])).toEqual([
      ['weekly', 'rate(1 day)'],
      ['more', 'rate(7 days)'],
    ]);
    const other = { ...crawl(), scope: 'any' };
    expect(await ask({ action: 'create', settings: other })).toMatchObject({ status: 409 });
    expect(names()).toEqual(['more', 'weekly']);
    await create();
    expect(names()).toEqual([]);
  });

  test('can also change after seeds were added, which stay', async () => {
    await create(WEEKLY);
    await ask({ action: 'seed', crawl: 'plants', seeds: ['http://c.example/'] });
    expect((await create(WEEKLY, { ...WEEKLY, name: 'more' })).status).toBe(200);
    expect(names()).toEqual(['more', 'weekly']);
    const { seeds } = await loadSettings(ports.objects, (await ports.control.get('plants'))!.settingsKey);
    expect(seeds).toEqual(['http://a.example/', 'http://c.example/']);
  });

  test('are deleted when it stops and created when it resumes; a pause keeps them', async () => {
    await create(WEEKLY);
    await ask({ action: 'pause', crawl: 'plants' });
    expect(names()).toEqual(['weekly']);
    await ask({ action: 'stop', crawl: 'plants' });
    expect(names()).toEqual([]);
    expect((await create(WEEKLY, DOCS)).status).toBe(409);
    expect(names()).toEqual([]);
    await ask({ action: 'resume', crawl: 'plants' });
    expect(names()).toEqual(['weekly']);
    await ask({ action: 'stop', crawl: 'plants' });
    await ask({ action: 'create', settings: crawl(WEEKLY, DOCS), resume: true });
    expect(names()).toEqual(['docs', 'weekly']);
  });

  test('of two crawls never have the same name', async () => {
    const given = [
      { crawl: 'a.b', name: 'c' },
      { crawl: 'a', name: 'b.c' },
      { crawl: 'x'.repeat(64), name: 'y'.repeat(64) },
      { crawl: 'x'.repeat(64), name: 'z'.repeat(64) },
    ].map(scheduleName);
    expect(new Set(given).size).toBe(4);
    for (const name of given) expect(name).toMatch(/^[0-9a-zA-Z_.-]{1,64}$/);
  });

  test('are refused by a stack without schedules', async () => {
    const { schedules: _, ...without } = ports;
    const answer = await administer({ action: 'create', settings: crawl(WEEKLY) }, without, 'host');
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('schedules') } });
    expect(await ports.control.list()).toEqual([]);
  });
});

describe('the call of a schedule', () => {
  const due = () => new Date(clock.now()).toISOString().replace('.000', '');
  const call = (name: string, at = due()) => runScheduledCall({ crawl: 'plants', name, at }, ports, 90_000);

  test('makes the pages due that its settings select, as of its scheduled time', async () => {
    await create(WEEKLY, DOCS);
    const at = clock.now();
    const dueAt = due();
    await clock.advance(5_000);
    await call('weekly', dueAt);
    // The service retries if it received no response.
    await call('weekly', dueAt);
    await call('docs', dueAt);
    expect((await recalls()).sort((a, b) => (a.prefix ? 1 : 0) - (b.prefix ? 1 : 0))).toEqual([
      { at },
      { at, prefix: 'http://a.example/docs' },
    ]);
  });

  test('that runs out of time schedules a call that continues after the last host, as the same recrawl', async () => {
    await create(WEEKLY);
    const hosts = Array.from({ length: 250 }, (_, i) => `h${i}.example`);
    await ports.frontier.notifyHosts(
      hosts.map((host) => ({ crawl: 'plants', host, group: host, best: 3 })),
      clock.now(),
    );
    const at = clock.now();
    const calls: ScheduledCall[] = [{ scheduled: { crawl: 'plants', name: 'weekly', at: due() } }];
    while (calls.length < 10) {
      await clock.advance(5_000);
      await runScheduledCall(calls.at(-1)!.scheduled, ports, SCHEDULED_CALL_RESERVE_MS - 1);
      const next = [...goingOn.values()][0];
      if (!next) break;
      expect(next.when).toBe(clock.now() + 60_000);
      goingOn.clear();
      calls.push(next.call);
    }
    expect(calls).toHaveLength(3);
    for (const host of [...hosts, 'a.example']) {
      const { items } = await ports.frontier.readInbox({ crawl: 'plants', host }, 100);
      expect(items.flatMap(({ body }) => decodeOffer(body).recrawl ?? [])).toEqual([{ at }]);
    }
  });

  test('that continues has a schedule name of its own, one per schedule', () => {
    const key = { crawl: 'plants', name: 'weekly' };
    const at = { at: 'now', after: 'a.example' };
    expect(continuationName({ ...key, ...at })).toBe(continuationName(key));
    expect(continuationName(key)).not.toBe(scheduleName(key));
    // Names in settings are lower-case.
    expect(continuationName(key)).toMatch(/^[0-9a-z._-]*[A-Z][0-9a-zA-Z._-]*$/);
  });

  test('with an invalid time counts from now', async () => {
    await create(WEEKLY);
    await call('weekly', '<aws.scheduler.scheduled-time>');
    expect(await recalls()).toEqual([{ at: clock.now() }]);
  });

  test('marks the stored sums of the crawl as outdated, also if it fails', async () => {
    await create(WEEKLY);
    const changes = async () => (await ports.control.get('plants'))?.counts[HEAD_CHANGE_COUNT];
    await call('weekly');
    expect(await changes()).toBe(1);
    vi.spyOn(ports.frontier, 'notifyHosts').mockRejectedValueOnce(new Error('throttled'));
    await expect(call('weekly')).rejects.toThrow('throttled');
    expect(await changes()).toBe(2);
  });

  test.each(['pause', 'stop'])('does nothing after %s', async (action) => {
    await create(WEEKLY);
    await ask({ action, crawl: 'plants' });
    await call('weekly');
    expect(await recalls()).toEqual([]);
  });

  test('deletes a schedule that its crawl no longer has', async () => {
    await create(WEEKLY);
    await ports.schedules.put({ crawl: 'plants', name: 'left', at: 'rate(1 day)', timezone: 'UTC' });
    await ports.schedules.put({ crawl: 'gone', name: 'left', at: 'rate(1 day)', timezone: 'UTC' });
    await call('left');
    await runScheduledCall({ crawl: 'gone', name: 'left', at: due() }, ports, SCHEDULED_CALL_RESERVE_MS);
    expect(names()).toEqual(['weekly']);
    expect(await recalls()).toEqual([]);
  });
});

describe('the action recrawl', () => {
  test('answers with the number of notified hosts', async () => {
    await create();
    expect(await ask({ action: 'recrawl', crawl: 'plants' })).toEqual({
      status: 200,
      body: { crawl: 'plants', at: clock.now(), hosts: 1, done: true },
    });
    expect(await recalls()).toEqual([{ at: clock.now() }]);
  });

  test('continues with the time and place of an answer', async () => {
    await create();
    const at = clock.now() - 5_000;
    expect(await ask({ action: 'recrawl', crawl: 'plants', at, after: 'a.example' })).toMatchObject({
      body: { at, hosts: 0, done: true },
    });
    expect(await ask({ action: 'recrawl', crawl: 'plants', at: at + 1e9 })).toMatchObject({
      body: { at: clock.now() },
    });
  });

  test.each([
    [{ crawl: 'plants', prefix: 'docs/' }, 400, 'prefix'],
    [{ crawl: 'plants', prefix: '' }, 400, 'prefix'],
    [{ crawl: 'plants', after: '' }, 400, 'after'],
    [{ crawl: 'birds' }, 404, 'no crawl birds'],
  ])('refuses %j with %i', async (request, status, why) => {
    await create();
    const answer = await ask({ action: 'recrawl', ...request });
    expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(why) } });
    expect(await recalls()).toEqual([]);
  });

  test('refuses a stopped crawl', async () => {
    await create();
    await ask({ action: 'stop', crawl: 'plants' });
    expect(await ask({ action: 'recrawl', crawl: 'plants' })).toMatchObject({ status: 409 });
  });
});

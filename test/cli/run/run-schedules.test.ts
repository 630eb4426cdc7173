import { beforeEach, expect, test } from 'vitest';
import { runDueSchedules } from '../../../cli/run/run-schedules.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { type SqliteSchedules, sqliteSchedules } from '../../../shared/local/sqlite-schedules.ts';
import type { Frontier } from '../../../shared/ports/frontier.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { latestRun, nextRun } from '../../../shared/settings/schedules/schedule-times.ts';
import { type FakeClock, fakeClock } from '../../fake-clock.ts';

const HOUR_MS = 3_600_000;
const settings = readSettings({
  crawl: 'plants',
  seeds: ['http://a.example/'],
  schedules: [{ name: 'hourly', run: 'recrawl', at: 'rate(1 hour)' }],
});
/** More hosts than one call of the frontier notifies. */
const HOSTS = Array.from({ length: 130 }, (_, i) => `h${i}.example`);

let clock: FakeClock;
let frontier: Frontier;
let schedules: SqliteSchedules;
beforeEach(async () => {
  const db = openDatabase(':memory:');
  clock = fakeClock();
  frontier = sqliteFrontier(db);
  schedules = sqliteSchedules(db, clock, { next: nextRun, last: latestRun });
  await schedules.put({ crawl: 'plants', name: 'hourly', at: 'rate(1 hour)', timezone: 'UTC' });
  await frontier.notifyHosts(
    HOSTS.map((host) => ({ crawl: 'plants', host, group: host, best: 3 })),
    clock.now(),
  );
});

/** Runs the due schedules. @returns name and number of hosts of each. */
async function run(used: Frontier = frontier): Promise<[string, number][]> {
  const ran: [string, number][] = [];
  await runDueSchedules(settings, { schedules, frontier: used, clock }, (...one) => void ran.push(one));
  return ran;
}

/** Returns the hosts whose inbox has a recrawl. */
async function recrawledHosts(): Promise<string[]> {
  const found: string[] = [];
  for (const host of HOSTS) {
    const { items } = await frontier.readInbox({ crawl: 'plants', host }, 10);
    if (items.some(({ body }) => decodeOffer(body).recrawl)) found.push(host);
  }
  return found;
}

test('makes all hosts due, then moves the schedule to its next time', async () => {
  const started = clock.now();
  expect(await run()).toEqual([['hourly', 130]]);
  expect(await recrawledHosts()).toEqual(HOSTS);
  expect(schedules.next('plants')).toBe(started + HOUR_MS);
  expect(await run()).toEqual([]);
});

test.each(['putInbox', 'notifyHosts'] as const)(
  'keeps a schedule due until all its hosts are notified (%s fails)',
  async (call) => {
    let calls = 0;
    const broken: Frontier = {
      ...frontier,
      [call]: (...given: never[]) => {
        if (++calls === 2) return Promise.reject(new Error('the store is away'));
        return (frontier[call] as (...given: never[]) => unknown)(...given);
      },
    };
    await expect(run(broken)).rejects.toThrow('the store is away');
    expect(schedules.next('plants')).toBe(clock.now());
    expect(await run()).toEqual([['hourly', 130]]);
    expect(await recrawledHosts()).toEqual(HOSTS);
  },
);

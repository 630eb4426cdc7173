import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import { latestRun, nextRun } from '../../shared/settings/schedules/schedule-times.ts';
import { fakeClock } from '../fake-clock.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** Opens the schedules of a folder; `again` opens it as the next run does. */
function folder() {
  const db = openDatabase(':memory:');
  const clock = fakeClock(START);
  const again = () => sqliteSchedules(db, clock, { next: nextRun, last: latestRun });
  return { clock, again, schedules: again() };
}
const HOURLY = { crawl: 'bog', name: 'hourly', at: 'rate(1 hour)', timezone: 'UTC' };
const NIGHTLY = { crawl: 'bog', name: 'nightly', at: 'cron(0 3 * * ? *)', timezone: 'Europe/Stockholm' };

test('makes a rate due at once and a cron at its time in its zone, until it is called', async () => {
  const { clock, schedules } = folder();
  await schedules.put(HOURLY);
  await schedules.put(NIGHTLY);
  expect(schedules.list('bog')).toEqual([
    { name: 'hourly', due: START },
    { name: 'nightly', due: START + 2 * HOUR },
  ]);
  for (let i = 0; i < 2; i++) expect(schedules.due('bog').map(({ call }) => call.scheduled.name)).toEqual(['hourly']);
  schedules.due('bog')[0]!.called();
  expect(schedules.due('bog')).toEqual([]);
  await clock.advance(2 * HOUR);
  expect(schedules.due('bog').map(({ call }) => call.scheduled)).toEqual([
    { crawl: 'bog', name: 'hourly', at: new Date(START + 2 * HOUR).toISOString() },
    { crawl: 'bog', name: 'nightly', at: new Date(START + 2 * HOUR).toISOString() },
  ]);
});

test('calls a schedule once for several missed times, with the last time', async () => {
  const { clock, again, schedules } = folder();
  await schedules.put(NIGHTLY);
  await clock.advance(1_000 * HOUR);
  const [due, ...more] = again().due('bog');
  expect(more).toEqual([]);
  expect(due!.call.scheduled.at).toBe('2026-02-11T02:00:00.000Z');
  due!.called();
  expect(again().next('bog')).toBe(Date.UTC(2026, 1, 12, 2));
});

test('keeps the times of an unchanged schedule, and restarts a changed one', async () => {
  const { clock, again, schedules } = folder();
  await schedules.put(HOURLY);
  schedules.due('bog')[0]!.called();
  await clock.advance(1_000);
  await again().put(HOURLY);
  expect(again().next('bog')).toBe(START + HOUR);
  await again().put({ ...HOURLY, at: 'rate(2 hours)' });
  expect(again().next('bog')).toBe(clock.now());
});

test('makes a continuation due once, beside the schedule', async () => {
  const { clock, schedules } = folder();
  await schedules.put(NIGHTLY);
  const scheduled = { crawl: 'bog', name: 'nightly', at: '2025-12-31T02:00:00.000Z', after: 'm.test' };
  await schedules.scheduleContinuation({ scheduled }, START + 60_000);
  expect(schedules.due('bog')).toEqual([]);
  await clock.advance(60_000);
  const [due] = schedules.due('bog');
  expect(due!.call).toEqual({ scheduled });
  due!.called();
  expect(schedules.due('bog')).toEqual([]);
  expect(schedules.next('bog')).toBe(START + 2 * HOUR);
});

test('deletes a schedule with its continuation, but not those of other crawls', async () => {
  const { schedules } = folder();
  await schedules.put(HOURLY);
  await schedules.put({ ...HOURLY, crawl: 'fen' });
  await schedules.scheduleContinuation({ scheduled: { crawl: 'bog', name: 'hourly', at: '', after: 'a' } }, START);
  await schedules.remove(HOURLY);
  await schedules.remove(HOURLY);
  expect(schedules.due('bog')).toEqual([]);
  expect(schedules.next('bog')).toBeUndefined();
  expect(schedules.due('fen')).toHaveLength(1);
});

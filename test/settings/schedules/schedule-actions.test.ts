import { expect, test } from 'vitest';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { newLinkSchedule, scheduledRecrawl } from '../../../shared/settings/schedules/schedule-actions.ts';
import type { Settings } from '../../../shared/settings/settings.ts';

const DAY = 86_400_000;
const DUE = Date.UTC(2026, 2, 2, 0, 10);

const settingsWith = (...schedules: object[]): Settings =>
  readSettings({
    seeds: ['http://a.example/'],
    schedules: schedules.map((one, i) => ({ name: `s${i}`, at: 'rate(1 day)', ...one })),
  });
const recrawlOf = (schedule: object) => {
  const settings = settingsWith(schedule);
  return scheduledRecrawl(settings.schedules[0]!, DUE, settings);
};

test.each<[string, object, object]>([
  ['a full recrawl', { run: 'recrawl' }, { at: DUE }],
  [
    'a recrawl of a prefix',
    { run: 'recrawl', prefix: 'http://A.example/x' },
    { at: DUE, prefix: 'http://a.example/x' },
  ],
  ['a recrawl at most once a month', { run: 'recrawl', notWithinDays: 30 }, { at: DUE - 30 * DAY }],
  ['a retry with the default age', { run: 'retry' }, { at: DUE, missingSince: DUE - 14 * DAY }],
  ['a retry of a week', { run: 'retry', days: 7, notWithinDays: 1 }, { at: DUE - DAY, missingSince: DUE - 7 * DAY }],
])('%s forces %j', (_name, schedule, expected) => {
  expect(recrawlOf(schedule)).toEqual(expected);
});

test('new links wait for the next run of a `new` schedule', () => {
  const from = newLinkSchedule(
    settingsWith({ run: 'new', at: 'cron(20,50 0-4,6-23 * * ? *)' }, { run: 'recrawl' }).schedules,
  )!;
  const at = (text: string) => Date.parse(`2026-03-02T${text}Z`);
  expect(from(at('00:00'))).toBe(at('00:20'));
  expect(from(at('00:19'))).toBe(at('00:20'));
  expect(from(at('00:20'))).toBe(at('00:50'));
  expect(from(at('04:51'))).toBe(at('06:20'));
});

test('uses the earliest of several `new` schedules, and follows links at once when a schedule has ended', () => {
  const both = newLinkSchedule(
    settingsWith({ run: 'new', at: 'rate(1 day)' }, { run: 'new', at: 'rate(1 hour)' }).schedules,
  )!;
  expect(both(DUE)).toBe(DUE + 50 * 60_000);
  const ended = newLinkSchedule(settingsWith({ run: 'new', at: 'cron(0 0 1 1 ? 2020)' }).schedules)!;
  expect(ended(DUE)).toBe(DUE);
});

test('follows links at once without a `new` schedule', () => {
  expect(newLinkSchedule(settingsWith({ run: 'recrawl' }).schedules)).toBeUndefined();
});

test.each([
  [{ run: 'new', prefix: 'http://a.example/' }, 'prefix: does not apply with run: new'],
  [{ run: 'new', notWithinDays: 3 }, 'notWithinDays: does not apply with run: new'],
  [{ run: 'recrawl', days: 3 }, 'days: applies only with run: retry'],
])('refuses keys that the kind of schedule ignores: %j', (schedule, message) => {
  expect(() => settingsWith(schedule)).toThrow(message);
});

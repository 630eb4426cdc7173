import { expect, test } from 'vitest';
import { newLinksFrom, recallOf } from '../../../shared/settings/schedules/scheduled.ts';
import { readSettings, type Settings } from '../../../shared/settings/settings.ts';

const DAY = 86_400_000;
const DUE = Date.UTC(2026, 2, 2, 0, 10);

const settingsWith = (...schedules: object[]): Settings =>
  readSettings({
    seeds: ['http://a.example/'],
    schedules: schedules.map((one, i) => ({ name: `s${i}`, at: 'rate(1 day)', ...one })),
  });
const recall = (schedule: object) => {
  const settings = settingsWith(schedule);
  return recallOf(settings.schedules[0]!, DUE, settings);
};

test.each<[string, object, object]>([
  ['big reload', { run: 'recrawl' }, { at: DUE }],
  ['a part', { run: 'recrawl', prefix: 'http://A.example/x' }, { at: DUE, prefix: 'http://a.example/x' }],
  ['once a month at most', { run: 'recrawl', notWithinDays: 30 }, { at: DUE - 30 * DAY }],
  ['big retry of a fortnight', { run: 'retry' }, { at: DUE, missingSince: DUE - 14 * DAY }],
  ['retry of a week', { run: 'retry', days: 7, notWithinDays: 1 }, { at: DUE - DAY, missingSince: DUE - 7 * DAY }],
])('%s calls back %j', (_name, schedule, expected) => {
  expect(recall(schedule)).toEqual(expected);
});

test('links found between two times of a schedule for new ones wait for the next', () => {
  const from = newLinksFrom(
    settingsWith({ run: 'new', at: 'cron(20,50 0-4,6-23 * * ? *)' }, { run: 'recrawl' }).schedules,
  )!;
  const at = (text: string) => Date.parse(`2026-03-02T${text}Z`);
  expect(from(at('00:00'))).toBe(at('00:20'));
  expect(from(at('00:19'))).toBe(at('00:20'));
  expect(from(at('00:20'))).toBe(at('00:50'));
  expect(from(at('04:51'))).toBe(at('06:20'));
});

test('of several such schedules the earliest counts; of one that is over none, and links are followed', () => {
  const both = newLinksFrom(
    settingsWith({ run: 'new', at: 'rate(1 day)' }, { run: 'new', at: 'rate(1 hour)' }).schedules,
  )!;
  expect(both(DUE)).toBe(DUE + 50 * 60_000);
  const over = newLinksFrom(settingsWith({ run: 'new', at: 'cron(0 0 1 1 ? 2020)' }).schedules)!;
  expect(over(DUE)).toBe(DUE);
});

test('without one they are followed at once', () => {
  expect(newLinksFrom(settingsWith({ run: 'recrawl' }).schedules)).toBeUndefined();
});

test.each([
  [{ run: 'new', prefix: 'http://a.example/' }, 'prefix: does not go with run: new'],
  [{ run: 'new', notWithinDays: 3 }, 'notWithinDays: does not go with run: new'],
  [{ run: 'recrawl', days: 3 }, 'days: goes with run: retry only'],
])('what a kind of schedule has no use for is refused: %j', (schedule, message) => {
  expect(() => settingsWith(schedule)).toThrow(message);
});

import { describe, expect, test } from 'vitest';
import { readCrawlFile } from '../../../shared/settings/crawl-file.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { timingFault } from '../../../shared/settings/schedules/schedule.ts';

describe('accepts the timing', () => {
  test.each([
    'rate(1 minute)',
    'rate(7 days)',
    'rate(12 hours)',
    'cron(10 0 ? * MON,WED,FRI *)',
    'cron(0/15 8-17 ? * 2-6 2026-2030)',
    'cron(30 4 L * ? *)',
    'cron(30 4 1,15,20W * ? *)',
    'cron(0 0 ? JAN,jul 6L *)',
    'cron(0 0 ? 1-6 TUE#3 *)',
    'cron(0 0 1 1 ? 2027)',
  ])('%s', (text) => {
    expect(timingFault(text)).toBeUndefined();
  });
});

describe('refuses a timing with a reason', () => {
  test.each([
    ['', 'must be rate(…) or cron(…)'],
    ['weekly', 'must be rate(…) or cron(…)'],
    ['at(2026-01-01T00:00:00)', 'must be rate(…) or cron(…)'],
    ['rate(0 days)', 'must be rate(N minutes), rate(N hours) or rate(N days)'],
    ['rate(2 weeks)', 'must be rate(N minutes), rate(N hours) or rate(N days)'],
    ['cron(@daily)', 'cron has 1 field; it must have six: '],
    ['cron(10 0 * * 1)', 'cron has 5 fields; it must have six: minutes, hours, day of the month'],
    ['cron(10 0 * * 1 *)', 'exactly one of day of the month and day of the week must be ?'],
    ['cron(10 0 ? * ? *)', 'exactly one of day of the month and day of the week must be ?'],
    ['cron(60 0 ? * 1 *)', 'minutes: 60: must be 0 to 59'],
    ['cron(0 24 ? * 1 *)', 'hours: 24: must be 0 to 23'],
    ['cron(0 0 0 * ? *)', 'day of the month: 0: must be 1 to 31'],
    ['cron(0 0 32W * ? *)', 'day of the month: 32W: must be 1 to 31'],
    ['cron(0 0 ? 13 1 *)', 'month: 13: must be 1 to 12 or JAN to DEC'],
    ['cron(0 0 ? * 0 *)', 'day of the week: 0: must be 1 to 7 or SUN to SAT'],
    ['cron(0 0 ? * MON#6 *)', 'day of the week: MON#6'],
    ['cron(0 0 ? * FRIDAY *)', 'day of the week: FRIDAY'],
    ['cron(0 0 ? * 1 1969)', 'year: 1969: must be 1970 to 2199'],
    ['cron(? 0 ? * 1 *)', 'minutes: ?'],
    ['cron(0/0 0 ? * 1 *)', 'minutes: 0/0'],
    ['cron(1-2-3 0 ? * 1 *)', 'minutes: 1-2-3'],
    ['cron(1,,2 0 ? * 1 *)', 'minutes: 1,,2'],
  ])('%s: %s', (text, why) => {
    expect(timingFault(text)).toContain(why);
  });
});

const SCHEDULE = { name: 'weekly', run: 'recrawl', at: 'rate(7 days)' };
const withSchedules = (...schedules: unknown[]) => readSettings({ seeds: ['http://a.example/'], schedules });

test('uses UTC by default', () => {
  expect(withSchedules(SCHEDULE).schedules).toEqual([{ ...SCHEDULE, timezone: 'UTC' }]);
});

test.each([
  [[{ ...SCHEDULE, timezone: 'Europe/Stokholm' }], 'schedules.0.timezone: there is no time zone Europe/Stokholm'],
  [[{ ...SCHEDULE, timezone: '+01:00' }], 'schedules.0.timezone: must be the name of a time zone'],
  [[{ ...SCHEDULE, prefix: '/docs/' }], 'schedules.0.prefix: must be the beginning of a URL'],
  [[{ ...SCHEDULE, name: 'Big Reload' }], 'schedules.0.name: must be lower-case letters'],
  [[{ ...SCHEDULE, run: 'export' }], 'schedules.0.run: must be one of recrawl'],
  [[{ ...SCHEDULE, zone: 'UTC' }], 'schedules.0.zone: unknown'],
  [[SCHEDULE, { ...SCHEDULE, at: 'rate(1 day)' }], 'schedules.1.name: the name weekly is already used'],
])('refuses %j: %s', (schedules, why) => {
  expect(() => withSchedules(...schedules)).toThrow(why);
});

test('reports the line and key of an invalid timing', () => {
  const text = `seeds: [http://a.example/]
schedules:
  - name: big-reload
    run: recrawl
    at: cron(10 0 * * MON *)
    timezone: Europe/Stockholm
`;
  expect(() => readCrawlFile(text, 'crawl.yaml')).toThrow(
    'crawl.yaml:5: schedules.0.at: exactly one of day of the month and day of the week must be ?',
  );
});

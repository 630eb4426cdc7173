import { describe, expect, test } from 'vitest';
import { latestRun, nextRun } from '../../../shared/settings/schedules/schedule-times.ts';

const ms = (text: string) => Date.parse(text);
const DAY = 86_400_000;

/** Returns the next `n` runs in UTC, to the minute. */
function times(at: string, timezone: string, after: string, n: number, since = 0): string[] {
  const found: string[] = [];
  for (let time: number | undefined = ms(after); found.length < n; ) {
    time = nextRun({ at, timezone }, time, since);
    if (time === undefined) return [...found, 'never'];
    found.push(new Date(time).toISOString().slice(0, 16));
  }
  return found;
}

describe('a cron', () => {
  // expression · zone · after · next runs
  test.each<[string, string, string, string[]]>([
    [
      'cron(20,50 0-4,6-23 * * ? *)',
      'UTC',
      '2026-03-01T04:30Z',
      ['2026-03-01T04:50', '2026-03-01T06:20', '2026-03-01T06:50'],
    ],
    [
      'cron(10 0 ? * MON,WED,FRI *)',
      'UTC',
      '2026-03-01T00:00Z',
      ['2026-03-02T00:10', '2026-03-04T00:10', '2026-03-06T00:10'],
    ],
    [
      'cron(10 0 ? * 1,3,5,7 *)',
      'UTC',
      '2026-03-01T00:10Z',
      ['2026-03-03T00:10', '2026-03-05T00:10', '2026-03-07T00:10'],
    ],
    ['cron(0 0 1 * ? *)', 'UTC', '2026-01-31T00:00Z', ['2026-02-01T00:00', '2026-03-01T00:00']],
    ['cron(0 0 1 * ? *)', 'UTC', '2026-02-01T00:00Z', ['2026-03-01T00:00']],
    [
      'cron(0/15 3 1 1 ? 2027)',
      'UTC',
      '2026-01-01T00:00Z',
      ['2027-01-01T03:00', '2027-01-01T03:15', '2027-01-01T03:30', '2027-01-01T03:45', 'never'],
    ],
    ['cron(5 */6 * * ? *)', 'UTC', '2026-01-01T00:05Z', ['2026-01-01T06:05', '2026-01-01T12:05']],
    ['cron(0 12 L * ? *)', 'UTC', '2026-02-01T00:00Z', ['2026-02-28T12:00', '2026-03-31T12:00', '2026-04-30T12:00']],
    ['cron(0 12 1W * ? *)', 'UTC', '2026-07-15T00:00Z', ['2026-08-03T12:00', '2026-09-01T12:00']],
    ['cron(0 12 31W * ? *)', 'UTC', '2026-05-01T00:00Z', ['2026-05-29T12:00']],
    ['cron(0 12 ? * L *)', 'UTC', '2026-03-01T00:00Z', ['2026-03-07T12:00']],
    ['cron(0 12 ? * FRIL *)', 'UTC', '2026-03-01T00:00Z', ['2026-03-27T12:00', '2026-04-24T12:00']],
    ['cron(0 12 ? * 6#3 *)', 'UTC', '2026-03-01T00:00Z', ['2026-03-20T12:00', '2026-04-17T12:00']],
    [
      'cron(0 12 ? * FRI-MON *)',
      'UTC',
      '2026-03-03T00:00Z',
      ['2026-03-06T12:00', '2026-03-07T12:00', '2026-03-08T12:00', '2026-03-09T12:00', '2026-03-13T12:00'],
    ],
    ['cron(0 0 29 FEB ? *)', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['cron(0 0 30 2 ? *)', 'UTC', '2026-01-01T00:00Z', ['never']],
    [
      'cron(30 8 * * ? *)',
      'Europe/Stockholm',
      '2026-03-27T00:00Z',
      ['2026-03-27T07:30', '2026-03-28T07:30', '2026-03-29T06:30'],
    ],
    ['cron(0 22 * * ? *)', 'America/Los_Angeles', '2026-01-01T00:00Z', ['2026-01-01T06:00', '2026-01-02T06:00']],
    ['cron(15 5 * * ? *)', 'Asia/Kathmandu', '2026-01-01T00:00Z', ['2026-01-01T23:30']],
  ])('%s in %s after %s', (at, zone, after, expected) => {
    expect(times(at, zone, after, expected.length)).toEqual(expected);
  });

  test('skips runs in the hour that is lost when clocks go forward', () => {
    // Clocks in Stockholm go from 2:00 to 3:00 on 29 March 2026.
    expect(times('cron(30 2 * * ? *)', 'Europe/Stockholm', '2026-03-27T12:00Z', 2)).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
    ]);
  });

  test('runs once in the hour that repeats when clocks go back', () => {
    // Clocks in Stockholm go from 3:00 to 2:00 on 25 October 2026.
    expect(times('cron(30 2 * * ? *)', 'Europe/Stockholm', '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(times('cron(0/30 2 * * ? *)', 'Europe/Stockholm', '2026-10-24T12:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-26T01:00',
    ]);
  });
});

describe('a rate', () => {
  test('starts at once and counts elapsed time: a day has 24 hours, also across a clock change', () => {
    const since = ms('2026-03-28T12:00Z');
    expect(times('rate(1 day)', 'Europe/Stockholm', '2026-03-28T11:59Z', 3, since)).toEqual([
      '2026-03-28T12:00',
      '2026-03-29T12:00',
      '2026-03-30T12:00',
    ]);
    expect(times('rate(90 minutes)', 'UTC', '2026-03-28T12:00Z', 2, since)).toEqual([
      '2026-03-28T13:30',
      '2026-03-28T15:00',
    ]);
  });
});

describe('after several missed runs', () => {
  test.each([
    ['rate(1 hour)', '2026-01-01T00:00Z', '2026-05-01T07:30Z', '2026-05-01T07:00'],
    ['cron(10 0 ? * MON *)', '2026-01-05T00:10Z', '2026-05-01T00:00Z', '2026-04-27T00:10'],
    ['cron(10 0 ? * MON *)', '2026-01-05T00:10Z', '2026-01-05T00:10Z', '2026-01-05T00:10'],
    ['cron(* * * * ? *)', '2026-01-01T00:00Z', '2026-05-01T00:00:59Z', '2026-05-01T00:00'],
  ])('%s, first missed at %s: at %s the latest was %s', (at, first, now, expected) => {
    const found = latestRun({ at, timezone: 'UTC' }, ms(first), ms(now), ms(first));
    expect(new Date(found).toISOString().slice(0, 16)).toBe(expected);
  });
});

test('computes all runs of a year quickly', () => {
  const timing = { at: 'cron(0 3 ? * SUN *)', timezone: 'Europe/Berlin' };
  let n = 0;
  const end = ms('2027-01-01T00:00Z');
  for (let time = ms('2026-01-01T00:00Z'); time < end; n++) time = nextRun(timing, time, 0) ?? end;
  expect(n).toBeGreaterThan(51);
  expect(nextRun(timing, end, 0)! - end).toBeLessThan(7 * DAY);
});

/**
 * Computes the run times of a schedule like EventBridge Scheduler, so that a crawl.yaml means the same on one machine:
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 *
 * A rate starts at once and counts elapsed time (a day is 24 hours). A cron counts local time of its zone. Times in the hour
 * that is skipped when clocks go forward do not run. Times in the hour that repeats when clocks go back run once, the first time.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../text/time-units.ts';
import { expandNumbers, matchesDay } from './cron-days.ts';
import { CRON_FIELDS } from './schedule-fields.ts';

const UNIT_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;

export type Timing = {
  /** A valid `rate(…)` or `cron(…)`. */
  at: string;
  /** IANA name of the time zone. */
  timezone: string;
};

/**
 * @param after epoch milliseconds.
 * @param since creation time of the schedule, in epoch milliseconds: the first run of a rate.
 * @returns the first run after `after`, in epoch milliseconds, or `undefined` if the schedule does not run again.
 */
export function nextRun({ at, timezone }: Timing, after: number, since: number): number | undefined {
  const [, number, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(at) ?? [];
  if (unit === undefined) return nextOfCron(at, timezone, after);
  const span = Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS];
  return after < since ? since : since + (Math.floor((after - since) / span) + 1) * span;
}

/**
 * Returns the latest run up to `now`, in epoch milliseconds.
 *
 * @param first a run of the schedule; the result is not earlier.
 */
export function latestRun(timing: Timing, first: number, now: number, since: number): number {
  for (let back = MINUTE_MS; back < now - first; back *= 4) {
    let found = nextRun(timing, now - back, since);
    if (found === undefined || found > now) continue;
    for (let next = found; next <= now; next = nextRun(timing, next, since) ?? Number.POSITIVE_INFINITY) found = next;
    return found;
  }
  let found = first;
  for (let next = first; next <= now; next = nextRun(timing, next, since) ?? Number.POSITIVE_INFINITY) found = next;
  return found;
}

function nextOfCron(at: string, zone: string, after: number): number | undefined {
  const fields = at.slice('cron('.length, -1).trim().split(/\s+/);
  const [minutes, hours, , months, , years] = fields.map((text, i) => expandNumbers(text, CRON_FIELDS[i]!));
  const offset = offsetIn(zone);
  const start = startOfDay(after + offset(after));
  const lastYear = Math.max(...years!);
  for (let day = start; new Date(day).getUTCFullYear() <= lastYear; day += DAY_MS) {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (!years!.has(year) || !months!.has(month + 1)) {
      // Skip to the day before the next month or year.
      day = (years!.has(year) ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0)) - DAY_MS;
      continue;
    }
    if (!matchesDay(date, fields[2]!, fields[4]!)) continue;
    const found = firstOfDay(day, hours!, minutes!, offset, after);
    if (found !== undefined) return found;
  }
  return undefined;
}

const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

function firstOfDay(
  day: number,
  hours: ReadonlySet<number>,
  minutes: ReadonlySet<number>,
  offset: (ms: number) => number,
  after: number,
): number | undefined {
  const times: number[] = [];
  for (const hour of hours) {
    // Skip whole hours that are over, in any time zone.
    if (day + hour * HOUR_MS < after - 2 * DAY_MS) continue;
    for (const minute of minutes) {
      const found = instantOf(day + hour * HOUR_MS + minute * MINUTE_MS, offset);
      if (found !== undefined && found > after) times.push(found);
    }
  }
  return times.length > 0 ? Math.min(...times) : undefined;
}

/**
 * Converts local time to UTC.
 *
 * @param local local time of the zone, encoded as if it were UTC.
 * @returns epoch milliseconds, or `undefined` if clocks skip this time.
 */
function instantOf(local: number, offset: (ms: number) => number): number | undefined {
  // Offset changes are months apart, so the offsets a day before and a day after cover both candidates.
  const candidates = [local - DAY_MS, local + DAY_MS].map((around) => local - offset(around));
  const valid = candidates.filter((ms) => ms + offset(ms) === local);
  return valid.length > 0 ? Math.min(...valid) : undefined;
}

/** Returns a function from epoch milliseconds to the zone's offset from UTC, in milliseconds. */
function offsetIn(zone: string): (ms: number) => number {
  if (zone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const known = new Map<number, number>();
  return (ms) => {
    // Offsets change at full quarters of an hour only.
    const quarter = Math.floor(ms / 900_000);
    const offset = known.get(quarter) ?? offsetAt(format, quarter * 900_000);
    known.set(quarter, offset);
    return offset;
  };
}

function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - ms;
}

/**
 * When a schedule runs, as EventBridge Scheduler reckons it, so that a crawl.yaml means the same on one machine:
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 *
 * A rate begins at once and goes on in spans of elapsed time (a day is 24 hours). A cron counts in its zone's time: what falls
 * into the hour that a clock leaves out is skipped, and what falls into the hour that comes twice runs once, the first time.
 */
import { DAYS, FIELDS, type Field, numberFor } from './schedule-fields.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNIT_MS = { minute: MINUTE_MS, hour: 3_600_000, day: DAY_MS } as const;

export type Timing = {
  /** `rate(…)` or `cron(…)` without a fault. */
  at: string;
  /** IANA name. */
  timezone: string;
};

/**
 * @param after epoch ms. @param since when the schedule was made, epoch ms: a rate runs then for the first time.
 * @returns the first time after `after`, epoch ms; undefined: it does not run any more.
 */
export function nextTime({ at, timezone }: Timing, after: number, since: number): number | undefined {
  const [, number, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(at) ?? [];
  if (unit === undefined) return nextOfCron(at, timezone, after);
  const span = Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS];
  return after < since ? since : since + (Math.floor((after - since) / span) + 1) * span;
}

/** @returns the last time that is not after `now`, and not before `first`, which is one of its times. Epoch ms. */
export function lastTime(timing: Timing, first: number, now: number, since: number): number {
  for (let back = MINUTE_MS; back < now - first; back *= 4) {
    let found = nextTime(timing, now - back, since);
    if (found === undefined || found > now) continue;
    for (let next = found; next <= now; next = nextTime(timing, next, since) ?? Number.POSITIVE_INFINITY) found = next;
    return found;
  }
  let found = first;
  for (let next = first; next <= now; next = nextTime(timing, next, since) ?? Number.POSITIVE_INFINITY) found = next;
  return found;
}

function nextOfCron(at: string, zone: string, after: number): number | undefined {
  const fields = at.slice('cron('.length, -1).trim().split(/\s+/);
  const [minutes, hours, , months, , years] = fields.map((text, i) => numbersOf(text, FIELDS[i]!));
  const offset = offsetIn(zone);
  const start = startOfDay(after + offset(after));
  const lastYear = Math.max(...years!);
  for (let day = start; new Date(day).getUTCFullYear() <= lastYear; day += DAY_MS) {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (!years!.has(year) || !months!.has(month + 1)) {
      // On to the day before the next month's first, or year's.
      day = (years!.has(year) ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0)) - DAY_MS;
      continue;
    }
    if (!isDay(date, fields[2]!, fields[4]!)) continue;
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
    // A day's hours are cheap to leave out, its minutes are not.
    if (day + hour * 3_600_000 < after - 2 * DAY_MS) continue;
    for (const minute of minutes) {
      const found = instantOf(day + hour * 3_600_000 + minute * MINUTE_MS, offset);
      if (found !== undefined && found > after) times.push(found);
    }
  }
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** @param local a time of the zone's clocks, written as if it was UTC. @returns undefined: no clock there ever shows it. */
function instantOf(local: number, offset: (ms: number) => number): number | undefined {
  // Clocks are changed months apart: a day before and a day after both offsets are known.
  const found = [local - DAY_MS, local + DAY_MS].map((around) => local - offset(around));
  const real = found.filter((ms) => ms + offset(ms) === local);
  return real.length > 0 ? Math.min(...real) : undefined;
}

/** How far the zone's clocks are ahead of UTC. Milliseconds. */
function offsetIn(zone: string): (ms: number) => number {
  if (zone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const known = new Map<number, number>();
  return (ms) => {
    // Clocks are changed at full quarters of an hour.
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

/** `*`, `5`, `1-5`, `0/15`, `MON,FRI`; a range may go over the end. What says more than numbers brings none. */
function numbersOf(text: string, field: Field): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step] = part.split('/');
    const [from, to] = range === '*' ? [field.from, field.to] : range.split('-').map((end) => numberFor(end, field));
    if (from === undefined || Number.isNaN(from)) continue;
    const end = to ?? (step === undefined ? from : field.to);
    const size = field.to - field.from + 1;
    const last = end < from ? end + size : end;
    for (let n = from; n <= last; n += Number(step ?? 1)) numbers.add(n > field.to ? n - size : n);
  }
  return numbers;
}

/** One of the two says `?`. Dates are read as UTC. */
function isDay(date: Date, dayOfMonth: string, dayOfWeek: string): boolean {
  const test = dayOfMonth === '?' ? isWeekday : isMonthday;
  return (dayOfMonth === '?' ? dayOfWeek : dayOfMonth).split(',').some((part) => test(date, part.toUpperCase()));
}

const daysIn = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** `15`, `1-5`, `L` (the last), `15W` (the weekday that is nearest to it, in the same month). */
function isMonthday(date: Date, part: string): boolean {
  const day = date.getUTCDate();
  if (part === 'L') return day === daysIn(date);
  const near = /^(\d+)W$/.exec(part)?.[1];
  return near === undefined ? numbersOf(part, FIELDS[2]!).has(day) : day === nearestWeekday(date, Number(near));
}

function nearestWeekday(date: Date, wanted: number): number {
  const length = daysIn(date);
  const day = Math.min(wanted, length);
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 0) return day < length ? day + 1 : day - 2;
  return day;
}

/** `MON`, `2-6`, `L` (Saturday), `6L` (the last Friday of the month), `6#3` (the third). */
function isWeekday(date: Date, part: string): boolean {
  const weekday = date.getUTCDay() + 1;
  const [, name, last, nth] = /^([1-7]|[A-Z]{3})(?:(L)|#([1-5]))$/.exec(part) ?? [];
  if (name === undefined) return part === 'L' ? weekday === DAYS.length : numbersOf(part, FIELDS[4]!).has(weekday);
  if (numberFor(name, FIELDS[4]!) !== weekday) return false;
  const day = date.getUTCDate();
  return last ? day + 7 > daysIn(date) : Math.ceil(day / 7) === Number(nth);
}

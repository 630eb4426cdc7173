import { CRON_FIELDS, type CronField, parseCronNumber, WEEKDAYS } from './schedule-fields.ts';

/** Expands `*`, `5`, `1-5`, `0/15` or `MON,FRI` to numbers. A range may wrap around. Parts such as `L` and `?` give none. */
export function expandNumbers(text: string, field: CronField): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step] = part.split('/');
    const [from, to] =
      range === '*' ? [field.from, field.to] : range.split('-').map((end) => parseCronNumber(end, field));
    if (from === undefined || Number.isNaN(from)) continue;
    const end = to ?? (step === undefined ? from : field.to);
    const size = field.to - field.from + 1;
    const last = end < from ? end + size : end;
    for (let n = from; n <= last; n += Number(step ?? 1)) numbers.add(n > field.to ? n - size : n);
  }
  return numbers;
}

/** Tells whether a date, read as UTC, matches the day fields. Exactly one of them is `?`. */
export function matchesDay(date: Date, dayOfMonth: string, dayOfWeek: string): boolean {
  const matches = dayOfMonth === '?' ? matchesDayOfWeek : matchesDayOfMonth;
  return (dayOfMonth === '?' ? dayOfWeek : dayOfMonth).split(',').some((part) => matches(date, part.toUpperCase()));
}

const daysInMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Matches `15`, `1-5`, `L` (the last day) or `15W` (the nearest weekday in the same month). */
function matchesDayOfMonth(date: Date, part: string): boolean {
  const day = date.getUTCDate();
  if (part === 'L') return day === daysInMonth(date);
  const near = /^(\d+)W$/.exec(part)?.[1];
  return near === undefined
    ? expandNumbers(part, CRON_FIELDS[2]!).has(day)
    : day === nearestWeekday(date, Number(near));
}

function nearestWeekday(date: Date, wanted: number): number {
  const length = daysInMonth(date);
  const day = Math.min(wanted, length);
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 0) return day < length ? day + 1 : day - 2;
  return day;
}

/** Matches `MON`, `2-6`, `L` (Saturday), `6L` (the last Friday of the month) or `6#3` (the third Friday). */
function matchesDayOfWeek(date: Date, part: string): boolean {
  const weekday = date.getUTCDay() + 1;
  const [, name, last, nth] = /^([1-7]|[A-Z]{3})(?:(L)|#([1-5]))$/.exec(part) ?? [];
  if (name === undefined)
    return part === 'L' ? weekday === WEEKDAYS.length : expandNumbers(part, CRON_FIELDS[4]!).has(weekday);
  if (parseCronNumber(name, CRON_FIELDS[4]!) !== weekday) return false;
  const day = date.getUTCDate();
  return last ? day + 7 > daysInMonth(date) : Math.ceil(day / 7) === Number(nth);
}

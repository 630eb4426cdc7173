import { dayOf, parseDate } from '../../index/filter-values.ts';

/** The days of a date, as `YYYY-MM-DD`: the first one, and the one after the last. */
export type Period = { from: string; before: string };

/** Returns the days of a year, a month, a day or a time. Undefined if the text is not a date. */
export function periodOf(text: string): Period | undefined {
  const date = parseDate(text);
  if (date === undefined) return undefined;
  const from = dayOf(date);
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const next = (years: number, months: number, days: number) => {
    const time = new Date(0);
    time.setUTCFullYear(year + years, month - 1 + months, day + days);
    return time.toISOString().replace(/T.*$/, '');
  };
  if (date.length === 4) return { from, before: next(1, 0, 0) };
  return { from, before: date.length === 7 ? next(0, 1, 0) : next(0, 0, 1) };
}

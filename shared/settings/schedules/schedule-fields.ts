/** The six fields of a cron, as EventBridge Scheduler takes them. */
export type Field = { name: string; from: number; to: number; words?: readonly string[]; also?: RegExp };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export const FIELDS: readonly Field[] = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  // The last day; the weekday that is nearest to a day.
  { name: 'day of the month', from: 1, to: 31, also: /^(\?|L|([1-9]|[12]\d|3[01])W)$/ },
  { name: 'month', from: 1, to: 12, words: MONTHS },
  // Saturday; the last such day of the month; the first to fifth.
  {
    name: 'day of the week',
    from: 1,
    to: 7,
    words: DAYS,
    also: /^(\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/i,
  },
  { name: 'year', from: 1970, to: 2199 },
];

/** NaN: neither a number nor one of the field's words. */
export function numberFor(text: string, { from, words = [] }: Field): number {
  const word = words.indexOf(text.toUpperCase());
  if (word >= 0) return word + from;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

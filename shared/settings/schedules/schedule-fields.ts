/** One of the six fields of a cron timing in the syntax of EventBridge Scheduler. */
export type CronField = { name: string; from: number; to: number; words?: readonly string[]; also?: RegExp };

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export const CRON_FIELDS: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  // `L`: the last day. `15W`: the weekday nearest to day 15.
  { name: 'day of the month', from: 1, to: 31, also: /^(\?|L|([1-9]|[12]\d|3[01])W)$/ },
  { name: 'month', from: 1, to: 12, words: MONTHS },
  // `L`: Saturday. `6L`: the last Friday of the month. `6#3`: its third Friday.
  {
    name: 'day of the week',
    from: 1,
    to: 7,
    words: WEEKDAYS,
    also: /^(\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/i,
  },
  { name: 'year', from: 1970, to: 2199 },
];

/** @returns the number for digits or for a name such as `MON`; NaN for any other text. */
export function parseCronNumber(text: string, { from, words = [] }: CronField): number {
  const word = words.indexOf(text.toUpperCase());
  if (word >= 0) return word + from;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

import { type CalendarDay, dayAfter, startOf } from './calendar-day.ts';

/** Consecutive days from which objects were sent again. They are checked once more when those messages may have expired too. */
export type SentDays = {
  first: CalendarDay;
  last: CalendarDay;
  /** Day on which the objects were sent. */
  on: CalendarDay;
  /** How often objects of these days were sent. Absent: once. */
  tries?: number;
  /** Last key of the first day that the repeated check has compared; absent: none. */
  after?: string;
};

/** Result of the check of one day. */
export type DayCheck = {
  /** Number of objects that were sent again. */
  sent: number;
  /** Last key that was checked before time ran out; absent: the day is complete. */
  stopped?: string;
};

/** Maximum number of entries that a check begins with. An entry takes about 60 bytes of the stored position. */
export const MAX_SENT_DAYS = 100;

/** Returns the entry of the earliest days that were sent on this day or before. Undefined: there is none. */
export const dueDays = (all: readonly SentDays[], until: CalendarDay): SentDays | undefined =>
  all.find(({ on }) => on <= until);

/**
 * Number of times that objects of a day are sent: about three months. A stage may stand still for long, and an object that it cannot
 * process must not return forever.
 */
export const MAX_TRIES = 12;

/**
 * Adds a day that was checked, if anything was sent from it.
 *
 * @param tries how often objects of the day were sent, with this time. A day with `MAX_TRIES` is not checked again
 */
export function addSentDay(
  all: readonly SentDays[],
  day: CalendarDay,
  { sent, stopped }: DayCheck,
  today: CalendarDay,
  tries = 1,
): SentDays[] {
  if (sent === 0 || tries >= MAX_TRIES) return [...all];
  const repeats = (one: SentDays) => stopped === undefined && one.first === day && one.after === undefined;
  const others = all.flatMap((one) => (repeats(one) ? withoutStart(one) : [one]));
  return joined([...others, { first: day, last: day, on: today, ...(tries > 1 && { tries }) }]);
}

/** Returns an entry without its first day, which was checked as a whole: nothing if that was its only one. */
function withoutStart({ after: _, ...days }: SentDays): SentDays[] {
  return days.first === days.last ? [] : [{ ...days, first: dayAfter(days.first) }];
}

/** Removes the first day of an entry, which was checked again. A day that is incomplete stays, with the key that was reached. */
export function withoutFirstDay(all: readonly SentDays[], entry: SentDays, { stopped }: DayCheck): SentDays[] {
  return all.flatMap((one) => {
    if (one !== entry) return [one];
    return stopped === undefined ? withoutStart(entry) : [{ ...entry, after: stopped }];
  });
}

/**
 * Joins the earliest entries if there are too many. Call it before a check: a joined entry is due when the first of its parts is,
 * so some of its objects are sent once more than needed.
 */
export function limitSentDays(all: readonly SentDays[]): SentDays[] {
  const result = joined(all);
  while (result.length > MAX_SENT_DAYS) result.splice(0, 2, join(result[0]!, result[1]!));
  return result;
}

/** Joins entries that overlap, and those of neighbouring days that were sent on one day. */
function joined(all: readonly SentDays[]): SentDays[] {
  const result: SentDays[] = [];
  for (const entry of all.toSorted((a, b) => startOf(a.first) - startOf(b.first))) {
    const before = result.at(-1);
    if (before && areJoined(before, entry)) result[result.length - 1] = join(before, entry);
    else result.push(entry);
  }
  return result;
}

/** An entry whose first day is checked in part is not joined: the objects before that key may have another day of sending. */
function areJoined(a: SentDays, b: SentDays): boolean {
  if (a.after !== undefined || b.after !== undefined) return false;
  return b.first <= a.last || (a.on === b.on && b.first <= dayAfter(a.last));
}

const isBefore = (a: CalendarDay, b: CalendarDay) => a < b;

function join(a: SentDays, b: SentDays): SentDays {
  const tries = Math.min(triesOf(a), triesOf(b));
  return {
    first: a.first,
    last: isBefore(a.last, b.last) ? b.last : a.last,
    on: isBefore(a.on, b.on) ? a.on : b.on,
    ...(tries > 1 && { tries }),
  };
}

/** Returns how often objects of the days were sent. */
export const triesOf = ({ tries = 1 }: SentDays): number => tries;

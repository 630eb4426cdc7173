import { DAY_MS } from '../../text/time-units.ts';

/** A calendar day in UTC as keys of objects have it: `yyyy/mm/dd`. Days compare as text. */
export type CalendarDay = string;

/** @param ms epoch ms */
export const dayOf = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '/');

/** Returns the first moment of a day, epoch ms. NaN: it is not a day. */
export const startOf = (day: CalendarDay): number => Date.parse(`${day.replaceAll('/', '-')}T00:00:00Z`);

export const dayAfter = (day: CalendarDay): CalendarDay => dayOf(startOf(day) + DAY_MS);
